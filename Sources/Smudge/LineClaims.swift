/// Which lines of the sides of a merge a line of content may be, and which of them it is.
///
/// Two sides may look the same where they are not, so the first that has such a line cannot have the word: git itself
/// has taken the line of the side that changed it, or somebody has taken it along with the lines beside it.
struct LineClaims {
  /// For each source and each line of the content, the line of the source that it may be.
  private let claims: [[Int?]]
  private let sources: [(side: Side, text: LensText)]

  init(_ claims: [[Int?]], _ sources: [(side: Side, text: LensText)]) {
    (self.claims, self.sources) = (claims, sources)
  }

  /// What a line is, and whether that was only one of two possibilities.
  struct Settlement {
    let origin: LensPairing.Origin?
    let isGuess: Bool
  }

  func settled(_ line: Int) -> Settlement {
    guard let ours = claim(.ours, on: line), let theirs = claim(.theirs, on: line), bytes(ours) != bytes(theirs) else {
      return Settlement(origin: sources.indices.lazy.compactMap { origin($0, line) }.first, isGuess: false)
    }
    switch sideBeside(line) ?? sideOfChange(line, ours) {
    case .theirs: return Settlement(origin: theirs, isGuess: false)
    case .ours: return Settlement(origin: ours, isGuess: false)
    case .base, .whole, nil: return Settlement(origin: ours, isGuess: true)
    }
  }

  private func claim(_ side: Side, on line: Int) -> LensPairing.Origin? {
    sources.firstIndex { $0.side == side }.flatMap { origin($0, line) }
  }

  private func origin(_ source: Int, _ line: Int) -> LensPairing.Origin? {
    claims[source][line].map { LensPairing.Origin(source: source, line: $0) }
  }

  private func bytes(_ origin: LensPairing.Origin) -> LensText.Line { sources[origin.source].text.lines[origin.line] }

  /// The side that has taken a line away from what both came from.
  private func sideOfChange(_ line: Int, _ ours: LensPairing.Origin) -> Side? {
    guard let base = claim(.base, on: line), let theirs = claim(.theirs, on: line) else { return nil }
    if bytes(base) == bytes(ours) { return .theirs }
    return bytes(base) == bytes(theirs) ? .ours : nil
  }

  /// The side that alone has a line next to this one: git would not have merged the two without a question.
  private func sideBeside(_ line: Int) -> Side? {
    let above = (0..<line).last { !isDisputed($0) }
    let below = (line + 1..<claims[0].count).first { !isDisputed($0) }
    let sides = [above, below].compactMap { $0.flatMap(onlySide) }
    return sides.allSatisfy { $0 == sides.first } ? sides.first : nil
  }

  private func isDisputed(_ line: Int) -> Bool {
    guard let ours = claim(.ours, on: line), let theirs = claim(.theirs, on: line) else { return false }
    return bytes(ours) != bytes(theirs)
  }

  private func onlySide(_ line: Int) -> Side? {
    switch (claim(.ours, on: line), claim(.theirs, on: line), claim(.base, on: line)) {
    case (.some, nil, nil): .ours
    case (nil, .some, nil): .theirs
    case (_, _, _): nil
    }
  }
}
