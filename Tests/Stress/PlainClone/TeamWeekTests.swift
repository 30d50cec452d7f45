// A week of two developers with git-lfs, with and without a hook manager: the same steps in plain clones and in munged
// ones.

import StorySupport

@Suite(.enabled(if: TestInput.program("git-lfs") != nil, "git-lfs is not installed")) struct TeamWeekTests {
  /// The hooks of a team.
  enum Hooks: CaseIterable {
    /// Each tool writes its own.
    case own
    /// They are committed in `.husky`; `core.hooksPath` names a generated directory with programs that call them.
    case husky
  }

  @Test(arguments: Hooks.allCases, [true, false])
  func `a week with git-lfs gives the same in munged clones as in plain ones`(_ hooks: Hooks, _ isLFSFirst: Bool) throws
  {
    let workshop = try Workshop(
      attributes: "* filter=munge\n*.bin filter=lfs diff=lfs merge=lfs -text\n.husky/* -filter\n",
      files: ["app.txt": "id = \(canonical)\n" + (1...9).map { "line \($0)\n" }.joined()].merging(hooks.files) { $1 })
    let teams = try ["plain", "munged"].map { try Team($0, workshop) }
    for (developer, handle) in zip(Self.developers, Handle.allCases) {
      for team in teams {
        let tree = try team.clone(developer, hooks.preparation)
        // git-lfs finds a hook that is not its own: exit status 2.
        let steps = [
          { _ = try tree.run(["git", "lfs", "install", "--local"], status: 0...2) },
          {
            if team.name == "munged" { try tree.munge("install", "--hooks", "handle=\(handle.rawValue)") }
          },
        ]
        for step in isLFSFirst ? steps : steps.reversed() { try step() }
      }
    }
    for (developer, step) in Self.week {
      let handle = Handle.allCases[Self.developers.firstIndex(of: developer) ?? 0]
      let trees = teams.map { $0.tree(developer) }
      let outcomes = try zip(trees, [canonical, handle.local]).map { tree, id in
        try tree.run(["sh", "-ec", step], environment: ["ID": id], status: 0...255)
      }
      #expect(outcomes.map(\.status) == [0, 0], "\(developer): \(outcomes.map(\.testDescription))")
      let comparison = PlainCloneComparison(plain: trees[0], munged: trees[1]) {
        $0.hasSuffix(".md") ? canonical : handle.local
      }
      try comparison.expectSame("\(developer): \(step)")
      #expect(
        try trees[0].git("rev-parse", "HEAD").output == trees[1].git("rev-parse", "HEAD").output,
        "\(developer): \(step)")
      if developer == Self.developers[0] { try #expect(trees[1].munge("status").errors == "", "\(step)") }
    }
    let objects = try teams.map { try $0.server.sh("cd lfs/objects && find . -type f | sort").output }
    #expect(objects[0] == objects[1] && objects[0].split(separator: "\n").count == 4, "all objects were uploaded")
  }

  private static let developers = ["ada", "ben"]

  /// Shell scripts; `$ID` is the identifier that the developer uses.
  private static let week: [(developer: String, step: String)] = [
    ("ada", #"seq 1 500 >art.bin; echo "first $ID" >>app.txt; git add .; git commit -qm Art; git push -q origin main"#),
    (
      "ben",
      #"git pull -q; grep -q 500 art.bin; seq 1 600 >art.bin; echo "id $ID" >new.txt; git add .; git commit -qm Ben"#
    ),
    ("ben", "git push -q origin main"),
    (
      "ada",
      #"sed "s/line 2/line 2 $ID/" app.txt >t; cat t >app.txt; rm t; git commit -qam Two; git pull -q --rebase; git push -q"#
    ),
    ("ada", "git switch -qc topic; seq 1 700 >more.bin; git add .; git commit -qm More; git push -qu origin topic"),
    (
      "ben",
      #"echo "mine $ID" >>new.txt; git stash -q; git fetch -q; git switch -q topic; grep -q 700 more.bin; git stash pop -q"#
    ),
    ("ben", "git commit -qam Mine; git push -q"),
    ("ben", "git switch -q main; git pull -q; git merge -q --no-edit topic; git push -q origin main"),
    (
      "ada",
      "git pull -q; git switch -q main; git pull -q; git tag v1; git push -q origin v1; git push -q origin :topic"
    ),
    ("ada", #"git mv new.txt old.txt; echo "moved $ID" >>old.txt; git commit -qam Moved; git push -q"#),
    ("ben", "git pull -q; git reset -q --hard HEAD~2; git pull -q; git worktree add -q ../$(basename $PWD)-linked v1"),
    (
      "ben",
      "cd ../$(basename $PWD)-linked; seq 1 800 >art.bin; git switch -qc fix; git commit -qam Fix; git push -q origin fix"
    ),
    (
      "ada",
      "git fetch -q; git cherry-pick origin/fix >/dev/null; grep -q 800 art.bin; git push -q origin HEAD:refs/heads/main"
    ),
  ]
}

/// A server and the clones of it.
private struct Team {
  let name: String
  private let workshop: Workshop

  init(_ name: String, _ workshop: Workshop) throws {
    (self.name, self.workshop) = (name, workshop)
    try workshop.maintainer.git("clone", "--quiet", "--bare", ".", "\(server.top)")
  }

  var server: WorkingTree { workshop.tree("\(name).git") }

  func tree(_ developer: String) -> WorkingTree { workshop.tree("\(name)-\(developer)") }

  /// A clone in which a script has run.
  func clone(_ developer: String, _ preparation: String) throws -> WorkingTree {
    let tree = tree(developer)
    try workshop.maintainer.git("clone", "--quiet", "\(server.top)", "\(tree.top)")
    try tree.sh(preparation)
    return tree
  }
}

extension TeamWeekTests.Hooks {
  /// The committed files.
  fileprivate var files: [String: String] {
    let unlessMissing = "! command -v git-munge >/dev/null || "
    let pushing =
      #"git-munge hook pre-push "$@" -- git lfs pre-push "$@""#
    return switch self {
    case .own: [:]
    case .husky:
      Dictionary(
        uniqueKeysWithValues: ["post-checkout", "post-merge", "post-commit"].map { hook in
          (".husky/\(hook)", "\(unlessMissing)git-munge hook \(hook) \"$@\"\ngit lfs \(hook) \"$@\"\n")
        }
      ).merging([
        ".husky/pre-commit": "\(unlessMissing)git-munge hook pre-commit || exit\n",
        ".husky/pre-push": "\(unlessMissing)\(pushing) || exit\ngit lfs pre-push \"$@\"\n",
        ".husky/post-commit": "git lfs post-commit \"$@\"\n",
      ]) { $1 }
    }
  }

  /// What the manager does when its dependencies are installed.
  fileprivate var preparation: String {
    switch self {
    case .own: ":"
    case .husky:
      #"""
      mkdir -p .husky/_; echo '*' >.husky/_/.gitignore; git config core.hooksPath .husky/_
      for hook in pre-commit pre-push post-checkout post-commit post-merge post-rewrite; do
        printf '#!/bin/sh\nf=$(dirname "$0")/../%s\n[ ! -f "$f" ] || sh -e "$f" "$@"\n' $hook >.husky/_/$hook
        chmod +x .husky/_/$hook
      done
      """#
    }
  }
}
