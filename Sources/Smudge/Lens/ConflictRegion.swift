import Platform

/// The region of a line in a file with git's conflict markers (`git-merge(1)`, "HOW CONFLICTS ARE PRESENTED").
enum ConflictRegion: Equatable {
  /// The lines outside of conflicts, and the lines of markers.
  case outside, marker
  /// The lines of one side.
  case side(Stage)

  /// The region of each line.
  static func regions(of lines: [ArraySlice<UInt8>]) -> [ConflictRegion] {
    var region = ConflictRegion.outside
    var regions: [ConflictRegion] = []
    regions.reserveCapacity(lines.count)
    for line in lines {
      let next = region.after(line)
      regions.append(next == nil ? region : .marker)
      region = next ?? region
    }
    // Without the closing marker the lines are ordinary text.
    return region == .outside ? regions : lines.map { _ in .outside }
  }

  /// The region after a marker; `nil` for a line that is not a marker, or not one that can follow here.
  private func after(_ line: ArraySlice<UInt8>) -> ConflictRegion? {
    switch ConflictRegion.marker(line) {
    case .lessThan: self == .outside ? .side(.ours) : nil
    case UInt8(ascii: "|"): self == .side(.ours) ? .side(.base) : nil
    case .equals: self == .side(.ours) || self == .side(.base) ? .side(.theirs) : nil
    case UInt8(ascii: ">"): self == .side(.theirs) ? .outside : nil
    default: nil
    }
  }

  /// The byte of a conflict marker: seven times the same byte, then a blank or the end of the line.
  private static func marker(_ line: ArraySlice<UInt8>) -> UInt8? {
    guard let first = line.first, line.prefix(while: { $0 == first }).count == 7 else { return nil }
    return line.dropFirst(7).first.map(ByteSet(" \r\n").contains) ?? true ? first : nil
  }
}

/// A stage of a merge (`git-ls-files(1)`, "--unmerged").
package enum Stage: Int, Sendable, CaseIterable {
  /// The stage 0, of a file without a conflict.
  case whole = 0
  /// The common ancestor, and both sides.
  case base, ours, theirs

  /// The order in which versions are searched: ours also has the lines that neither side changed.
  package static let inOrder: [Stage] = [.whole, .ours, .theirs, .base]
}
