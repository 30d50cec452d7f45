import TestSupport
import Testing

@testable import Smudge

/// Tests of repeated passes of clean, until no local text is left.
struct CleanRoundsTests {
  @Test(arguments: [
    ("app.dev", "app"), ("app.dev.dev", "app"), ("app.dev.dev.dev x app.dev", "app x app"),
    ("app.dev.devs", "app.devs"),
    ("app" + String(repeating: ".dev", count: 8), "app"),
  ])
  func `A local text that clean forms is cleaned too`(content: String, cleaned: String) throws {
    #expect(try Munger(Plan(PlanRule("app", "app.dev"))).clean(content) == cleaned)
  }

  @Test func `A text that is local and canonical is replaced once`() throws {
    // Else clean would follow the chain, and replace a text of the second rule by one of the first.
    #expect(try Munger(Plan(PlanRule("a", "b"), PlanRule("b", "c"))).clean("c b a") == "b a a")
    #expect(try Munger(Plan(PlanRule("a", "b"), PlanRule("b", "a"))).clean("a b") == "b a")
  }

  @Test func `Clean fails if the content keeps growing`() throws {
    // Every `c` becomes `a.a.c`, of which `a.a` and the text after it become `a.a.c` and another text with a `c`.
    let munger = Munger(Plan(PlanRule("a.a.c", "c", retired: ["a.a"])))
    #expect(throws: TransformError.endless(rounds: 8)) { try munger.clean("b.a.c") }
  }

  @Test func `Clean fails after eight passes`() throws {
    let munger = Munger(Plan(PlanRule("app", "app.dev")))
    let most = (1...20).last { (try? munger.clean("app" + String(repeating: ".dev", count: $0))) != nil }
    #expect(most == 8, "the first pass, seven that find one more, and one that finds none")
  }

  @Test func `Every error has a message with the problem`() {
    #expect("\(TransformError.endless(rounds: 8))" == "the content still has a local identifier after 8 passes")
  }
}
