import Foundation

/// A random number generator whose sequence can be had again: splitmix64, from one seed for the whole run.
///
/// Property tests make one each, with a salt of their own, so that tests that run side by side stay repeatable.
///
///     var generator = SeededGenerator(salt: "round trip")
///     let word = words.randomElement(using: &generator)
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Of this run's seed and the words of `salt`.
  package init(salt: String) {
    // The bytes of the salt, mixed in the manner of FNV-1a: `hashValue` differs from run to run.
    let mixed = salt.utf8.reduce(TestSeed.value) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    self.init(seed: mixed)
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// The seed of all property tests of this run.
package enum TestSeed {
  package static let variable = "GIT_MUNGE_TEST_SEED"

  /// Of the environment where it gives one, else random; printed when it is first asked for.
  package static let value: UInt64 = {
    let told = ProcessInfo.processInfo.environment[variable]
    let seed = told.flatMap { UInt64($0) }
    if let told, seed == nil { fatalError("\(variable)=\(told) is no whole number") }
    let chosen = seed ?? .random(in: 0 ... .max)
    print("property tests: \(variable)=\(chosen)")
    return chosen
  }()

  /// For messages of failures: how to see the same again.
  package static var note: String { "run with \(variable)=\(value) to see it again" }
}

extension RandomNumberGenerator {
  /// True once in `count` times.
  package mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  /// Cuts `bytes` into pieces of 1 to `most` bytes.
  package mutating func pieces(of bytes: [UInt8], most: Int) -> [ArraySlice<UInt8>] {
    var (pieces, rest) = ([ArraySlice<UInt8>](), bytes[...])
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...most, using: &self))
      pieces.append(piece)
      rest = rest.dropFirst(piece.count)
    }
    return pieces
  }
}
