import Platform
import Rules
import Smudge
import Verify

/// Repairs the leaks of a file: each place becomes what it was in the parent of the commit that added the leak.
///
/// If that version has a leak as well, it is repaired first in the same way.
struct LeakRepair {
  /// The leaks on the lines that one commit added, with the repaired version before that commit; `nil` if there is
  /// none.
  private typealias LeakGroup = (source: RepairedText?, leaks: [LeakScanner.Hit])

  let repository: VerifyRepository
  let commits: RulesOfCommits
  let rules: Rules
  let scanner: LeakScanner
  let own: Plan?
  let path: Path
  /// Repaired former versions; `nil` for one that cannot be read.
  private(set) var versions: [Blame.FileAtCommit: RepairedText?] = [:]

  private static let maxVersions = 100

  /// Repairs a version. `place`: the path in the version `tip`; `scope`: what is repaired, which in former versions is
  /// everything.
  mutating func repaired(
    _ content: [UInt8], _ tip: Blame.BlameStart, _ place: Path, _ scope: RepairReport.Scope
  ) throws -> RepairedText {
    let bytes = scanner.readable(content)
    let hits = scanner.hits(in: bytes, path, .munged)
    let (groups, older) = try grouped(hits.filter(\.detail.isRepairable), bytes, place, tip, scope)
    let leaks = groups.flatMap(\.leaks).sorted { $0.range.lowerBound < $1.range.lowerBound }
    let kept = scope == .all ? [] : older

    let plan = LeakPlan(leaks, rules, idle: scanner.plan, own: own)
    let reversal = LeakReversal(plan.plan, for: path)
    let form = reversal.text(of: content)
    let unchanged = RepairedText(
      content: content, text: bytes, form: form, left: hits.besides(kept, by: \.detail), older: older)
    if leaks.isEmpty || form.bytes != bytes { return unchanged }

    let foreign = foreign(leaks)
    var lines = LeakLines(bytes, leaks)
    for group in groups {
      // A line that clean refuses stays, and is reported.
      if let outcomes = try? reversal.outcomes(
        of: lines.numbers(of: group.leaks), in: bytes, plan.leaks, foreign: foreign,
        source: group.source.map { form.alike($0.content) } ?? [], isCanonical: isCanonical)
      {
        lines.apply(outcomes)
      }
    }

    let result = lines.result
    guard let content = form.file(with: result) else { return unchanged }
    let left = scanner.hits(in: scanner.readable(content), path, .munged).besides(kept, by: \.detail)
    return RepairedText(
      content: content, text: result, form: form, places: lines.places(besides: left, plan), lines: lines.changed,
      left: left, older: older)
  }

  /// The foreign values, by their offsets.
  private func foreign(_ leaks: [LeakScanner.Hit]) -> [Int: LeakReversal.Foreign] {
    let values = leaks.filter { $0.detail.kind == .foreignValue }.map { leak in
      let possible = Leak.all(leak, rules, own)
      let isWhole = possible.first?.isWhole(rules) ?? true
      let isOfKind = possible.contains { $0.isOfKind(rules) }
      return (leak.range.lowerBound, LeakReversal.Foreign(isWhole: isWhole, isOfKind: isOfKind))
    }
    return Dictionary(values, uniquingKeysWith: { one, _ in one })
  }

  /// Whether a value of a key is a canonical one.
  private func isCanonical(_ value: [UInt8], _ key: [UInt8]) -> Bool {
    scanner.known.contains { $0.concerns(key) && $0.plan.applies(to: path) && $0.holdsCanonical(value) }
      || scanner.idle.matches(in: value).contains { $0.isToken(.canonical) }
  }

  /// The leaks that are in scope, by the commits that added their lines, and those that are older than their rule:
  /// their commit does not have it, or has only edited their line.
  private mutating func grouped(
    _ leaks: [LeakScanner.Hit], _ bytes: [UInt8], _ place: Path, _ tip: Blame.BlameStart, _ scope: RepairReport.Scope
  ) throws -> ([LeakGroup], older: [LeakScanner.Hit]) {
    let lines = TextLines(bytes)
    func number(_ leak: LeakScanner.Hit) -> Int { lines.number(at: leak.range.lowerBound) }
    let origins = try repository.git.origins(of: place, Set(leaks.map(number)).sorted(), in: tip)
    let isOld = { [commits] (leak: LeakScanner.Hit) in
      !leak.isOwn && origins[number(leak)].map { !commits.have(leak.rule, of: leak.detail, $0.commit) } ?? false
    }
    let old = leaks.filter(isOld)

    var groups = [LeakGroup]()
    var older = old
    let byOrigin = Dictionary(grouping: leaks) { origins[number($0)] }
    for (origin, all) in byOrigin.sorted(by: { number($0.value[0]) < number($1.value[0]) }) {
      let source = try origin?.former.flatMap { try former($0) }
      let new = all.filter { !isOld($0) }
      let left = new.besides((source?.older ?? []).besides(old, by: \.detail), by: \.detail)
      older += new.besides(left, by: \.range)
      groups.append((source, scope == .all ? all : left))
    }
    return (groups, older.sorted { $0.range.lowerBound < $1.range.lowerBound })
  }

  /// A repaired former version; `nil` if it cannot be read, or too many were read.
  private mutating func former(_ version: Blame.FileAtCommit) throws -> RepairedText? {
    if let repaired = versions[version] { return repaired }
    if versions.count >= Self.maxVersions { return nil }
    versions[version] = .some(nil)
    let blob = try repository.git.run(["cat-file", "blob"], "\(version.commit):".bytes + version.path.bytes)
    guard blob.isSuccess else { return nil }
    let repaired = try repaired(blob.output, .commit(version.commit), version.path, .all)
    versions[version] = repaired
    return repaired
  }
}

/// A repaired version of a file.
struct RepairedText {
  let content: [UInt8]
  /// The readable content.
  let text: [UInt8]
  /// The text form of the version before the repair.
  let form: FileText
  /// The repaired places, in ascending order.
  var places: [RepairReport.RepairedPlace] = []
  /// The changed lines, from 0; `nil`: removed.
  var lines: LeakReversal.Outcomes = [:]
  /// The hits that remain in the result, without older ones that were not in scope.
  let left: [LeakScanner.Hit]
  /// The leaks of the version before the repair that are older than their rule.
  let older: [LeakScanner.Hit]
}

/// The lines of a version, from 0, with those that are repaired.
private struct LeakLines {
  private let lines: [ArraySlice<UInt8>]
  private let numbers: TextLines
  /// The leaks by their lines, in ascending order.
  private let leaks: [Int: [LeakScanner.Hit]]
  private(set) var changed: LeakReversal.Outcomes = [:]

  init(_ bytes: [UInt8], _ leaks: [LeakScanner.Hit]) {
    let numbers = TextLines(bytes)
    lines = FileText.lines(of: bytes)
    self.numbers = numbers
    self.leaks = Dictionary(grouping: leaks) { numbers.number(at: $0.range.lowerBound) - 1 }
  }

  func numbers(of leaks: [LeakScanner.Hit]) -> Set<Int> {
    Set(leaks.map { numbers.number(at: $0.range.lowerBound) - 1 })
  }

  var result: [UInt8] {
    Array(lines.enumerated().map { line, bytes in changed[line].map { $0?[...] ?? [] } ?? bytes }.joined())
  }

  mutating func apply(_ outcomes: LeakReversal.Outcomes) {
    for (line, bytes) in outcomes where bytes?[...] != lines[line] { changed[line] = bytes }
  }

  /// The leaks that are no longer in the result. `left`: the hits in the result.
  func places(besides left: [LeakScanner.Hit], _ plan: LeakPlan) -> [RepairReport.RepairedPlace] {
    let kept = lines.indices.filter { changed[$0].map { $0 != nil } ?? true }
    let numbers = TextLines(result)
    let remaining = Dictionary(grouping: left) { kept[numbers.number(at: $0.range.lowerBound) - 1] }
      .mapValues { Set($0.map(\.detail)) }
    return changed.sorted { $0.key < $1.key }.flatMap { line, bytes in
      let leaks = leaks[line] ?? []
      let restored = bytes.map { texts(of: $0, for: leaks.map(\.range), on: lines[line]) }
      return leaks.enumerated().filter { remaining[line]?.contains($1.detail) != true }.map { index, leak in
        RepairReport.RepairedPlace(
          line: line + 1, rule: plan.rule(of: restored?[index], leak), leaked: leak.detail.leaked ?? [],
          isOwn: leak.isOwn, canonical: restored?[index])
      }
    }
  }

  /// The texts of the repaired line in the ranges of the old one: what is between the same bytes around them.
  private func texts(of line: [UInt8], for ranges: [Range<Int>], on old: ArraySlice<UInt8>) -> [[UInt8]] {
    let ends = ranges.dropFirst().map(\.lowerBound) + [old.endIndex]
    var rest = line[...]
    rest.removeFirst(zip(rest, old[..<ranges[0].lowerBound]).prefix { $0 == $1 }.count)
    return zip(ranges, ends).map { range, end in
      let gap = old[range.upperBound..<end]
      let place =
        end < old.endIndex
        ? rest.firstRange(of: gap)
        : rest.endIndex - zip(rest.reversed(), gap.reversed()).prefix { $0 == $1 }.count..<rest.endIndex
      defer { rest = rest[(place?.upperBound ?? rest.startIndex)...] }
      return Array(rest[..<(place?.lowerBound ?? rest.endIndex)])
    }
  }
}
