import Smudge
import Verify

/// The state of the repair of one version, line by line.
struct LineRepair {
  /// The lines with a leak, from 0.
  let wanted: Set<Int>
  private let lines: [ArraySlice<UInt8>]
  private let bytes: [UInt8]
  private let leaks: [LeakScanner.Hit]
  private let plan: LeakPlan
  /// Used to find the values of keys.
  private let scanner: LeakScanner
  /// By line, from 0; `nil`: the line is removed.
  private var changed: [Int: [UInt8]?] = [:]
  private var guessed: Set<Int> = []
  /// The source of a line, with the lines in it.
  private var sources: [Int: (text: RepairedText, lines: [Int])] = [:]

  /// `bytes`: the readable content.
  init(_ bytes: [UInt8], _ leaks: [LeakScanner.Hit], _ plan: LeakPlan, _ scanner: LeakScanner) {
    (self.bytes, self.leaks, self.plan, self.scanner) = (bytes, leaks, plan, scanner)
    lines = FileText.lines(of: bytes)
    let numbers = TextLines(bytes)
    wanted = Set(leaks.map { numbers.number(at: $0.range.lowerBound) - 1 })
  }

  mutating func add(_ outcomes: [Int: LeakReversal.LineOutcome], _ source: RepairedText?) {
    for (line, outcome) in outcomes {
      switch outcome {
      case .dropped: changed[line] = .some(nil)
      case .line(let bytes, .bytes): changed[line] = bytes
      case .line(let bytes, .guess):
        changed[line] = bytes
        guessed.insert(line)
      case .line(let bytes, .source(let lines)):
        changed[line] = bytes
        guard let source else { continue }
        sources[line] = (source, lines)
        if !source.guessed.isDisjoint(with: lines) { guessed.insert(line) }
      }
    }
  }

  var result: [UInt8] {
    Array(lines.enumerated().map { line, bytes in changed[line].map { $0?[...] ?? [] } ?? bytes }.joined())
  }

  /// `content`: the content of the repaired file; `left`: the hits that remain; `commits`: the commits that added lines.
  func finished(
    _ content: [UInt8], _ form: FileText, left: [LeakScanner.Hit], _ commits: [Int: String]
  ) -> RepairedText {
    let result = result
    let (before, after) = (TextLines(bytes), TextLines(result))
    let kept = lines.indices.filter { !isGone($0) }
    var repaired = RepairedText(content, result, left: left)
    (repaired.form, repaired.lines) = (form, changed)
    repaired.guessed = Set(kept.indices.filter { guessed.contains(kept[$0]) })
    // The remaining hits, by their lines before the repair.
    var marks: Set<RepairedText.LeakMark> = []
    for hit in left where hit.detail.isRepairable {
      let line = after.number(at: hit.range.lowerBound) - 1
      marks.insert(RepairedText.LeakMark(line: kept[line], detail: hit.detail))
      guard hit.detail.kind == .foreignValue, changed[kept[line]] != nil else { continue }
      repaired.staying[RepairedText.LeakMark(line: line, detail: hit.detail)] = .some(since(kept[line], hit.detail, commits))
    }
    let values = Values(before: values(bytes).filter { !isGone(before.number(at: $0.lowerBound) - 1) }, after: values(result))
    repaired.places = leaks.compactMap { leak in
      let line = before.number(at: leak.range.lowerBound) - 1
      if marks.contains(RepairedText.LeakMark(line: line, detail: leak.detail)) { return nil }
      return place(leak, line, values.after(leak).map { Array(result[$0]) })
    }
    return repaired
  }

  private func isGone(_ line: Int) -> Bool { changed[line].map { $0 == nil } ?? false }

  /// The commit that added a text; the source can have it already.
  private func since(_ line: Int, _ detail: Finding.Detail, _ commits: [Int: String]) -> String? {
    let earlier = sources[line].flatMap { source in
      source.lines.lazy.compactMap { source.text.staying[RepairedText.LeakMark(line: $0, detail: detail)] }.first
    }
    return earlier ?? commits[line]
  }

  /// `value`: the new value of a key; `nil` if the leak is not a whole value.
  private func place(_ leak: LeakScanner.Hit, _ line: Int, _ value: [UInt8]?) -> RepairedText.RepairedPlace? {
    if isGone(line) { return RepairedText.RepairedPlace(hit: leak, line: line + 1, rule: leak.rule, outcome: .gone) }
    if changed[line] == nil { return nil }
    let canonical = value ?? plan.canonical(of: leak)
    let choices = plan.choices(for: leak)
    let certainty: RepairReport.Certainty = guessed.contains(line) && choices > 1 ? .guess(of: choices) : .sure
    return RepairedText.RepairedPlace(
      hit: leak, line: line + 1, rule: plan.rule(of: canonical, leak), outcome: .canonical(canonical ?? [], certainty))
  }

  private func values(_ bytes: [UInt8]) -> [Range<Int>] { scanner.keyMatches(in: bytes).map(\.range) }

  /// Maps values of keys to their ranges in the result; their order does not change.
  private struct Values {
    private let places: [Range<Int>: Range<Int>]

    init(before: [Range<Int>], after: [Range<Int>]) {
      let pairs = before.count == after.count ? Array(zip(before, after)) : []
      places = Dictionary(pairs, uniquingKeysWith: { one, _ in one })
    }

    /// The range of the value in the result, if the leak is a whole value.
    func after(_ leak: LeakScanner.Hit) -> Range<Int>? { places[leak.range] }
  }
}
