/// The number of steps that the search for shapes can take in one file, so that committed content cannot make a check
/// run for hours.
struct SearchBudget {
  /// The current offset in the file, in bytes.
  var place = 0
  /// The first offset where a search was stopped.
  private(set) var end: Int?
  private var left: Int
  /// The number of values of keys that are still examined.
  private var values = 10_000

  /// The limit for the search at one place.
  private static let maxSteps = 4096
  private static let minSteps = 1 << 17
  /// The number of steps for each byte; ordinary files need less than one.
  private static let stepsPerByte = 8

  /// The size in bytes over which a file without `filter=munge` is not searched. `knowsTexts`: the search is for texts
  /// that are known, and not for shapes.
  static func largest(knowsTexts: Bool) -> Int { knowsTexts ? 1 << 24 : 1 << 20 }

  /// Creates the budget of a file. `count`: the size of the file, in bytes.
  init(for count: Int) { left = Self.minSteps + Self.stepsPerByte * count }

  /// Runs one search, unless the budget is exhausted. `body` counts its steps and stops after `most` of them.
  mutating func search<Result>(_ body: (_ most: Int, _ steps: inout Int) -> Result?) -> Result? {
    guard spend(1) else { return nil }
    var steps = 0
    let most = min(Self.maxSteps, left)
    let result = body(most, &steps)
    if result == nil && steps > most { giveUp() }
    left -= min(steps, left)
    return result
  }

  /// Subtracts steps of other work and returns whether the budget is not exhausted.
  mutating func spend(_ steps: Int) -> Bool {
    if left < steps { giveUp() }
    left -= min(steps, left)
    return left > 0
  }

  /// Subtracts one value of a key and returns whether that one is examined.
  mutating func spendValue() -> Bool {
    if values == 0 { giveUp() }
    values -= min(1, values)
    return end == nil
  }

  private mutating func giveUp() { end = end ?? place }
}
