import TestSupport

@testable import Smudge

struct PathPatternTests {
  private typealias Row = (pattern: String, covered: [String], others: [String])

  private static let rows: [Row] = [
    // No slash: at any depth, and everything in a directory of that name.
    ("a", ["a", "x/a", "a/x", "x/a/y"], ["ab", "ba", "x/ab"]),
    ("*.plist", ["Info.plist", "App/Info.plist", "x.plist/y"], ["Info.plist2", "plist"]),
    ("?", ["a", "x/yy"], ["ab", "ab/cd"]),
    // A slash at the start or in the middle: from the top.
    ("/a", ["a", "a/b"], ["x/a"]), ("a/b", ["a/b", "a/b/c"], ["x/a/b", "b"]), ("/*", ["a", "a/b"], []),
    ("a/*", ["a/b", "a/b/c"], ["a", "x/a/b"]), ("a/*/c", ["a/b/c"], ["a/c", "a/b/b/c"]),
    // A slash at the end: only directories, at any depth.
    ("a/", ["a/b", "x/a/b"], ["a", "x/a"]), ("a/b/", ["a/b/c"], ["a/b", "x/a/b/c"]),
    // Two asterisks.
    ("**/a", ["a", "x/a", "x/y/a/z"], ["ab"]), ("**/a/b", ["a/b", "x/a/b"], ["a/x/b"]),
    ("a/**", ["a/b", "a/b/c"], ["a", "x/a/b"]), ("a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["a", "x/a/b", "ab"]),
    ("**", ["a", "a/b"], []), ("**/", ["a/b"], ["a"]), ("a**b", ["ab", "axb", "x/axxb"], ["a/b"]),
    // Other consecutive asterisks are regular ones (gitignore(5)).
    ("a**/b", ["a/b", "ax/b"], ["a/x/b"]),
    // Sets.
    ("[abc]", ["a", "c"], ["d", "ab"]), ("[a-c]x", ["ax", "cx"], ["dx", "-x"]), ("[!a]", ["b", "é/b", "."], ["a"]),
    ("[^a]", ["b"], ["a"]), ("[]a]", ["]", "a"], ["b"]), ("[a-]", ["a", "-"], ["b"]),
    ("[[:digit:]a]", [], ["1", "a", ":"]),
    ("[a", [], ["a", "[a"]),
    // A `?` or a set matches one byte.
    ("caf?", [], ["café"]), ("caf??", ["café"], []),
    // Quoting.
    (#"\*"#, ["*"], ["a"]), (#"\!a"#, ["!a"], ["a"]), ("\\#a", ["#a"], ["a"]), (#"a\ "#, ["a "], ["a"]),
    (#"a\"#, [], ["a", #"a\"#]), ("a  ", ["a"], ["a "]),
    // The plan has one record per pattern, so `#` does not start a comment.
    ("#a", ["#a"], ["a"]), ("", [], ["a"]), ("/", [], ["a", "a/b"]),
    // Patterns are case-sensitive.
    ("A", ["A"], ["a"]),
  ]

  @Test(arguments: rows)
  func `A pattern matches the paths of gitignore(5)`(pattern: String, covered: [String], others: [String]) {
    let pattern = PathPattern(bytes(pattern))
    for path in covered { #expect(pattern.covers(Path(path)), "\(escaped(pattern.text)) covers \(path)") }
    for path in others { #expect(!pattern.covers(Path(path)), "\(escaped(pattern.text)) and \(path)") }
  }

  @Test func `An exclamation mark excludes only at the start`() {
    #expect(PathPattern(bytes("!a")).effect == .excluded)
    #expect(PathPattern(bytes("!a")).covers(Path("a")), "its matches are excluded")
    #expect(PathPattern(bytes("a!")).effect == .applies)
    #expect(PathPattern(bytes("!!a")).covers(Path("!a")), "the second mark is part of the name")
  }

  private static let orders: [(patterns: [String], inside: [String], outside: [String])] = [
    // (patterns in order, paths to which the rule applies, paths to which it does not)
    ([], ["a", "x/y"], []), (["*.plist"], ["a.plist"], ["a"]), (["a", "!a"], [], ["a"]), (["!a", "a"], ["a"], []),
    (["!a"], [], ["a", "b"]), (["*", "!Pods/"], ["a", "x/y"], ["Pods/a", "x/Pods/a"]),
    // The last match decides here also below an excluded directory, unlike in gitignore(5).
    (["*", "!Pods/", "Pods/keep"], ["Pods/keep", "Pods/keep/a"], ["Pods/other"]),
    (["*", "!a", "a/b", "!a/b/c"], ["a/b/d"], ["a/x", "a/b/c"]),
  ]

  @Test(arguments: orders)
  func `The last pattern that matches a path decides`(patterns: [String], inside: [String], outside: [String]) {
    let rule = PlanRule(name: bytes("r"), pairs: [], paths: patterns.map { PathPattern(bytes($0)) })
    for path in inside { #expect(rule.applies(to: Path(path)), "\(patterns) include \(path)") }
    for path in outside { #expect(!rule.applies(to: Path(path)), "\(patterns) exclude \(path)") }
  }

  @Test func `A rule with paths does not apply without a path`() {
    #expect(PlanRule(name: [], pairs: []).applies(to: nil))
    #expect(!PlanRule(name: [], pairs: [], paths: [PathPattern(bytes("*"))]).applies(to: nil))
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      (String(repeating: "*a", count: 100) + "*b", String(repeating: "a", count: 4000)),
      (String(repeating: "a*", count: 100) + "b", String(repeating: "a", count: 4000)),
      (String(repeating: "**/a/", count: 100) + "b", String(repeating: "a/", count: 2000) + "c"),
      ("**/" + String(repeating: "a/", count: 100) + "b", String(repeating: "a/", count: 2000) + "c"),
      (String(repeating: "*a*/", count: 100) + "b", String(repeating: "aaaa/", count: 800) + "c"),
      (String(repeating: "[ba-z]*", count: 100) + "0", String(repeating: "a", count: 4000)),
    ])
  func `A hostile pattern takes bounded time`(pattern: String, path: String) {
    let clock = ContinuousClock()
    let time = clock.measure { #expect(!PathPattern(bytes(pattern)).covers(Path(path))) }
    #expect(time < .seconds(5), "also for the longest path, without optimization")
  }
}

struct NarrowedRuleTests {
  private static let plist = Plan(PlanRule("a", "x", paths: ["*.plist", "!/Pods/"]))
  private static let two = Plan(PlanRule("a", "x", paths: ["one/"]), PlanRule("a", "y", paths: ["two/"]))
  private static let shared = Plan(PlanRule("a", "x", paths: ["one/"]), PlanRule("b", "x", paths: ["two/"]))

  /// What `a` is smudged to, and local texts and what they are cleaned to.
  @Test(arguments: [
    // A local text must not be committed at any path.
    (plist, "App/Info.plist", "x", "x", "a"), (plist, "App/main.swift", "a", "x", "a"), (plist, nil, "a", "x", "a"),
    (plist, "Pods/Info.plist", "a", "x", "a"),
    // One canonical text can have a local text per path.
    (two, "one/f", "x", "x y", "a a"), (two, "two/f", "y", "x y", "a a"), (two, "three/f", "a", "x y", "a a"),
    (two, nil, "a", "x y", "a a"),
    // A local text of two rules is cleaned by the one that applies to the path; if none applies, by the first.
    (shared, "one/f", "x", "x", "a"), (shared, "two/f", "a", "x", "b"), (shared, "three/f", "a", "x", "a"),
  ])
  func `Paths restrict smudge, not clean`(plan: Plan, path: String?, smudged: String, local: String, cleaned: String)
    throws
  {
    #expect(try Munger(plan, at: path).smudge("a") == smudged)
    #expect(try Munger(plan, at: path).clean(local) == cleaned)
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
}
