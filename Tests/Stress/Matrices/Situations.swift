// States of a working tree, and the schema of `git munge status --json`.

import Platform
import StorySupport
import TestSupport
import Testing

/// How a state is reached.
struct Situation: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// The state's name in the document.
  let name: String
  /// Runs in a munged clone with `app.txt`.
  let provoke: @Sendable (WorkingTree) throws -> Void

  static let attributes = "* filter=munge\n*.plain !filter\n"

  static let all = [
    Situation(testDescription: "foreign", name: "foreign") {
      try $0.munge("uninstall")
      try $0.run(["rm", ".gitmunge"])
    },
    Situation(testDescription: "not installed", name: "not-installed") { try $0.munge("uninstall") },
    Situation(testDescription: "munged", name: "munged") { _ in },
    Situation(testDescription: "munged, and much to say of files", name: "munged") { tree in
      try tree.write("app.txt", "\(local)UI\n")
      try tree.git("add", "app.txt")
      try tree.write("app.txt", "\(local) \(canonical)UI my-\(canonical) \(local)UI\n")
      try tree.write("one.plain", "\(canonical)\n")
      try tree.write("two.plain", "\(local)\n")
      try tree.write("hidden.txt", "\(local)\n")
      try tree.git("add", "hidden.txt")
      try tree.git("update-index", "--assume-unchanged", "hidden.txt")
    },
    Situation(testDescription: "munged, and ambiguous", name: "munged") { tree in
      let rules = Rules.constant(("com.acme.one", "dev.me"), ("com.acme.two", "dev.me.app"))
      let variable = "[rule \"v\"]\n\tcanonical = ABCDE12345\n\tlocal = ${team}\n\tsuffix = X\n[variable \"team\"]\n\tkind = team-id\n"
      try tree.write(".gitmunge", rules + variable + "\tdescription = Your team\n")
      try tree.write("app.txt", "dev.me\n")
      try tree.munge("install", "--yes", status: 1...1)
    },
    Situation(testDescription: "munged, with a submodule", name: "munged") { tree in
      let url = "\(tree.workshop.sandbox.top)"
      try tree.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", url, "module")
    },
    Situation(testDescription: "munged, and killed elsewhere", name: "munged") { tree in
      try tree.git("worktree", "add", "--quiet", "-b", "linked", "../linked")
      try tree.write(".git/worktrees/linked/munge/journal", "of a command that was killed")
    },
    Situation(testDescription: "a value that is the canonical one", name: "idle") {
      try $0.munge("uninstall")
      try $0.munge("install", "handle=thing")
    },
    Situation(testDescription: "another value", name: "outdated") { try $0.git("config", "munge.values.handle", "other") },
    Situation(testDescription: "no value any more", name: "outdated") { try $0.git("config", "--unset", "munge.values.handle") },
    Situation(testDescription: "bad rules", name: "rules-unreadable") { try $0.write(".gitmunge", "[rule]\n") },
    Situation(testDescription: "no rules", name: "rules-missing") { try $0.run(["rm", ".gitmunge"]) },
    Situation(testDescription: "rules that HEAD does not have", name: "branch-without-rules") { tree in
      try tree.git("rm", "--quiet", ".gitmunge")
      try tree.git("commit", "--quiet", "-m", "No rules")
    },
    Situation(testDescription: "rules that git has overwritten", name: "outdated") { tree in
      try tree.write(".gitmunge", Rules.handle.replacing("user-${", with: "dev-${"))
      try tree.munge("refresh", "--yes")
      try tree.git("checkout", "--quiet", "HEAD", "--", ".gitmunge")
    },
    Situation(testDescription: "a key that is gone", name: "misconfigured") { try $0.git("config", "--unset", "filter.munge.required") },
    Situation(testDescription: "a filter of another tool", name: "misconfigured") { try $0.git("config", "filter.munge.process", "other") },
    Situation(testDescription: "no program", name: "program-missing") { try $0.setKeys(to: "/nowhere/git-munge-filter") },
    Situation(testDescription: "a damaged plan", name: "damaged") { try $0.write(".git/munge/plan", "nonsense") },
    Situation(testDescription: "no plan", name: "damaged") { try FileSystem.removeTree($0.gitDirectory / "munge") },
  ]
}

/// docs/status.schema.json of the repository that the tests were built from.
enum StatusSchema {
  private static func text() throws -> String {
    try Repository.text("docs/status.schema.json")
  }

  static func read() throws -> JSONSchema { try JSONSchema(text()) }

  /// The names of states that the schema allows.
  static func stateNames() throws -> Set<String> {
    let name = try JSON(text())["$defs"]?["state"]?["properties"]?["name"]
    return Set(name?["enum"]?.list.compactMap(\.text) ?? [])
  }
}
