import Git
import Platform
import Smudge

/// Repairs what leaked into one file: a leaked place becomes what it was in the parent of the commit that brought the leak in.
///
/// Where that version holds a leak as well, it is repaired first, in the same way.
struct LeakRepair {
  private let here: VerifyRepository
  private let rules: Rules
  private let scanner: LeakScanner
  private let own: Plan?
  private let path: Path
  /// Former versions, repaired; `nil` for what could not be read.
  private var known: [Blame.FileAtCommit: RepairedText?] = [:]

  /// Limits how far a line is followed that leaked again and again.
  private static let maxVersions = 100

  init(_ here: VerifyRepository, _ rules: Rules, _ scanner: LeakScanner, own: Plan?, _ path: Path) {
    (self.here, self.rules, self.scanner, self.own, self.path) = (here, rules, scanner, own, path)
  }

  /// `content`: as the next commit would have it.
  mutating func repaired(_ content: [UInt8]) throws(MungeError) -> RepairedText {
    try repaired(content, .content(content), path)
  }

  private mutating func repaired(
    _ content: [UInt8], _ tip: Blame.BlameStart, _ place: Path
  ) throws(MungeError) -> RepairedText {
    let bytes = scanner.readable(content)
    let hits = scanner.hits(in: bytes, path, .munged)
    let leaks = hits.filter(\.detail.isRepairable)
    let plan = LeakPlan(leaks, rules, idle: scanner.plan, own: own)
    let retraction = LeakReversal(plan.plan, for: path)
    let text = retraction.text(of: content)
    let unchanged = RepairedText(content, bytes, left: hits)
    if leaks.isEmpty || text.bytes != bytes { return unchanged }
    var repair = LineRepair(bytes, leaks, plan, scanner.idle)
    let version = LeakReversal.FileVersion(bytes, plan.leaks, foreign: foreign(leaks))
    let origins = try origins(of: repair.wanted, place, tip)
    for (origin, lines) in grouped(repair.wanted, origins) {
      let source = try origin.flatMap { origin throws(MungeError) in try former(origin) }
      // A line that clean comes to no end with stays, and is reported.
      if let outcomes = try? retraction.outcomes(
        of: lines, in: version, source: source.map { text.alike($0.content) } ?? [], isCanonical: isCanonical)
      { repair.add(outcomes, source) }
    }
    guard let content = text.file(with: repair.result) else { return unchanged }
    let left = scanner.hits(in: scanner.readable(content), path, .munged)
    return repair.finished(content, text, left: left, origins.mapValues(\.commit).filter { $0.value.contains { $0 != "0" } })
  }

  /// Values that no rule knows, by where they begin.
  private func foreign(_ leaks: [LeakScanner.Hit]) -> [Int: LeakReversal.Foreign] {
    let values = leaks.filter { $0.detail.kind == .foreignValue }.map { leak in
      let possible = Leak.all(leak, rules, own)
      let isWhole = possible.first?.isWhole(rules) ?? true
      return (leak.range.lowerBound, LeakReversal.Foreign(isWhole: isWhole, isOfKind: possible.contains { $0.isOfKind(rules) }))
    }
    return Dictionary(values, uniquingKeysWith: { one, _ in one })
  }

  private func isCanonical(_ value: [UInt8], _ key: [UInt8]) -> Bool {
    let known = scanner.known.filter { $0.rule.keys.contains(key) && $0.plan.applies(to: path) }
    return known.contains { $0.holdsCanonical(value) }
      || scanner.idle.matches(in: value).contains { $0.isToken(.canonical) }
  }

  /// Of lines from 0.
  private func origins(of lines: Set<Int>, _ place: Path, _ tip: Blame.BlameStart) throws(MungeError) -> [Int: Blame.Origin] {
    let origins = try Blame(here, tip).knownOrigins(of: place, lines.map { $0 + 1 }.sorted())
    return Dictionary(origins.map { ($0.key - 1, $0.value) }, uniquingKeysWith: { one, _ in one })
  }

  /// Lines by the version that they were in before what leaked came in.
  private func grouped(_ lines: Set<Int>, _ origins: [Int: Blame.Origin]) -> [(Blame.FileAtCommit?, Set<Int>)] {
    let groups = Dictionary(grouping: lines) { origins[$0]?.former }
    return groups.map { ($0, Set($1)) }.sorted { ($0.1.min() ?? 0) < ($1.1.min() ?? 0) }
  }

  private mutating func former(_ version: Blame.FileAtCommit) throws(MungeError) -> RepairedText? {
    if let repaired = known[version] { return repaired }
    if known.count >= Self.maxVersions { return nil }
    known[version] = .some(nil)
    let name = Array("\(version.commit):".utf8) + version.path.bytes
    let blob = try here.git.run([Array("cat-file".utf8), Array("blob".utf8), name])
    guard blob.isSuccess else { return nil }
    let repaired = try repaired(blob.output, .commit(version.commit), version.path)
    known[version] = repaired
    return repaired
  }
}

/// A version of a file without what had leaked into it.
struct RepairedText {
  /// A place that a leak was taken out of.
  struct RepairedPlace {
    let hit: LeakScanner.Hit
    /// From 1, as it was.
    let line: Int
    let rule: [UInt8]
    let outcome: RepairReport.RepairOutcome
  }

  /// Something found on a line of the result, from 0.
  struct LeakMark: Hashable {
    let line: Int
    let detail: Finding.Detail
  }

  /// As a file has it.
  let content: [UInt8]
  /// In ascending order.
  var places: [RepairedPlace] = []
  /// What became of lines of the text, from 0; `nil`: it is gone. The others stay.
  var lines: [Int: [UInt8]?] = [:]
  /// Lines of the result, from 0, that no version vouches for.
  var guessed: Set<Int> = []
  /// What still stands in the result.
  let left: [LeakScanner.Hit]
  /// Values that stay because they never were canonical, and the commits that brought them in, as far as git knows them.
  var staying: [LeakMark: String?] = [:]
  /// Of the version that leaks were taken out of; `nil` where there was none.
  var form: FileText?
  /// As texts can be found in the result.
  let text: [UInt8]

  /// Whether a text of this working tree leaked. Shown as usual, it would be taken for what is committed now.
  var isOwnLeak: Bool { places.contains { $0.hit.isOwn } }

  init(_ content: [UInt8], _ text: [UInt8], left: [LeakScanner.Hit]) {
    (self.content, self.text, self.left) = (content, text, left)
  }
}
