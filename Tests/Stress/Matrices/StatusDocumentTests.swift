// `git munge status --json` prints one document, which says what `status` says in words, in every state.

import StorySupport

@Suite struct StatusDocumentTests {
  private let tree: WorkingTree

  init() throws {
    tree = try Workshop(attributes: Situation.attributes, files: ["app.txt": "id = \(canonical)\n"]).munged()
  }

  @Test(arguments: Situation.all)
  func `the document has the state and the exit code that words say`(_ situation: Situation)
    throws
  {
    try situation.provoke(tree)
    let outcome = try tree.munge("status", "--json", status: 0...1)
    let document = try outcome.document()
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
    Situation("a value that is the canonical one", "idle", "git munge uninstall; git munge install handle=thing"),
    Situation("another value", "munged", "git config munge.values.handle other"),
    Situation("bad rules", "munged", "echo '[rule]' >.gitmunge"),
    Situation(
      "rules that HEAD does not have", "branch-without-rules",
      "git rm --quiet .gitmunge; git commit --quiet -m 'No rules'"),
    Situation(
      "no program", "munged",
      """
      for key in process clean smudge; do
        git config filter.munged.$key "p=/nowhere/git-munge-filter;$(git config filter.munged.$key | cut -d ';' -f 2-)"
      done
      """),
    Situation("a damaged plan", "damaged", "echo nonsense >.git/munge/plan"),
  ]
}
