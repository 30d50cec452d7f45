// `git munge status --json` prints one document that conforms to docs/status.schema.json, in every state.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct StatusDocumentTests {
  private let tree: WorkingTree

  init() throws { tree = try Workshop(attributes: Situation.attributes, files: ["app.txt": "id = \(canonical)\n"]).munged() }

  @Test(arguments: Situation.all)
  func `the document conforms to the schema in every state, and the exit code is the same`(_ situation: Situation) throws {
    try situation.provoke(tree)
    let outcome = try tree.munge("status", "--json", status: 0...1)
    let document = try outcome.document()
    #expect(try StatusSchema.read().flaws(of: document) == [])
    #expect(document["state"]?["name"] == .text(situation.name))
    #expect(document["worktree"] == .text("\(tree.top)"))
    #expect(document["program"]?.text.map { "git-munge \($0)\n" } == (try tree.munge("--version").output))

    let words = try tree.munge("status", status: 0...1)
    #expect(outcome.status == words.status)
    #expect(document["state"]?["needsAttention"] == .truth(outcome.status == 1))
    #expect(words.output.hasPrefix(document["state"]?["summary"]?.text ?? "none"))
    #expect(words.output.contains("\nNext: ") == (document["state"]?["next"] != nil))

    let check = try tree.munge("status", "--canonical", status: 0...1)
    #expect(document["state"]?["isCanonical"] == .truth(check.status == 0))
    #expect(document["files"]?["local"]?.list.isEmpty == (check.status == 0))
    let both = try tree.munge("status", "--json", "--canonical", status: 0...1)
    #expect(both.status == check.status)
    #expect(both.output == outcome.output)
  }

  @Test func `every state has a situation, and every member is described and occurs`() throws {
    let schema = try StatusSchema.read()
    #expect(try Set(Situation.all.map(\.name)) == StatusSchema.stateNames())
    var found: Set<String> = []
    for situation in Situation.all where ["munged", "outdated"].contains(situation.name) {
      let tree = try Workshop(attributes: Situation.attributes, files: ["app.txt": "id = \(canonical)\n"]).munged()
      try situation.provoke(tree)
      found.formUnion(JSONSchema.members(of: try tree.munge("status", "--json", status: 0...1).document()))
    }
    #expect(found.symmetricDifference(schema.described.keys) == [])
    for (name, description) in schema.described {
      #expect(description.hasSuffix("."), "the description of \(name) is no sentence")
    }
  }

  @Test func `paths and texts are unchanged, and escaped only where they are not UTF-8`() throws {
    try tree.write("new\nline \"x\".plain", "\(canonical)\n")
    try tree.write("é.plain", "\(local)\n")
    var names = ["new\nline \"x\".plain"]
    #if os(Linux)
      try TestFile.write(tree.top / Path(unescaped(#"caf\xe9.plain"#)), bytes("\(canonical)\n"))
      names.insert(#"caf\xe9.plain"#, at: 0)
    #endif
    let document = try tree.munge("status", "--json", status: 1...1).document()
    #expect(try StatusSchema.read().flaws(of: document) == [])
    func paths(_ kind: String, _ document: JSON) -> [String] {
      (document["findings"]?.list ?? []).filter { $0["kind"] == .text(kind) }.compactMap { $0["path"]?.text }
    }
    #expect(paths("own-text", document) == ["é.plain"] && paths("missing-attribute", document) == [])
    #expect(paths("missing-attribute", try tree.munge("status", "--json", "--all", status: 1...1).document()) == names)
  }

  @Test func `numbers are those of the files`() throws {
    try tree.write("two.txt", "\(local) \(local)\n")
    let document = try tree.munge("status", "--json").document()
    let rule = try #require(document["rules"]?.list.first)
    #expect(rule["places"] == .number(3) && rule["files"] == .number(2))
    #expect(rule["canonical"] == .text(canonical) && rule["local"] == .text(local))
    #expect(document["files"]?["munged"] == .number(4), "the rules and attributes files have the attribute as well")
    #expect(document["files"]?["local"] == .list([.text("app.txt"), .text("two.txt")]))
  }

  @Test func `a rule has all its canonical texts and keys`() throws {
    let everywhere = try #require(tree.munge("status", "--json").document()["rules"]?.list.first)
    #expect(everywhere["canonicals"] == .list([.text(canonical)]) && everywhere["keys"] == .list([]))
    let rules = Rules.handle.replacing("\tlocal", with: "\tkey = ID\n\tkey = OTHER_ID\n\tlocal")
    let keyed = try Workshop(rules: rules, attributes: Situation.attributes, files: [:]).munged()
    let document = try keyed.munge("status", "--json").document()
    let rule = try #require(document["rules"]?.list.first)
    #expect(rule["canonicals"] == .list([.text(canonical)]))
    #expect(rule["keys"] == .list([.text("ID"), .text("OTHER_ID")]))
    #expect(try StatusSchema.read().flaws(of: document) == [])
  }

  @Test func `a value of the command line has no file`() throws {
    let outcome = try tree.git("-c", "munge.values.handle=other", "munge", "status", "--json", status: 1...1)
    let value = try #require(outcome.document()["values"]?.list.first)
    #expect(value == .object(["name": .text("handle"), "value": .text("other"), "scope": .text("command")]))
  }

  @Test(arguments: ["--json", "--canonical"])
  func `--clear removes the warnings after they are printed`(_ option: String) throws {
    try TestFile.write(tree.gitDirectory / "munge/warnings", bytes("app.txt: not smudged\n"))
    let shown = try tree.munge("status", option, "--clear", status: 1...1)
    if option == "--json" {
      #expect(try shown.document()["warnings"]?.list.count == 1)
      #expect(try StatusSchema.read().flaws(of: shown.document()) == [])
    }
    #expect(try tree.munge("status", "--json").document()["warnings"] == .list([]))
  }

  @Test func `a failure prints no document`() throws {
    let bare = try Workshop(rules: "[rule]\n").clone()
    let outcome = try bare.munge("status", "--json", status: 2...2)
    #expect(outcome.output == "")
    try expectSnapshot("failure-prints-no-document", outcome)
  }

  @Test func `a working tree without local texts is not reported as showing them`() throws {
    try tree.munge("install", "handle=thing")
    let state = try #require(tree.munge("status", "--json").document()["state"])
    #expect(state["isCanonical"] == .truth(true))
    #expect(state["summary"]?.text?.contains("shows your identifiers") == false)
  }

  // MARK: The schema detects errors

  /// A change that makes a document invalid, and the place of the expected error.
  struct Break: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let path: [String]
    let flaw: String
    let change: @Sendable (JSON?) -> JSON?
  }

  private static let breaks = [
    Break(testDescription: "another version", path: ["version"], flaw: "$.version: ") { _ in .number(2) },
    Break(testDescription: "a text for a number", path: ["version"], flaw: "$.version: ") { _ in .text("1") },
    Break(testDescription: "no state", path: ["state"], flaw: "$: no member 'state'") { _ in nil },
    Break(testDescription: "a state of no name", path: ["state", "name"], flaw: "$.state.name: ") { _ in .text("fine") },
    Break(testDescription: "no name", path: ["state", "name"], flaw: "$.state: no member 'name'") { _ in nil },
    Break(testDescription: "a number for a truth", path: ["state", "isCanonical"], flaw: "$.state.isCanonical: ") { _ in .number(1) },
    Break(testDescription: "null for nothing", path: ["state", "next"], flaw: "$.state.next: ") { _ in .null },
    Break(testDescription: "an object for a list", path: ["rules"], flaw: "$.rules: ") { _ in .object([:]) },
    Break(testDescription: "a rule without a member", path: ["rules"], flaw: "$.rules[0]: no member 'name'") { _ in .list([.object([:])]) },
    Break(testDescription: "half a file", path: ["files", "munged"], flaw: "$.files.munged: ") { _ in .number(1.5) },
    Break(testDescription: "fewer than no file", path: ["files", "munged"], flaw: "$.files.munged: too small") { _ in .number(-1) },
    Break(testDescription: "a number for a path", path: ["files", "local"], flaw: "$.files.local[1]: ") { _ in .list([.text("a"), .number(1)]) },
    Break(testDescription: "an empty path", path: ["files", "local"], flaw: "$.files.local[0]: too short") { _ in .list([.text("")]) },
    Break(testDescription: "a relation of no name", path: ["conflicts"], flaw: "$.conflicts[0].relation: ") { _ in
      .list([.object(["text": .text("a"), "relation": .text("eats"), "other": .text("b")])])
    },
  ]

  @Test(arguments: breaks) func `the schema refuses an invalid document`(_ one: Break) throws {
    let document = try tree.munge("status", "--json").document()
    let schema = try StatusSchema.read()
    #expect(schema.flaws(of: document) == [])
    let flaws = schema.flaws(of: document.changed(at: one.path, one.change))
    #expect(flaws.contains { $0.hasPrefix(one.flaw) }, "\(flaws)")
  }

  @Test func `the schema accepts new members`() throws {
    let document = try tree.munge("status", "--json").document()
    let more = document.changed(at: ["state", "mood"]) { _ in .text("fair") }.changed(at: ["later"]) { _ in .null }
    #expect(try StatusSchema.read().flaws(of: more) == [])
  }
}
