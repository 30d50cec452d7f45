import TestSupport
import Testing

/// Numbers that are the same on every system.
struct SeededNumbersTests {
  @Test func `The numbers are those of splitmix64`() {
    // The values of Java's SplittableRandom and of the reference in C for these seeds.
    var numbers = SeededNumbers(seed: 0)
    #expect((0..<3).map { _ in numbers.next() } == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F])
    var others = SeededNumbers(seed: 1_234_567)
    #expect(others.next() == 6_457_827_717_110_365_317)
  }

  @Test func `A choice is one of the elements, and each of them occurs`() {
    var numbers = SeededNumbers(seed: TestSeed.value)
    let choices = (0..<200).map { _ in numbers.number(below: 5) }
    #expect(Set(choices) == [0, 1, 2, 3, 4], "\(TestSeed.note)")
    #expect(numbers.pick([Int]()) == nil)
    #expect((0..<200).contains { _ in numbers.shuffled([1, 2, 3]) == [3, 1, 2] }, "\(TestSeed.note)")
    #expect((0..<20).allSatisfy { _ in numbers.shuffled([1, 2, 3]).sorted() == [1, 2, 3] })
  }

  @Test func `Sequences of one seed differ, and so do those of two seeds`() {
    let firsts = (0..<4).flatMap { seed in
      (0..<50).map { sequence in
        var numbers = SeededNumbers(seed: UInt64(seed), sequence: sequence)
        return numbers.next()
      }
    }
    #expect(Set(firsts).count == 200)
  }
}
