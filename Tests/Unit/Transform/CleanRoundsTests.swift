import Testing
import TestSupport

@testable import Smudge

/// Cleaning again what cleaning has made, until no local text is left.
struct CleanRoundsTests {
  @Test(arguments: [
    ("app.dev", "app"), ("app.dev.dev", "app"), ("app.dev.dev.dev x app.dev", "app x app"),
    ("app.dev.devs", "app.devs"),
    ("app" + String(repeating: ".dev", count: 8), "app"),
  ])
  func `A text that cleaning forms anew is cleaned as well`(content: String, cleaned: String) throws {
    #expect(try Munger(Plan(PlanRule("app", "app.dev"))).clean(content) == cleaned)
  }

  @Test func `A text that is local and canonical is taken back once`() throws {
    // Else clean would go on along the chain, and a text of the second rule would become one of the first.
    #expect(try Munger(Plan(PlanRule("a", "b"), PlanRule("b", "c"))).clean("c b a") == "b a a")
    #expect(try Munger(Plan(PlanRule("a", "b"), PlanRule("b", "a"))).clean("a b") == "b a")
  }

  @Test func `Clean gives up on what keeps growing`() throws {
    // Every `c` becomes `a.a.c`, of which `a.a` and what follows become `a.a.c` and something with a `c` again.
    let munger = Munger(Plan(PlanRule("a.a.c", "c", retired: ["a.a"])))
    #expect(throws: TransformError.endless(rounds: 8)) { try munger.clean("b.a.c") }
  }

  @Test func `Clean gives up after eight rounds`() throws {
    let munger = Munger(Plan(PlanRule("app", "app.dev")))
    let most = (1...20).last { (try? munger.clean("app" + String(repeating: ".dev", count: $0))) != nil }
    #expect(most == 8, "the first pass, seven rounds that find one more, and one that finds none")
  }

  @Test func `Every error says what is wrong`() {
    #expect("\(TransformError.endless(rounds: 8))" == "after 8 rounds it still holds a local text")
  }
}
