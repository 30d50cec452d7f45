/// Repeatable random numbers: splitmix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
/// Generators", 2014).
///
/// Choices are made here instead of by the standard library: one seed must give the same choices on every system and
/// with every version of Swift.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// One of many sequences with the same seed.
  init(seed: UInt64, sequence: Int) {
    var numbers = SeededNumbers(seed: seed)
    state = numbers.next() ^ (UInt64(truncatingIfNeeded: sequence) &* 0xD1B5_4A32_D192_ED03)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// From 0; `limit` is at least 1.
  mutating func number(below limit: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(limit)).high) }

  /// True once in `count` times.
  mutating func oneIn(_ count: Int) -> Bool { number(below: count) == 0 }

  /// `nil` for an empty array.
  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[number(below: elements.count)]
  }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var result = elements
    for place in result.indices.reversed() { result.swapAt(place, number(below: place + 1)) }
    return result
  }
}
