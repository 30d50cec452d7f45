/// Lines and values of a source that nobody shows any more, where each could be the one that another is taken for.
struct Orphans {
  private struct Place: Hashable {
    let path: Int
    let normal: LensText.Line
  }

  private struct Look: Hashable {
    let key: Int
    let normal: [UInt8]
    let object: ArraySlice<UInt8>?
  }

  private let source: LensText
  private let paths: [Int]
  private var lines: [Place: Set<LensText.Line>] = [:]
  private var values: [Look: Set<LensText.Line>] = [:]

  /// Of the first source.
  init(_ source: LensText, _ pairing: LensPairing) {
    (self.source, paths) = (source, pairing.view.sourceOutline.paths)
    let targets = pairing.view.targets
    for line in source.lines.indices where targets[line] == nil && Placeholder.isThere(in: source.normal[line]) {
      lines[place(of: line), default: []].insert(source.lines[line])
    }
    let paired = pairing.pairedInSource
    // A line that is gone from a block which is still there was taken away from that.
    let isGone = { (line: Int) in pairing.view.sourceOutline.parents[line].map { targets[$0] == nil } ?? false }
    for (index, value) in source.values.enumerated() where targets[value.line] == nil && !paired.contains(index) {
      guard Placeholder.isThere(in: value.normal[...]), isGone(value.line) else { continue }
      let look = Look(key: value.site.key, normal: value.normal, object: pairing.view.sourceObjects[value.line])
      values[look, default: []].insert(source.bytes[value.site.value])
    }
  }

  private func place(of line: Int) -> Place { Place(path: paths[line], normal: source.normal[line]) }

  /// Whether another line of the same look, at the same place, was something else.
  func isRival(_ origin: LensPairing.Origin) -> Bool {
    guard origin.source == 0, !lines.isEmpty, let others = lines[place(of: origin.line)] else { return false }
    return others != [source.lines[origin.line]]
  }

  /// Whether a new line has a value of several meanings that was something else in a line that is gone.
  func isMissed(_ line: Int, _ text: LensText, _ pairing: LensPairing) -> Bool {
    if values.isEmpty || !text.isSourced(line) { return false }
    return text.indices(ofValuesOn: line).contains { index in
      let value = text.values[index]
      guard !pairing.paired.contains(index), let place = pairing.view.places[line] else { return false }
      let look = Look(key: value.site.key, normal: value.normal, object: pairing.view.objects[place])
      return (values[look] ?? []).contains { Placeholder.isAll(of: value.normal, insteadOf: $0) }
    }
  }
}
