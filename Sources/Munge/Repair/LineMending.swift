import Smudge

/// One version of a file while what leaked into it is being taken back, line by line.
struct LineMending {
  private let lines: [ArraySlice<UInt8>]
  private let bytes: [UInt8]
  private let leaks: [LeakScanner.Hit]
  private let plan: LeakPlan
  /// Finds the values of keys.
  private let idle: Lexicon
  /// From 0; `nil`: the line goes.
  private var changed: [Int: [UInt8]?] = [:]
  private var guessed: Set<Int> = []

  /// `bytes`: as texts can be found in them.
  init(_ bytes: [UInt8], _ leaks: [LeakScanner.Hit], _ plan: LeakPlan, _ idle: Lexicon) {
    (self.bytes, self.leaks, self.plan, self.idle) = (bytes, leaks, plan, idle)
    lines = FileText.lines(of: bytes)
  }

  /// `unsure`: lines of the source for which nothing vouched either.
  mutating func add(_ outcomes: [Int: Retraction.Outcome], unsure: Set<Int>) {
    for (line, outcome) in outcomes {
      switch outcome {
      case .dropped: changed[line] = .some(nil)
      case .line(let bytes, let ground):
        changed[line] = bytes
        switch ground {
        case .bytes: break
        case .source(let lines): if !unsure.isDisjoint(with: lines) { guessed.insert(line) }
        case .guess: guessed.insert(line)
        }
      }
    }
  }

  var result: [UInt8] {
    Array(lines.enumerated().map { line, bytes in changed[line].map { $0?[...] ?? [] } ?? bytes }.joined())
  }

  /// `content`: the result as the file has it; `left`: what still stands in the result.
  func mended(_ content: [UInt8], _ form: FileText, left: [LeakScanner.Hit]) -> Mended {
    let result = result
    var mended = Mended(content, result, left: left)
    (mended.form, mended.lines) = (form, changed)
    mended.guessed = Set(guessed.map(lineInResult))
    mended.places = places(in: result, left)
    return mended
  }

  private func lineInResult(_ line: Int) -> Int { line - changed.count { $0.key < line && $0.value == nil } }

  private func isGone(_ line: Int) -> Bool { changed[line].map { $0 == nil } ?? false }

  private func places(in result: [UInt8], _ left: [LeakScanner.Hit]) -> [Mended.Place] {
    let (before, after) = (TextLines(bytes), TextLines(result))
    let values = Values(before: values(bytes, before).filter { !isGone($0.line) }, after: values(result, after))
    return leaks.compactMap { leak in
      let line = before.number(at: leak.range.lowerBound) - 1
      if isGone(line) { return Mended.Place(hit: leak, line: line + 1, rule: leak.rule, outcome: .gone) }
      let isLeft = left.contains { $0.isSame(as: leak) && after.number(at: $0.range.lowerBound) - 1 == lineInResult(line) }
      if isLeft || changed[line] == nil { return nil }
      let canonical = values.after(leak).map { Array(result[$0]) } ?? plan.canonical(of: leak)
      let choices = plan.choices(for: leak)
      let certainty: RepairReport.Certainty = guessed.contains(line) && choices > 1 ? .guess(of: choices) : .sure
      return Mended.Place(
        hit: leak, line: line + 1, rule: plan.rule(of: canonical, leak), outcome: .canonical(canonical ?? [], certainty))
    }
  }

  private func values(_ bytes: [UInt8], _ lines: TextLines) -> [Values.Value] {
    idle.keyedValues(in: bytes).map { Values.Value(range: $0.range, line: lines.number(at: $0.range.lowerBound) - 1) }
  }

  /// Values of keys, and where each of them is in the result: their order stays.
  private struct Values {
    struct Value {
      let range: Range<Int>
      let line: Int
    }

    let before: [Value]
    let after: [Value]

    /// What has become of the value that is a leaked text as a whole.
    func after(_ leak: LeakScanner.Hit) -> Range<Int>? {
      guard before.count == after.count, let index = before.firstIndex(where: { $0.range == leak.range }) else { return nil }
      return after[index].range
    }
  }
}
