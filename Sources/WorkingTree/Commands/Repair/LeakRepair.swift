import Platform
import Rules
import Smudge
import Verify

/// Repairs the leaks of a file: each place becomes what it was in the parent of the commit that added the leak.
///
/// If that version has a leak as well, it is repaired first in the same way.
struct LeakRepair {
  private let here: VerifyRepository
  private let rules: Rules
  private let scanner: LeakScanner
  private let own: Plan?
  private let path: Path
  /// Repaired former versions; `nil` for one that cannot be read.
  private var known: [Blame.FileAtCommit: RepairedText?] = [:]

  /// The maximum number of former versions.
  private static let maxVersions = 100

  init(_ here: VerifyRepository, _ rules: Rules, _ scanner: LeakScanner, own: Plan?, _ path: Path) {
    (self.here, self.rules, self.scanner, self.own, self.path) = (here, rules, scanner, own, path)
  }

  mutating func repaired(_ content: [UInt8]) throws -> RepairedText {
    try repaired(content, .content(content), path)
  }

  private mutating func repaired(
    _ content: [UInt8], _ tip: Blame.BlameStart, _ place: Path
  ) throws -> RepairedText {
    let bytes = scanner.readable(content)
    let hits = scanner.hits(in: bytes, path, .munged)
    let leaks = hits.filter(\.detail.isRepairable)
    let plan = LeakPlan(leaks, rules, idle: scanner.plan, own: own)
    let retraction = LeakReversal(plan.plan, for: path)
    let text = retraction.text(of: content)
    let unchanged = RepairedText(content, bytes, left: hits)
    if leaks.isEmpty || text.bytes != bytes { return unchanged }
    var repair = LineRepair(bytes, leaks, plan, scanner)
    let version = LeakReversal.FileVersion(bytes, plan.leaks, foreign: foreign(leaks))
    let origins = try origins(of: repair.wanted, place, tip)
    for (origin, lines) in grouped(repair.wanted, origins) {
      let source = try origin.flatMap { origin in try former(origin) }
      // A line that clean refuses stays, and is reported.
      if let outcomes = try? retraction.outcomes(
        of: lines, in: version, source: source.map { text.alike($0.content) } ?? [], isCanonical: isCanonical)
      { repair.add(outcomes, source) }
    }
    guard let content = text.file(with: repair.result) else { return unchanged }
    let left = scanner.hits(in: scanner.readable(content), path, .munged)
    return repair.finished(content, text, left: left, origins.mapValues(\.commit).filter { $0.value.contains { $0 != "0" } })
  }

  /// The foreign values, by their offsets.
  private func foreign(_ leaks: [LeakScanner.Hit]) -> [Int: LeakReversal.Foreign] {
    let values = leaks.filter { $0.detail.kind == .foreignValue }.map { leak in
      let possible = Leak.all(leak, rules, own)
      let isWhole = possible.first?.isWhole(rules) ?? true
      return (leak.range.lowerBound, LeakReversal.Foreign(isWhole: isWhole, isOfKind: possible.contains { $0.isOfKind(rules) }))
    }
    return Dictionary(values, uniquingKeysWith: { one, _ in one })
  }

  private func isCanonical(_ value: [UInt8], _ key: [UInt8]) -> Bool {
    let known = scanner.known.filter { $0.concerns(key) && $0.plan.applies(to: path) }
    return known.contains { $0.holdsCanonical(value) }
      || scanner.idle.matches(in: value).contains { $0.isToken(.canonical) }
  }

  /// The origins of lines, which count from 0.
  private func origins(of lines: Set<Int>, _ place: Path, _ tip: Blame.BlameStart) throws -> [Int: Blame.Origin] {
    let origins = try Blame(here, tip).knownOrigins(of: place, lines.map { $0 + 1 }.sorted())
    return Dictionary(origins.map { ($0.key - 1, $0.value) }, uniquingKeysWith: { one, _ in one })
  }

  /// Lines grouped by the version before the leak.
  private func grouped(_ lines: Set<Int>, _ origins: [Int: Blame.Origin]) -> [(Blame.FileAtCommit?, Set<Int>)] {
    let groups = Dictionary(grouping: lines) { origins[$0]?.former }
    return groups.map { ($0, Set($1)) }.sorted { ($0.1.min() ?? 0) < ($1.1.min() ?? 0) }
  }

  private mutating func former(_ version: Blame.FileAtCommit) throws -> RepairedText? {
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

/// A repaired version of a file.
struct RepairedText {
  struct RepairedPlace {
    let hit: LeakScanner.Hit
    /// From 1, in the file before the repair.
    let line: Int
    let rule: [UInt8]
    let outcome: RepairReport.RepairOutcome
  }

  /// A hit on a line of the result, from 0.
  struct LeakMark: Hashable {
    let line: Int
    let detail: Finding.Detail
  }

  let content: [UInt8]
  /// In ascending order.
  var places: [RepairedPlace] = []
  /// The changed lines, from 0; `nil`: removed.
  var lines: [Int: [UInt8]?] = [:]
  /// Lines of the result, from 0, that are guesses.
  var guessed: Set<Int> = []
  /// The hits that remain in the result.
  let left: [LeakScanner.Hit]
  /// Values that stay because they never were canonical, with the commits that added them, if known.
  var staying: [LeakMark: String?] = [:]
  /// The text form of the version before the repair; `nil` without a leak.
  var form: FileText?
  /// The readable content of the result.
  package let text: [UInt8]

  /// Whether a local text of this working tree leaked: then clean would keep the smudged line, because it is committed.
  var isOwnLeak: Bool { places.contains { $0.hit.isOwn } }

  init(_ content: [UInt8], _ text: [UInt8], left: [LeakScanner.Hit]) {
    (self.content, self.text, self.left) = (content, text, left)
  }
}
