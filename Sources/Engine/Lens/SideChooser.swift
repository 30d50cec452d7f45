/// A line of one of several versions.
struct LineOrigin: Equatable {
  /// The index of the version.
  let source: Int
  let line: Int
}

/// Which line of which version each line of some content is, where it may be one of several versions.
///
/// Two sides may look the same where they are not, so the first that has such a line cannot decide: git itself
/// has taken the line of the side that changed it, or a person has taken it along with the lines next to it.
struct SideChooser {
  private let versions: [Alignment]

  init(_ versions: [Alignment]) { self.versions = versions }

  /// What a line is, and whether that was only one of two possibilities.
  func choice(for line: Int) -> (origin: LineOrigin?, isGuess: Bool) {
    guard let (ours, theirs) = dispute(over: line) else {
      return (versions.indices.lazy.compactMap { origin($0, line) }.first, false)
    }
    switch sideBeside(line) ?? sideOfChange(line, ours, theirs) {
    case .theirs: return (theirs, false)
    case .ours: return (ours, false)
    case .base, .whole, nil: return (ours, true)
    }
  }

  /// The lines of both sides, where they differ.
  private func dispute(over line: Int) -> (ours: LineOrigin, theirs: LineOrigin)? {
    guard let ours = origin(.ours, line), let theirs = origin(.theirs, line), bytes(ours) != bytes(theirs) else { return nil }
    return (ours, theirs)
  }

  private func origin(_ side: Stage, _ line: Int) -> LineOrigin? {
    versions.firstIndex { $0.side == side }.flatMap { origin($0, line) }
  }

  private func origin(_ source: Int, _ line: Int) -> LineOrigin? {
    versions[source].origins[line].map { LineOrigin(source: source, line: $0) }
  }

  private func bytes(_ origin: LineOrigin) -> LensText.Line { versions[origin.source].source.text.lines[origin.line] }

  /// The side that has taken a line away from what both came from.
  private func sideOfChange(_ line: Int, _ ours: LineOrigin, _ theirs: LineOrigin) -> Stage? {
    guard let base = origin(.base, line).map(bytes) else { return nil }
    if base == bytes(ours) { return .theirs }
    return base == bytes(theirs) ? .ours : nil
  }

  /// The side that alone has a line next to this one: git would not have merged the two without a question.
  private func sideBeside(_ line: Int) -> Stage? {
    let above = (0..<line).last { dispute(over: $0) == nil }
    let below = (line + 1..<versions[0].origins.count).first { dispute(over: $0) == nil }
    let sides = [above, below].compactMap { $0.flatMap(onlySide) }
    return sides.allSatisfy { $0 == sides.first } ? sides.first : nil
  }

  private func onlySide(_ line: Int) -> Stage? {
    switch (origin(.ours, line), origin(.theirs, line), origin(.base, line)) {
    case (.some, nil, nil): .ours
    case (nil, .some, nil): .theirs
    case (_, _, _): nil
    }
  }
}
