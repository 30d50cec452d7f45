/// How many steps the search for shapes may take in one file: what is committed must not make a check run for hours.
struct SearchBudget {
  /// Where the search is, in bytes from the beginning of the file.
  var place = 0
  /// The first place where it gave up.
  private(set) var end: Int?
  private var left: Int

  /// Of one search, which starts at one place.
  private static let maxSteps = 4096
  private static let least = 1 << 17
  /// An ordinary file takes less than one.
  private static let stepsPerByte = 8

  /// `count`: bytes in the file.
  init(for count: Int) { left = Self.least + Self.stepsPerByte * count }

  /// Runs one search; nothing is found once the budget is used up. `body` adds its steps, and ends after `most` of them.
  mutating func search<Result>(_ body: (_ most: Int, _ steps: inout Int) -> Result?) -> Result? {
    guard spend(1) else { return nil }
    var steps = 0
    let most = min(Self.maxSteps, left)
    let result = body(most, &steps)
    if result == nil && steps > most { giveUp() }
    left -= min(steps, left)
    return result
  }

  /// Takes note of other work; answers whether there is anything left for it.
  mutating func spend(_ steps: Int) -> Bool {
    if left < steps { giveUp() }
    left -= min(steps, left)
    return left > 0
  }

  private mutating func giveUp() { end = end ?? place }
}
