import Foundation

/// A repeatable random number generator: splitmix64, with one seed for the whole run.
///
/// Each property test has a generator with a salt of its own, so that concurrent tests stay repeatable.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Starts from the run's seed and the salt.
  package init(salt: String) {
    // FNV-1a over the bytes of the salt: `hashValue` differs from run to run.
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

  /// From the environment if it is set there, otherwise random; printed on first use.
  package static let value: UInt64 = {
    let given = ProcessInfo.processInfo.environment[variable]
    let seed = given.flatMap { UInt64($0) }
    if let given, seed == nil { fatalError("\(variable)=\(given) is no whole number") }
    let chosen = seed ?? .random(in: 0 ... .max)
    print("property tests: \(variable)=\(chosen)")
    return chosen
  }()

  /// For failure messages: how to repeat the run.
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
