/// Lines of a source that the content does not show any more, where each could be the one that another is taken for.
struct Orphans {
  private struct Place: Hashable {
    let path: Int
    let normal: LensText.Line
  }

  private let source: LensText
  private let paths: [Int]
  private var lines: [Place: Set<LensText.Line>] = [:]

  /// Of the first source.
  init(_ source: LensText, _ pairing: LensPairing) {
    (self.source, paths) = (source, pairing.view.sourceOutline.paths)
    let targets = pairing.view.targets
    for line in source.lines.indices where targets[line] == nil && Placeholder.isThere(in: source.normal[line]) {
      lines[place(of: line), default: []].insert(source.lines[line])
    }
  }

  private func place(of line: Int) -> Place { Place(path: paths[line], normal: source.normal[line]) }

  /// Whether another line of the same look, at the same place, was something else.
  func isRival(_ origin: LensPairing.Origin) -> Bool {
    guard origin.source == 0, !lines.isEmpty, let others = lines[place(of: origin.line)] else { return false }
    return others != [source.lines[origin.line]]
  }
}
