/// What becomes of a line of some content that is cleaned with the help of its sources.
struct LineResolution {
  /// `nil`: it does not belong into the repository.
  let bytes: LensText.Line?
  /// How often something else could have been meant.
  var guesses = 0
  /// The line of a source that it is; `nil` where it is new, or was edited.
  var origin: LineOrigin?
}

/// Finds out what becomes of lines.
struct LineResolver {
  private let text: LensText
  /// As many lines as the content has; those that have an origin do not count.
  private let cleaned: [LensText.Line]
  private let pairing: SourceAlignment
  private let inserted: Set<Int>
  private let unmatched: UnmatchedLines
  private lazy var onlyOrigins = OnlyOrigins(pairing.alignments.map(\.source.text))

  /// `inserted`: lines to drop.
  init(_ text: LensText, _ cleaned: [LensText.Line], _ pairing: SourceAlignment, inserted: Set<Int>) {
    (self.text, self.cleaned, self.pairing, self.inserted) = (text, cleaned, pairing, inserted)
    unmatched = UnmatchedLines(pairing.alignment)
  }

  mutating func resolution(of line: Int) -> LineResolution {
    let guesses = pairing.guessed.contains(line) ? 1 : 0
    if let origin = pairing.origins[line] {
      let isGuess = origin.source == 0 && unmatched.holdRival(of: origin.line)
      let bytes = pairing.alignments[origin.source].source.text.lines[origin.line]
      return LineResolution(bytes: bytes, guesses: isGuess ? 1 : guesses, origin: origin)
    }
    if inserted.contains(line) { return LineResolution(bytes: nil) }
    let kinds = Placeholder.kinds(in: text.normal[line])
    if !kinds.contains(.ambiguous) { return LineResolution(bytes: cleaned[line], guesses: guesses) }
    if !kinds.contains(.sourced), let origin = onlyOrigins.line(showing: text.normal[line]) {
      return LineResolution(bytes: origin, guesses: guesses)
    }
    return LineResolution(bytes: cleaned[line], guesses: guesses + 1)
  }

  /// The only line that several lines of the sources show alike: a copy of one means that.
  private struct OnlyOrigins {
    private let origins: [LensText.Line: LensText.Line?]

    init(_ texts: [LensText]) {
      let pairs = texts.flatMap { zip($0.normal, $0.lines.map { $0 as LensText.Line? }) }
      origins = Dictionary(pairs) { one, other in one == other ? one : nil }
    }

    func line(showing normal: LensText.Line) -> LensText.Line? { origins[normal] ?? nil }
  }
}

/// Lines of a source that the content does not show any more, where each could be the one that another is taken for.
private struct UnmatchedLines {
  private struct NestedLine: Hashable {
    let path: Int?
    let normal: LensText.Line
  }

  private let source: Layout
  private var lines: [NestedLine: Set<LensText.Line>] = [:]

  init(_ alignment: Alignment) {
    source = alignment.source
    for line in source.lines where alignment.targets[line] == nil && Placeholder.isThere(in: source.text.normal[line]) {
      lines[place(of: line), default: []].insert(source.text.lines[line])
    }
  }

  private func place(of line: Int) -> NestedLine { NestedLine(path: source.paths[line], normal: source.text.normal[line]) }

  /// Whether another line of the same look, at the same place, was something else.
  func holdRival(of line: Int) -> Bool {
    guard !lines.isEmpty, let others = lines[place(of: line)] else { return false }
    return others != [source.text.lines[line]]
  }
}
