import Platform
import Rules
import Smudge
import Verify

/// Repairs the leaks of a file: clean, with the newest version of the file that does not hold the leaked text as the
/// source.
struct LeakRepair {
  let repository: VerifyRepository
  let commits: RulesOfCommits
  let rules: Rules
  let scanner: LeakScanner
  let path: Path

  /// The places of a leaked text.
  private struct LeakedText {
    let leaks: [LeakScanner.Hit]
    /// The newest version without it; `nil` if all have it.
    let source: [UInt8]?
    /// Whether it is older than its rule.
    let isOld: Bool
  }

  /// Repairs the cleaned content. `scope`: whether what is older than its rule is repaired, too.
  func repaired(_ content: [UInt8], _ scope: RepairReport.Scope) throws -> RepairedText {
    let form = scanner.text(of: content)
    let texts = try leakedTexts(in: hits(in: form.bytes).filter(\.detail.isRepairable))
    let older = texts.filter(\.isOld).flatMap(\.leaks).sorted { $0.range.lowerBound < $1.range.lowerBound }
    var lines = RepairedLines(form.bytes)
    for text in texts where scope == .all || !text.isOld {
      repair(text, text.source.map(form.alike), in: &lines)
    }
    let result = form.file(with: lines.text)
    if result == nil { lines = RepairedLines(form.bytes) }
    let left = hits(in: lines.text).besides(scope == .all ? [] : older, by: \.detail)
    return RepairedText(content: result ?? content, form: form, lines: lines, left: left, older: older)
  }

  private func hits(in bytes: [UInt8]) -> [LeakScanner.Hit] { scanner.hits(in: bytes, path, .munged) }

  /// The leaks by their texts.
  private func leakedTexts(in leaks: [LeakScanner.Hit]) throws -> [LeakedText] {
    if leaks.isEmpty { return [] }
    var history = try FileHistory(of: path, in: repository)
    return try leaks.grouped { $0.detail.leaked }.map { text, leaks in
      let (source, next) = try history.newest { content in
        !hits(in: scanner.text(of: content).bytes).contains { $0.detail.leaked == text }
      }
      let isOld = next.map { commit in
        leaks.allSatisfy { !$0.isOwn && !commits.have($0.rule, of: $0.detail, commit) }
      }
      return LeakedText(leaks: leaks, source: source, isOld: isOld ?? false)
    }
  }

  /// Repairs the places of a text. A line that clean refuses stays, and is reported.
  private func repair(_ leaked: LeakedText, _ source: [UInt8]?, in lines: inout RepairedLines) {
    let text = lines.text
    let found = hits(in: text).filter { $0.detail.leaked == leaked.leaks[0].detail.leaked }
    let leaks = found.flatMap { Leak.all($0, rules) }.uniqued
    let plan = LeakPlan(leaks, rules, idle: scanner.plan, values: source.map(values) ?? [])
    let numbers = TextLines(text)
    let places = Dictionary(grouping: found) { numbers.number(at: $0.range.lowerBound) - 1 }
    let reversal = LeakReversal(plan.plan, for: path)
    guard let outcomes = try? reversal.outcomes(of: Set(places.keys), in: text, source: source) else { return }
    lines.apply(outcomes, places, plan)
  }

  /// The values of keys in a source that are no leaks.
  private func values(in source: [UInt8]) -> [KeyedText] {
    let leaks = hits(in: source)
    return scanner.keyMatches(in: source).filter { match in !leaks.contains { $0.range.overlaps(match.range) } }
      .map { KeyedText(key: $0.key, text: Array(source[$0.range])) }
  }
}

/// A repaired version of a file.
struct RepairedText {
  let content: [UInt8]
  /// The text form of the version before the repair.
  let form: FileText
  let lines: RepairedLines
  /// The hits that remain in the result, without older ones that were not in scope.
  let left: [LeakScanner.Hit]
  /// The leaks of the version before the repair that are older than their rule.
  let older: [LeakScanner.Hit]
}

/// The lines of a text that is repaired.
struct RepairedLines {
  /// The lines before the repair.
  let before: [ArraySlice<UInt8>]
  /// The line for each of them; `nil` if it is removed.
  private(set) var after: [ArraySlice<UInt8>?]
  /// The repaired places.
  private(set) var places: [RepairReport.RepairedPlace] = []

  init(_ text: [UInt8]) {
    before = FileText.lines(of: text)
    after = before
  }

  /// The repaired text.
  var text: [UInt8] { Array(after.compactMap { $0 }.joined()) }

  /// Takes the outcomes for lines of the text with their leaks, which are in ascending order.
  mutating func apply(_ outcomes: LeakReversal.Outcomes, _ leaks: [Int: [LeakScanner.Hit]], _ plan: LeakPlan) {
    let kept = after.indices.filter { after[$0] != nil }
    let starts = after.compactMap { $0 }.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    for (line, bytes) in outcomes.sorted(by: { $0.key < $1.key }) where bytes?[...] != after[kept[line]] {
      after[kept[line]] = bytes?[...]
      var shift = -starts[line]
      for leak in leaks[line] ?? [] {
        let restored = bytes.flatMap { plan.restored(in: $0.dropFirst(leak.range.lowerBound + shift)) }
        let leaked = leak.detail.leaked ?? []
        shift += (restored?.canonical.count ?? 0) - leaked.count
        places.append(
          RepairReport.RepairedPlace(
            line: kept[line] + 1, rule: restored?.rule ?? leak.rule, leaked: leaked,
            canonical: bytes.map { _ in restored?.canonical ?? [] }))
      }
    }
    places.sort { $0.line < $1.line }
  }
}
