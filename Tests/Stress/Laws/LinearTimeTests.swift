import Platform
import TestSupport

@testable import Smudge

/// The release build takes at most twice as many instructions for twice as much content.
///
/// Instructions are counted instead of seconds: their number is the same on every machine.
@Suite(
  .enabled(if: TestInput.staticFilter != nil, "GIT_MUNGE_STATIC_FILTER names no release build of the filter"),
  .enabled(if: TestInput.program("valgrind") != nil, "valgrind is missing")
)
struct LinearTimeTests {
  private static func plain(_ count: Int) -> Plan {
    Plan(withCertainty: (0..<count).map { PlanRule("com.example.app\($0)", "dev.me.app\($0)") })
  }

  private static let keyed = Plan(
    PlanRule(keys: ["KEY"], ["com.example.app0"], "dev-me.app0"),
    PlanRule("com.example.other", "dev-me.app0", paths: ["x"]))

  private static let mark = String(decoding: XcodeQuoting.mark, as: UTF8.self) + "\n"

  private static let cases =
    [1, 64].flatMap { count in
      [
        (plain(count), Direction.smudge, "", "PRODUCT_BUNDLE_IDENTIFIER = com.example.app0;\n"),
        (plain(count), .clean, "", "id = group.dev.me.app0.Extension;\n"),
        // Prefixes of texts, and texts inside longer words.
        (plain(count), .clean, "", "com.example.ap dev.me.app dev.me.app0X xdev.me.app0\n"),
      ]
    } + [
      (keyed, .smudge, mark, "\tKEY = com.example.app0;\n\tOTHER = 1;\n"),
      // Values of keys that are no text of a rule.
      (keyed, .clean, mark, "\tKEY = $(SOMETHING);\n\tlong = \"KEY of nothing\";\n"),
      (keyed, .clean, mark, "\tOTHER = dev-me.app0.Extension;\n"),
    ]

  @Test(arguments: cases.indices) func `twice the content takes twice the instructions`(_ index: Int) throws {
    let (plan, direction, mark, line) = Self.cases[index]
    let sandbox = try GitSandbox()
    try TestFile.write(sandbox.gitDirectory / "munge/plan", PlanFormat.encode(plan))
    let counts = try [0, 3000, 6000].map { lines in
      try instructions(of: sandbox, direction, bytes(mark + String(repeating: line, count: lines)))
    }
    let (once, twice) = (counts[1] - counts[0], counts[2] - counts[0])
    #expect(once > 100_000, "valgrind counted the instructions")
    #expect(Double(twice) / Double(once) <= 2.1, "\(once) and \(twice) instructions more than for no content")
  }

  private func instructions(of sandbox: GitSandbox, _ direction: Direction, _ content: [UInt8]) throws -> Int {
    let filter = "\(try #require(TestInput.staticFilter))"
    let words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", filter, direction.rawValue]
    let result = try sandbox.run(words, input: content)
    guard result.isSuccess else { throw CommandFailure(words: words, result: result) }
    // `==123== Collected : 4567`
    let lines = String(decoding: result.errors, as: UTF8.self).split(separator: "\n")
    return try #require(lines.first { $0.contains("Collected :") }?.split(separator: " ").last.flatMap { Int($0) })
  }
}
