/// What becomes of each line of some content that is cleaned with the help of its sources.
struct LineFates {
  enum Fate {
    /// It is a line of a source.
    case origin(LensPairing.Origin, LensText.Line, guesses: Int)
    /// It is new, or was edited.
    case cleaned(LensText.Line, guesses: Int)
    /// It does not belong into the repository.
    case dropped

    var bytes: LensText.Line? {
      switch self {
      case .origin(_, let bytes, _), .cleaned(let bytes, _): bytes
      case .dropped: nil
      }
    }

    /// How often something else could have been meant.
    var guesses: Int {
      switch self {
      case .origin(_, _, let guesses), .cleaned(_, let guesses): guesses
      case .dropped: 0
      }
    }

    var origin: LensPairing.Origin? {
      switch self {
      case .origin(let origin, _, _): origin
      case .cleaned, .dropped: nil
      }
    }
  }

  private let text: LensText
  /// As many lines as the content has; those that have an origin do not count.
  private let cleaned: [LensText.Line]
  private let pairing: LensPairing
  private let sources: [LensText]
  private let dropped: Set<Int>
  private let orphans: Orphans
  private lazy var onlyOrigins = OnlyOrigins(sources)

  init(_ text: LensText, _ cleaned: [LensText.Line], _ pairing: LensPairing, _ sources: [LensText], dropped: Set<Int>) {
    (self.text, self.cleaned, self.pairing, self.sources, self.dropped) = (text, cleaned, pairing, sources, dropped)
    orphans = Orphans(sources[0], pairing)
  }

  mutating func fate(of line: Int) -> Fate {
    if let origin = pairing.origins[line] {
      let isGuess = orphans.isRival(origin) || pairing.guessed.contains(line)
      return .origin(origin, sources[origin.source].lines[origin.line], guesses: isGuess ? 1 : 0)
    }
    if dropped.contains(line) { return .dropped }
    let missed = pairing.guessed.contains(line) ? 1 : 0
    let kinds = Placeholder.kinds(in: text.normal[line])
    if !kinds.contains(.ambiguous) { return .cleaned(cleaned[line], guesses: missed) }
    if !kinds.contains(.sourced), let origin = onlyOrigins.line(showing: text.normal[line]) {
      return .cleaned(origin, guesses: missed)
    }
    return .cleaned(cleaned[line], guesses: missed + 1)
  }

  /// The only line behind what several lines of the sources show: whoever copies one means that.
  private struct OnlyOrigins {
    private let origins: [LensText.Line: LensText.Line?]

    init(_ texts: [LensText]) {
      let pairs = texts.flatMap { zip($0.normal, $0.lines.map { $0 as LensText.Line? }) }
      origins = Dictionary(pairs) { one, other in one == other ? one : nil }
    }

    func line(showing normal: LensText.Line) -> LensText.Line? { origins[normal] ?? nil }
  }
}
