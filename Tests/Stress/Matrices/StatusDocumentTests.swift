// `git munge status --json` prints one document that conforms to docs/status.schema.json, in every state.

import StorySupport

@Suite struct StatusDocumentTests {
  private let tree: WorkingTree

  init() throws {
    tree = try Workshop(attributes: Situation.attributes, files: ["app.txt": "id = \(canonical)\n"]).munged()
  }

  private func schema() throws -> JSONSchema { try JSONSchema(Repository.text("docs/status.schema.json")) }

  @Test(arguments: Situation.all)
  func `the document conforms to the schema in every state, and the exit code is the same`(_ situation: Situation)
    throws
  {
    try situation.provoke(tree)
    let outcome = try tree.munge("status", "--json", status: 0...1)
    let document = try outcome.document()
    #expect(try schema().flaws(of: document) == [])
    #expect(document["state"]?["name"] == .text(situation.name))
    #expect(document["worktree"] == .text("\(tree.top)"))
    #expect(document["program"]?.text.map { "git-munge \($0)\n" } == (try tree.munge("--version").output))

    let words = try tree.munge("status", status: 0...1)
    #expect(outcome.status == words.status)
    #expect(document["state"]?["needsAttention"] == .truth(outcome.status == 1))
    // Errors stand in place of the state.
    let isWrong = document["findings"]?.list.contains { $0["severity"] == .text("error") } ?? false
    #expect(isWrong || words.output.hasPrefix(document["state"]?["summary"]?.text ?? "none"))
    let next = document["state"]?["next"]?.text
    let isSaid = words.output.contains("\nNext: ") || next.map(words.steps.contains) ?? true
    #expect(isSaid || situation.name == "not-installed")
  }

  @Test func `every state has a situation, and every member is described and occurs`() throws {
    let schema = try schema()
    let name = try JSON(Repository.text("docs/status.schema.json"))["$defs"]?["state"]?["properties"]?["name"]
    #expect(Set(Situation.all.map(\.name)) == Set(name?["enum"]?.list.compactMap(\.text) ?? []))
    var found: Set<String> = []
    for situation in Situation.all where ["munged", "outdated"].contains(situation.name) {
      let tree = try Workshop(attributes: Situation.attributes, files: ["app.txt": "id = \(canonical)\n"]).munged()
      try situation.provoke(tree)
      let outcome = try tree.munge("status", "--check", "--json", status: 0...1)
      #expect(try schema.flaws(of: outcome.document()) == [])
      found.formUnion(JSONSchema.members(of: try outcome.document()))
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
    let document = try tree.munge("status", "--json").document()
    #expect(try schema().flaws(of: document) == [])
    func paths(_ kind: String, _ document: JSON) -> [String] {
      (document["findings"]?.list ?? []).filter { $0["kind"] == .text(kind) }.compactMap { $0["path"]?.text }
    }
    #expect(paths("untracked-text", document) == ["é.plain"] && paths("missing-attribute", document) == [])
    try tree.git("add", ".")
    #expect(paths("missing-attribute", try tree.munge("status", "--json", status: 0...1).document()) == names)
  }

  @Test func `numbers are those of the files, and a value of the command line has no file`() throws {
    try tree.write("two.txt", "\(local) \(local)\n")
    let document = try tree.munge("status", "--json").document()
    let rule = try #require(document["rules"]?.list.first)
    #expect(rule["places"] == .number(3) && rule["files"] == .number(2))
    #expect(rule["canonical"] == .text(canonical) && rule["local"] == .text(local))
    #expect(document["files"]?["munged"] == .number(2), "the rules and attributes files are never munged")
    let outcome = try tree.git(
      "-c", "munge.values.handle=other", "munge", "status", "--json", status: 1...1)
    let value = try #require(outcome.document()["values"]?.list.first)
    #expect(value == .object(["name": .text("handle"), "value": .text("other"), "scope": .text("command")]))
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
    #expect(try schema().flaws(of: document) == [])
  }

  @Test func `a document has the guards that git runs`() throws {
    func guards() throws -> JSON? { try tree.munge("status", "--json", status: 0...1).document()["guards"] }
    try tree.munge("install", "--hooks")
    #expect(try guards() == .list([.text("pre-commit"), .text("pre-push")]))
    try tree.sh("chmod -x .git/hooks/pre-commit")
    #expect(try guards() == .list([.text("pre-push")]))
  }
}

/// How a state is reached.
struct Situation: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// The state's name in the document.
  let name: String
  /// A shell script that runs in a munged clone with `app.txt`.
  private let script: String

  private init(_ description: String, _ name: String, _ script: String) {
    (testDescription, self.name, self.script) = (description, name, script)
  }

  func provoke(_ tree: WorkingTree) throws { try tree.run(["sh", "-ec", script]) }

  static let attributes = "* filter=munge\n*.plain !filter\n"

  static let all = [
    Situation("foreign", "foreign", "git munge uninstall; rm .gitmunge"),
    Situation("not installed", "not-installed", "git munge uninstall"),
    Situation("munged", "munged", ""),
    Situation(
      "munged, and much to say of files", "munged",
      """
      echo \(local)UI >app.txt; git add app.txt; echo \(local) \(canonical)UI my-\(canonical) \(local)UI >app.txt
      echo \(canonical) >one.plain; echo \(local) >two.plain; echo \(local) >hidden.txt
      git add hidden.txt; git update-index --assume-unchanged hidden.txt
      """),
    Situation(
      "munged, and ambiguous", "munged",
      """
      cat >.gitmunge <<'END'
      \(Rules.constant(("com.acme.one", "dev.me"), ("com.acme.two", "dev.me.app")))
      [rule "v"]
      canonical = ABCDE12345
      local = ${team}
      suffix = X
      [variable "team"]
      kind = team-id
      description = Your team
      END
      echo dev.me >app.txt; git munge install --yes || test $? = 1
      """),
    Situation(
      "munged, with a submodule", "munged",
      #"git -c protocol.file.allow=always submodule --quiet add "$PWD/../repository" module"#),
    Situation(
      "munged, and killed elsewhere", "munged",
      """
      git worktree add --quiet -b linked ../linked; mkdir -p .git/worktrees/linked/munge
      echo of a command that was killed >.git/worktrees/linked/munge/journal
      """),
    Situation("a value that is the canonical one", "idle", "git munge uninstall; git munge install handle=thing"),
    Situation("another value", "munged", "git config munge.values.handle other"),
    Situation("no value any more", "munged", "git config --unset munge.values.handle"),
    Situation("bad rules", "munged", "echo '[rule]' >.gitmunge"),
    Situation("no rules", "munged", "rm .gitmunge"),
    Situation(
      "rules that HEAD does not have", "branch-without-rules",
      "git rm --quiet .gitmunge; git commit --quiet -m 'No rules'"),
    Situation(
      "rules that git has overwritten", "munged",
      """
      sed 's/user-\\$/dev-$/' .gitmunge >rules; mv rules .gitmunge; git munge install --yes; git checkout --quiet HEAD -- .gitmunge
      """),
    Situation("a key that is gone", "munged", "git config --unset filter.munged.required"),
    Situation("a filter of another tool", "munged", "git config filter.munged.process other"),
    Situation(
      "no program", "munged",
      """
      for key in process clean smudge; do
        git config filter.munged.$key "p=/nowhere/git-munge-filter;$(git config filter.munged.$key | cut -d ';' -f 2-)"
      done
      """),
    Situation("a damaged plan", "damaged", "echo nonsense >.git/munge/plan"),
    Situation("no plan", "damaged", "rm -r .git/munge"),
  ]
}
