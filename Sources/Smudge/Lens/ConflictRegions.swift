/// The conflict regions of a file, by git's conflict markers (`git-merge(1)`, "HOW CONFLICTS ARE PRESENTED").
struct ConflictRegions {
  /// The region of a line.
  enum Region: Equatable {
    case outside, marker
    case side(Stage)
  }

  let regions: [Region]

  init(_ lines: [ArraySlice<UInt8>]) {
    var (region, regions): (Region, [Region]) = (.outside, [])
    regions.reserveCapacity(lines.count)
    for line in lines {
      let next = ConflictRegions.region(after: line, in: region)
      regions.append(next == nil ? region : .marker)
      region = next ?? region
    }
    // Without the closing marker the lines are ordinary text.
    self.regions = region == .outside ? regions : lines.map { _ in .outside }
  }

  /// The region after a marker; `nil` for a line that is not a marker, or not one that can follow here.
  private static func region(after line: ArraySlice<UInt8>, in region: Region) -> Region? {
    switch (region, marker(line)) {
    case (.outside, UInt8(ascii: "<")): .side(.ours)
    case (.side(.ours), UInt8(ascii: "|")): .side(.base)
    case (.side(.ours), UInt8(ascii: "=")), (.side(.base), UInt8(ascii: "=")): .side(.theirs)
    case (.side(.theirs), UInt8(ascii: ">")): .outside
    case (_, _): nil
    }
  }

  /// The byte of a conflict marker: seven times the same byte, then a blank or the end of the line.
  private static func marker(_ line: ArraySlice<UInt8>) -> UInt8? {
    guard let first = line.first, line.prefix(while: { $0 == first }).count == 7 else { return nil }
    let rest = line.dropFirst(7).first
    return rest == nil || rest == UInt8(ascii: " ") || rest == UInt8(ascii: "\r") || rest == UInt8(ascii: "\n") ? first : nil
  }

  /// The lines that can be in a version, in order.
  func lines(of side: Stage) -> [Int] {
    regions.indices.filter { side == .whole || regions[$0] == .outside || regions[$0] == .side(side) }
  }
}

/// A stage of a merge (`git-ls-files(1)`, "--unmerged").
package enum Stage: Int, Sendable, CaseIterable {
  /// Stage 0: there is no conflict.
  case whole = 0
  case base, ours, theirs

  /// The order in which versions are searched: ours also has the lines that neither side changed.
  package static let inOrder: [Stage] = [.whole, .ours, .theirs, .base]
}
