import TestSupport

@testable import Smudge

struct LineDiffTests {
  /// The pairs of a diff, `SOURCE-CONTENT`; each character is a line.
  private func pairs(_ source: String, _ content: String, _ ties: LineDiff.Ties) -> String {
    let diff = LineDiff(content: numbers(content)[...], source: numbers(source)[...], ties: ties)
    return diff.pairs.map { "\($0.source)-\($0.content)" }.joined(separator: " ")
  }

  private func numbers(_ text: String) -> [Int] { text.utf8.map(Int.init) }

  @Test(arguments: LineDiff.Ties.allCases)
  func `A diff has as many pairs as the longest common subsequence without anchors, in order`(ties: LineDiff.Ties) {
    var generator = SeededGenerator(salt: "line diff \(ties)")
    for _ in 0..<500 {
      // Each line twice, so that none is an anchor.
      let lines = (0..<2).map { _ in
        (0..<Int.random(in: 0...8, using: &generator)).map { _ in Int.random(in: 0...2, using: &generator) }
      }
      let (source, content) = (lines[0] + lines[0], lines[1] + lines[1])
      let diff = LineDiff(content: content[...], source: source[...], ties: ties)
      let note = Comment(rawValue: "\(source) to \(content); \(TestSeed.note)")
      #expect(diff.pairs.count == longest(source, content), note)
      #expect(diff.pairs.allSatisfy { source[$0.source] == content[$0.content] }, note)
      let isInOrder = zip(diff.pairs, diff.pairs.dropFirst()).allSatisfy {
        $0.source < $1.source && $0.content < $1.content
      }
      #expect(isInOrder && !diff.isCut, note)
    }
  }

  @Test(arguments: LineDiff.Ties.allCases)
  func `A gap with too many pairs matches at its ends alone`(ties: LineDiff.Ties) {
    let middle = Array(repeatElement([1, 2], count: 600).joined())
    let (content, source) = ([3, 3] + middle + [4, 4], [3, 3] + middle.reversed() + [4, 4])
    let diff = LineDiff(content: content[...], source: source[...], ties: ties)
    #expect(diff.pairs.count == 4)
    #expect(diff.isCut)
  }

  /// The length of the longest common subsequence, row by row.
  private func longest(_ one: [Int], _ other: [Int]) -> Int {
    var row = [Int](repeating: 0, count: other.count + 1)
    for element in one {
      var next = [0]
      for (index, candidate) in other.enumerated() {
        next.append(element == candidate ? row[index] + 1 : max(row[index + 1], next[index]))
      }
      row = next
    }
    return row.last ?? 0
  }
}
