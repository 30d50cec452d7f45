/// Which side of a merge a version is, and what of a file in conflict belongs to it.
enum Stage: Int, Sendable, CaseIterable {
  /// There is no conflict. Numbers are those of the stages of the index (`git-ls-files(1)`).
  case whole = 0
  case base, ours, theirs

  /// In which order versions are asked: ours has what nobody has touched, too.
  static let inOrder: [Stage] = [.whole, .ours, .theirs, .base]
}

/// The parts of a file that git has left in conflict.
struct ConflictRegions {
  enum Region: Equatable {
    case outside, marker
    case side(Stage)
  }

  let regions: [Region]

  init(_ lines: [ArraySlice<UInt8>]) {
    var (region, regions): (Region, [Region]) = (.outside, [])
    regions.reserveCapacity(lines.count)
    for line in lines {
      let next = ConflictRegions.region(behind: line, in: region)
      regions.append(next == nil ? region : .marker)
      region = next ?? region
    }
    // A marker that is never closed is somebody's text.
    self.regions = region == .outside ? regions : lines.map { _ in .outside }
  }

  /// Where a marker leads; `nil` for a line that is none, or none that can stand here.
  private static func region(behind line: ArraySlice<UInt8>, in region: Region) -> Region? {
    switch (region, marker(line)) {
    case (.outside, UInt8(ascii: "<")): .side(.ours)
    case (.side(.ours), UInt8(ascii: "|")): .side(.base)
    case (.side(.ours), UInt8(ascii: "=")), (.side(.base), UInt8(ascii: "=")): .side(.theirs)
    case (.side(.theirs), UInt8(ascii: ">")): .outside
    case (_, _): nil
    }
  }

  /// Seven of one byte, then the end of the line or a blank (`git-merge(1)`).
  private static func marker(_ line: ArraySlice<UInt8>) -> UInt8? {
    guard let first = line.first, line.prefix(while: { $0 == first }).count == 7 else { return nil }
    let rest = line.dropFirst(7).first
    return rest == nil || rest == UInt8(ascii: " ") || rest == UInt8(ascii: "\r") || rest == UInt8(ascii: "\n") ? first : nil
  }

  /// The lines that a version may have had, in their order.
  func lines(of side: Stage) -> [Int] {
    regions.indices.filter { side == .whole || regions[$0] == .outside || regions[$0] == .side(side) }
  }
}
