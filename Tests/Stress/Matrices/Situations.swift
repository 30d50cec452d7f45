// States of a working tree, and the schema of `git munge status --json`.

import StorySupport
import TestSupport
import Testing

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
    Situation("munged, and much to say of files", "munged", """
      echo \(local)UI >app.txt; git add app.txt; echo \(local) \(canonical)UI my-\(canonical) \(local)UI >app.txt
      echo \(canonical) >one.plain; echo \(local) >two.plain; echo \(local) >hidden.txt
      git add hidden.txt; git update-index --assume-unchanged hidden.txt
      """),
    Situation("munged, and ambiguous", "munged", """
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
      "munged, with a submodule", "munged", #"git -c protocol.file.allow=always submodule --quiet add "$PWD/../repository" module"#),
    Situation("munged, and killed elsewhere", "munged", """
      git worktree add --quiet -b linked ../linked; mkdir -p .git/worktrees/linked/munge
      echo of a command that was killed >.git/worktrees/linked/munge/journal
      """),
    Situation("a value that is the canonical one", "idle", "git munge uninstall; git munge install handle=thing"),
    Situation("another value", "outdated", "git config munge.values.handle other"),
    Situation("no value any more", "outdated", "git config --unset munge.values.handle"),
    Situation("bad rules", "rules-unreadable", "echo '[rule]' >.gitmunge"),
    Situation("no rules", "rules-missing", "rm .gitmunge"),
    Situation("rules that HEAD does not have", "branch-without-rules", "git rm --quiet .gitmunge; git commit --quiet -m 'No rules'"),
    Situation("rules that git has overwritten", "outdated", """
      sed 's/user-\\$/dev-$/' .gitmunge >rules; mv rules .gitmunge; git munge refresh --yes; git checkout --quiet HEAD -- .gitmunge
      """),
    Situation("a key that is gone", "misconfigured", "git config --unset filter.munge.required"),
    Situation("a filter of another tool", "misconfigured", "git config filter.munge.process other"),
    Situation("no program", "program-missing", """
      git config filter.munge.process '/nowhere/git-munge-filter process'
      for key in clean smudge; do git config filter.munge.$key "/nowhere/git-munge-filter $key %f"; done
      """),
    Situation("a damaged plan", "damaged", "echo nonsense >.git/munge/plan"),
    Situation("no plan", "damaged", "rm -r .git/munge"),
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
