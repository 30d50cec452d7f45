/// The cleaned form of one line.
struct LineResolution {
  /// The bytes to commit; `nil` if the line is dropped.
  let bytes: LensText.Line?
  /// The number of guesses.
  var guesses = 0
  /// The matching line of a source; `nil` for a new or edited line.
  var origin: LineOrigin?
}

/// The resolver of lines: takes each from a source, from the content cleaned by its bytes, or drops it.
struct LineResolver {
  private let text: LensText
  /// The lines cleaned by their bytes, as many as the content has; those with an origin are not used.
  private let cleaned: [LensText.Line]
  private let pairing: SourceAlignment
  private let inserted: Set<Int>
  private let unmatched: UnmatchedLines
  /// The lines of the sources with placeholders by their normalized form; `nil` if the lines of a form differ. A copy of such a
  /// line is that line.
  private lazy var lineByForm: [LensText.Line: LensText.Line?] = {
    let pairs = pairing.alignments.map(\.source.text).flatMap { text in
      text.lines.indices.filter { Placeholder.isContained(in: text.normal[$0]) }
        .map { (text.normal[$0], text.lines[$0] as LensText.Line?) }
    }
    return Dictionary(pairs) { one, other in one == other ? one : nil }
  }()

  /// `inserted`: the lines to drop.
  init(_ text: LensText, _ cleaned: [LensText.Line], _ pairing: SourceAlignment, inserted: Set<Int>) {
    (self.text, self.cleaned, self.pairing, self.inserted) = (text, cleaned, pairing, inserted)
    unmatched = UnmatchedLines(pairing.alignment)
  }

  mutating func resolution(of line: Int) -> LineResolution {
    let guesses = pairing.guessed.contains(line) ? 1 : 0
    if let origin = pairing.origins[line] {
      let isGuess = origin.source == 0 && unmatched.haveRival(of: origin.line)
      let bytes = pairing.alignments[origin.source].source.text.lines[origin.line]
      return LineResolution(bytes: bytes, guesses: isGuess ? 1 : guesses, origin: origin)
    }
    if inserted.contains(line) { return LineResolution(bytes: nil) }
    let kinds = Placeholder.kinds(in: text.normal[line])
    if !kinds.contains(.ambiguous) { return LineResolution(bytes: cleaned[line], guesses: guesses) }
    if !kinds.contains(.sourced), let origin = lineByForm[text.normal[line]] ?? nil {
      return LineResolution(bytes: origin, guesses: guesses)
    }
    return LineResolution(bytes: cleaned[line], guesses: guesses + 1)
  }
}

/// The lines of a source with placeholders that match no line of the content: rivals of matched lines of the same form.
private struct UnmatchedLines {
  /// A line's normalized text and the hash of its ancestors.
  private struct NestedLine: Hashable {
    let path: Int?
    let normal: LensText.Line
  }

  private let source: Layout
  private var lines: [NestedLine: Set<LensText.Line>] = [:]

  init(_ alignment: Alignment) {
    source = alignment.source
    for line in source.lines where alignment.targets[line] == nil && Placeholder.isContained(in: source.text.normal[line]) {
      lines[key(of: line), default: []].insert(source.text.lines[line])
    }
  }

  private func key(of line: Int) -> NestedLine { NestedLine(path: source.paths[line], normal: source.text.normal[line]) }

  /// Whether an unmatched line of the same form and block has other bytes.
  func haveRival(of line: Int) -> Bool {
    guard !lines.isEmpty, Placeholder.isContained(in: source.text.normal[line]), let others = lines[key(of: line)]
    else { return false }
    return others != [source.text.lines[line]]
  }
}
