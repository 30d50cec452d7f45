import TestSupport

@testable import Smudge

struct PatienceDiffTests {
  @Test(arguments: [(500, 999), (512, 1023), (513, 0)])
  func `A gap without unique lines is matched up to a number of pairs`(count: Int, matched: Int) {
    let lines = Array(repeatElement([1, 2], count: count).joined())
    #expect(align(LineInterner(content: lines, source: lines.reversed())).count == matched)
  }

  @Test func `The pairs in order are the longest subsequence`() {
    var generator = SeededGenerator(salt: "in order")
    for _ in 0..<300 {
      let sources = Array(0..<Int.random(in: 0...9, using: &generator)).shuffled(using: &generator)
      let run = zip(0..., sources).map { LinePair(content: $0, source: $1) }.inOrder()
      #expect(isAscending(run.map(\.content)) && isAscending(run.map(\.source)), "\(sources): \(TestSeed.note)")
      #expect(run.allSatisfy { sources[$0.content] == $0.source })
      #expect(run.count == longest(sources[...], Array(0..<sources.count)[...]), "\(sources): \(TestSeed.note)")
    }
  }

  @Test(arguments: [
    ("the same", "abc", "abc", "0-0 1-1 2-2"), ("nothing in common", "abc", "xyz", ""),
    ("a unique line", "xxaxx", "xaxxx", "0-0 2-1 3-2 4-3"), ("the first of equal ones", "axb", "axbxb", "0-0 1-1 2-2"),
    ("a line added before what begins alike", "ab", "nabab", "0-1 1-2"),
    ("no unique line", "abab", "baba", "0-1 1-2 2-3"),
  ])
  func `Lines match in order`(what: String, source: String, content: String, expected: String) {
    let pairs = align(LineInterner(content: Array(content), source: Array(source)))
    #expect(pairs.map { "\($0.source)-\($0.content)" }.joined(separator: " ") == expected, "\(what)")
  }

  @Test func `Deeply nested gaps are not split further`() {
    // At each level one number is unique, and after it follows one that occurred twice before: 7, 8, 9, ...
    func nested(_ ends: [Int]) -> [Int] { (7..<2000).flatMap { ends + [$0 + 1, $0] } + ends }
    let classes = LineInterner(content: nested([1, 2]), source: nested([2, 1]))
    let pairs = align(classes)
    #expect(pairs.count > 9)
    #expect(isAscending(pairs.map { $0.content }) && isAscending(pairs.map { $0.source }))
  }

  private func align(_ classes: LineInterner) -> [LinePair] {
    let (content, source) = (Array(classes.content.indices), Array(classes.source.indices))
    return PatienceDiff.pairs(in: PatienceDiff.Gap(content: content[...], source: source[...]), classes)
  }

  private func isAscending(_ numbers: [Int]) -> Bool { zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 } }

  /// The length of the longest common subsequence, row by row.
  private func longest(_ one: ArraySlice<Int>, _ other: ArraySlice<Int>) -> Int {
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
