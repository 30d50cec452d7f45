import TestSupport
import Testing

@testable import Smudge

/// Tests of rules with paths, and of rules without effect.
struct NarrowedRuleTests {
  @Test(arguments: [("App/Info.plist", "x"), ("App/main.swift", "a"), (nil, "a"), ("Pods/Info.plist", "a")])
  func `Paths restrict smudge, not clean`(path: String?, smudged: String) throws {
    let plan = Plan(PlanRule("a", "x", paths: ["*.plist", "!/Pods/"]))
    let munger = Munger(plan, at: path)
    #expect(try munger.smudge("a") == smudged)
    #expect(try munger.clean("x") == "a", "a local text must not be committed at any path")
  }

  @Test(arguments: [("one/f", "x", "a"), ("two/f", "y", "a"), ("three/f", "a", "a"), (nil, "a", "a")])
  func `One canonical text can have a local text per path`(path: String?, smudged: String, cleaned: String) throws {
    let plan = Plan(PlanRule("a", "x", paths: ["one/"]), PlanRule("a", "y", paths: ["two/"]))
    let munger = Munger(plan, at: path)
    #expect(try munger.smudge("a") == smudged)
    #expect(try munger.clean("x y") == "\(cleaned) \(cleaned)")
  }

  @Test(arguments: [("one/f", "a"), ("two/f", "b"), ("three/f", "a")])
  func `A local text of two rules is cleaned by the one that applies to the path`(
    path: String, cleaned: String
  ) throws {
    let plan = Plan(PlanRule("a", "x", paths: ["one/"]), PlanRule("b", "x", paths: ["two/"]))
    #expect(try Munger(plan, at: path).clean("x") == cleaned, "if none applies, by the first")
  }

  @Test func `The canonical text of a rule for other paths still hides what it contains`() throws {
    let plan = Plan(PlanRule("a", "x"), PlanRule("a.b", "y", paths: ["one/"]))
    #expect(try Munger(plan, at: "one/f").smudge("a.b") == "y")
    #expect(try Munger(plan, at: "two/f").smudge("a.b") == "a.b", "else clean could not restore x.b")
  }

  @Test func `All rules apply in the transform of all rules`() throws {
    let compiled = CompiledPlan(Plan(PlanRule("a", "x", paths: ["one/"]), PlanRule("b", "y")))
    #expect(try compiled.transformOfAllRules.smudge(bytes("a b")).bytes == bytes("x y"))
  }

  @Test(arguments: [
    Plan(PlanRule("a", "x")), Plan(PlanRule("a", nil, retired: ["r"])), Plan(PlanRule("a", nil), PlanRule("b", "y")),
    Plan(PlanRule("a", "a", suffixes: ["T"], retired: ["r"])),
  ])
  func `A plan that can change content is not idle`(plan: Plan) {
    #expect(!plan.isIdle, "\(plan.words)")
    #expect(!plan.isSilent, "\(plan.words)")
  }

  @Test func `A plan that only reports changes nothing and is not silent`() throws {
    let plan = Plan(PlanRule("a", nil, watched: ["once"]))
    #expect(plan.isIdle)
    #expect(!plan.isSilent, "a former local text is still reported")
    #expect(Plan.idle.isSilent)
    #expect(try Munger(plan).clean("a once") == "a once")
    #expect(try Munger(plan).summary(.clean, "a once").nearLeaks.map(\.reason) == [.colliding])
  }
}
