/// A line of one of the sources.
struct LineOrigin: Equatable {
  /// The index of the source.
  let source: Int
  /// The index of the line in the source.
  let line: Int
}

// The choice of a source for each line of content, among the sides of a merge.
//
// Lines of two sides can be equal after smudge and differ in the repository. The line is then that of the side that
// changed it, because git takes that one in a merge, or that of the side of the lines next to it.
extension [Alignment] {
  /// The origin of a line, and whether it is a guess between two sides.
  func choice(for line: Int) -> (origin: LineOrigin?, isGuess: Bool) {
    if count == 1 { return (origin(0, line), false) }
    guard let (ours, theirs) = disagreement(on: line) else {
      return (indices.lazy.compactMap { origin($0, line) }.first, false)
    }
    let side = sideOfNeighbours(line) ?? sideOfChange(line, ours, theirs)
    return (side == .theirs ? theirs : ours, side == nil)
  }

  /// The lines of both sides, if they differ.
  private func disagreement(on line: Int) -> (ours: LineOrigin, theirs: LineOrigin)? {
    guard let ours = origin(.ours, line), let theirs = origin(.theirs, line), bytes(ours) != bytes(theirs) else {
      return nil
    }
    return (ours, theirs)
  }

  /// The line of one side, or `nil`.
  private func origin(_ side: Stage, _ line: Int) -> LineOrigin? {
    firstIndex { $0.side == side }.flatMap { origin($0, line) }
  }

  /// The line of one source, or `nil`.
  private func origin(_ source: Int, _ line: Int) -> LineOrigin? {
    self[source].origins[line].map { LineOrigin(source: source, line: $0) }
  }

  /// The bytes of a line of a source.
  func bytes(_ origin: LineOrigin) -> LensText.Line { self[origin.source].source.text.lines[origin.line] }

  /// The side that changed a line of the base.
  private func sideOfChange(_ line: Int, _ ours: LineOrigin, _ theirs: LineOrigin) -> Stage? {
    guard let base = origin(.base, line).map(bytes) else { return nil }
    if base == bytes(ours) { return .theirs }
    return base == bytes(theirs) ? .ours : nil
  }

  /// The side that alone has the next line above or below: without a conflict, git merges neighbouring lines from one
  /// side.
  private func sideOfNeighbours(_ line: Int) -> Stage? {
    let above = (0..<line).last { disagreement(on: $0) == nil }
    let below = (line + 1..<self[0].origins.count).first { disagreement(on: $0) == nil }
    let sides = [above, below].compactMap { $0.flatMap(onlySide) }
    return sides.allSatisfy { $0 == sides.first } ? sides.first : nil
  }

  /// The side that alone has a line.
  private func onlySide(_ line: Int) -> Stage? {
    let isOurs = origin(.ours, line) != nil
    if isOurs == (origin(.theirs, line) != nil) || origin(.base, line) != nil { return nil }
    return isOurs ? .ours : .theirs
  }
}
