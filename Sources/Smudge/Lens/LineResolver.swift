import Platform

/// The resolver of lines: takes each from a source, from the content cleaned by its bytes, or drops it.
struct LineResolver {
  /// The content.
  private let text: LensText
  /// The lines cleaned by their bytes, as many as the content has; those with an origin are not used.
  private let cleaned: [LensText.Line]
  /// The alignment with the sources.
  private let pairing: SourceAlignment
  /// The lines to drop.
  private let inserted: Set<Int>
  /// The lines of the sources with placeholders by their normalized form; `nil` if the lines of a form differ. A copy
  /// of such a line is that line.
  private lazy var lineByForm: [LensText.Line: LensText.Line?] = {
    let pairs = pairing.alignments.map(\.source.text).flatMap { text in
      let lines = text.lines.indices.filter { Placeholder.isContained(in: text.normal[$0]) }
      return lines.map { (text.normal[$0], Optional(text.lines[$0])) }
    }
    return Dictionary(pairs) { one, other in one == other ? one : nil }
  }()

  /// Prepares the choice for each line. `inserted`: the lines to drop.
  init(_ text: LensText, _ cleaned: [LensText.Line], _ pairing: SourceAlignment, inserted: Set<Int>) {
    self.text = text
    self.cleaned = cleaned
    self.pairing = pairing
    self.inserted = inserted
  }

  /// The cleaned form of a line, `nil` if it is dropped, and the number of guesses in it.
  mutating func resolution(of line: Int) -> (bytes: LensText.Line?, guesses: Int) {
    let guesses = pairing.guessed.contains(line) ? 1 : 0
    if let origin = pairing.origins[line] { return (pairing.alignments.bytes(origin), guesses) }
    if inserted.contains(line) { return (nil, 0) }
    let kinds = Placeholder.kinds(in: text.normal[line])
    if !kinds.contains(.ambiguous) { return (cleaned[line], guesses) }
    if !kinds.contains(.sourced), let origin = lineByForm[text.normal[line]] ?? nil { return (origin, guesses) }
    return (cleaned[line], guesses + 1)
  }
}
