import Smudge
import TestSupport
import Testing

/// The property that clean undoes smudge with any plan, with real git and random plans and files.
struct SourceLawTests {
  @Test(arguments: 0..<6)
  func `Every blob is restored, by its bytes or by its source`(batch: Int) throws {
    var generator = SeededGenerator(salt: "sources \(batch)")
    let random = Self.ambiguousPlan(&generator)
    let attributes = batch % 2 == 0 ? "* filter=munge" : "* filter=munge text eol=crlf"
    let files = (0..<60).map { ("d\($0 % 3)/f\($0)", random.content(&generator) + bytes(generator.oneIn(4) ? "" : "\n")) }
    let repository = try InstalledRepository(Dictionary(uniqueKeysWithValues: files), attributes: attributes)
    try repository.install(random.plan)
    try repository.checkOut()
    let changes = try repository.stagedChanges()
    #expect(changes == "", "\(random.words(nil, []))")
    #expect(try repository.sandbox.line("status", "--porcelain") == "", "\(random.words(nil, []))")
  }

  private static func ambiguousPlan(_ generator: inout SeededGenerator) -> RandomPlan {
    while true {
      let random = RandomPlan(&generator)
      let ambiguous = random.plan.rules.count { $0.certainty == .ambiguous }
      if ambiguous > 0 && !random.plan.isIdle { return random }
    }
  }
}
