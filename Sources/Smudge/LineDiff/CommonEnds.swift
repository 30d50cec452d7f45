import Platform

/// The equal lines at the beginning and the end of two versions, and the lines between them on both sides.
struct CommonEnds {
  let content: Range<Int>
  let source: Range<Int>

  /// The longest equal ends that do not overlap.
  init(_ content: [ArraySlice<UInt8>], _ source: [ArraySlice<UInt8>]) {
    let shorter = min(content.count, source.count)
    let head = (0..<shorter).first { !content[$0].hasSameBytes(as: source[$0]) } ?? shorter
    let tail = (0..<shorter - head).first {
      !content[content.count - 1 - $0].hasSameBytes(as: source[source.count - 1 - $0])
    }
    self.init(head: head, tail: tail ?? shorter - head, content.count, source.count)
  }

  private init(head: Int, tail: Int, _ content: Int, _ source: Int) {
    self.content = head..<content - tail
    self.source = head..<source - tail
  }

  /// The ends whose lines have equal ancestors as well (those at the beginning always do), up to a line that occurs
  /// once on either side within its block.
  ///
  /// A line next to an edit can be one of several equal ones, as the last `t` of `x t t u` for `t u`; which of them is
  /// the old one is left to the other passes.
  func anchored(_ content: [Int], _ source: [Int]) -> CommonEnds {
    let head = self.content.lowerBound
    let tail = content.count - self.content.upperBound
    let sameTail = (0..<tail).first { content[content.count - 1 - $0] != source[source.count - 1 - $0] } ?? tail
    func isUnique(_ line: Int) -> Bool {
      [content, source].allSatisfy { $0.firstIndex(of: content[line]) == $0.lastIndex(of: content[line]) }
    }
    let last = (0..<head).suffix(CommonEnds.maxTests).last(where: isUnique)
    let first = (content.count - sameTail..<content.count).prefix(CommonEnds.maxTests).first(where: isUnique)
    return CommonEnds(
      head: (last ?? -1) + 1, tail: content.count - (first ?? content.count), content.count, source.count)
  }

  /// The number of lines that are tested, each in linear time; if none of them is unique, the end is not used.
  private static let maxTests = 100
}
