@testable import Rules
@testable import Smudge
@testable import Verify

extension Simulator {
  /// Uses generated developers instead of the program's own value sets.
  init(_ rules: Rules, developers: Int, seed: UInt64, by trip: (Plan) -> RoundTripFunction = { RoundTrip($0).outcome }) throws {
    let source = DeveloperSource(rules, seed: seed)
    var sets: [ValueSet] = []
    for number in 0..<developers { sets.append(try source.developer(number + 1).valueSet) }
    try self.init(rules, sets, by: trip)
  }
}
