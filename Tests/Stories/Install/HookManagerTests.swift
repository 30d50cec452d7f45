// Existing hooks, and hook directories that other tools manage: install leaves both unchanged and prints the line to
// add.

import StorySupport

@Suite struct HookManagerTests {
  let tree: WorkingTree

  init() throws { tree = try Workshop(files: ["app.txt": "\(canonical)\n"]).clone() }

  private static let pushLine = "  ! command -v git-munge >/dev/null || git-munge hook pre-push \"$@\" || exit\n"
  private static let line = "  ! command -v git-munge >/dev/null || git-munge hook post-merge \"$@\"\n"

  /// Hooks that git-munge does not own: their name, the directory in `core.hooksPath`, their content if there is one,
  /// and the line.
  private static let foreignHooks: [(name: String, path: String?, hook: String?, line: String)] = [
    ("post-merge", nil, mine, line), ("post-merge", "my hooks", nil, line),
    ("pre-push", nil, mine, pushLine),
  ]
  private static let mine = "#!/bin/sh\necho mine\n"

  @Test(arguments: foreignHooks.indices)
  func `install keeps a hook that it does not own and prints the line to add`(_ index: Int) throws {
    let (name, path, hook, line) = Self.foreignHooks[index]
    let directory = path ?? ".git/hooks"
    let file = "\(directory)/\(name)"
    if let path { try tree.sh("git config core.hooksPath '\(path)'; mkdir -p '\(path)'") }
    if let hook { try tree.write(file, hook, mode: 0o755) }
    let outcome = try tree.munge("install", "--hooks", "handle=bnr")
    let last = name == "pre-push" ? ", as the last line" : ""
    let place = "\(tree.top)/\(file)\(last), or to the tool that writes it"
    #expect(outcome.says("The \(name) hook is not git-munge's; add this line to \(place):\n\(line)"))
    #expect(try tree.text(file) == hook)
    #expect(FileSystem.exists(tree.top / directory / "post-checkout") == (path == nil), "only into its own directory")

    try tree.run(["sh", "-c", #"printf '%s' "$2" >>"$1""#, "sh", file, line])
    try tree.sh("chmod +x '\(file)'")
    #expect(try !tree.munge("install", "--hooks").says("The \(name) hook"), "the line was added")
    try tree.munge("uninstall")
    #expect(try tree.text(file)?.hasPrefix(hook ?? "") ?? (hook == nil))
    #expect(!FileSystem.exists(tree.top / directory / "post-checkout"))
  }

  @Test func `the lines for husky are for the files that a user edits, and with both guards nothing is missing`() throws
  {
    try tree.munge("install", "--hooks", "handle=bnr")
    try tree.sh("mkdir -p .husky/_; git config core.hooksPath .husky/_; touch .husky/_/.gitignore")
    let names = ["pre-commit", "pre-push", "post-checkout", "post-merge", "post-rewrite", "post-commit"]
    try tree.write(".husky/_/h", Self.husky, mode: 0o755)
    for name in names {
      try tree.write(".husky/_/\(name)", "#!/usr/bin/env sh\n. \"$(dirname \"$0\")/h\"", mode: 0o755)
    }
    let none = try tree.munge("status")
    #expect(none.says("commits are not checked: there is no hook \(tree.top)/.husky/pre-commit"))
    let lines = try tree.munge("install", "--hooks").output.split(separator: "\n")
    for (index, line) in lines.enumerated() where line.hasPrefix("  ! command") {
      let place = try #require(lines[index - 1].split(separator: " ").first { $0.contains("/.husky/") })
      try tree.run(["sh", "-c", #"printf '%s\n' "$2" >>"${1%,}""#, "sh", String(place), String(line)])
    }
    #expect(
      try tree.run(["ls", ".husky"]).output == "_\npost-checkout\npost-merge\npost-rewrite\npre-commit\npre-push\n")
    try tree.sh("cd .husky; rm post-checkout post-merge post-rewrite")
    #expect(try !tree.munge("status").says("missing-guard"), "the guards are called")
    try FileSystem.remove(tree.top / ".husky/pre-push")
    #expect(try tree.munge("status").says("pushes are not checked"))
  }

  /// What husky 9 writes.
  private static let husky = """
    n=$(basename "$0")
    s=$(dirname "$(dirname "$0")")/$n
    [ ! -f "$s" ] && exit 0
    sh -e "$s" "$@"

    """

  @Test(arguments: [
    "rm -rf .git/hooks; ln -s ../committed .git/hooks", "git config core.hooksPath missing",
    "git config core.hooksPath committed",
  ])
  func `install neither creates nor writes a hook directory that can be tracked or shared`(_ script: String) throws {
    try tree.write("committed/README", "hooks\n")
    try tree.run(["sh", "-c", script])
    let before = try tree.git("status", "--porcelain").output
    let outcome = try tree.munge("install", "--hooks", "handle=bnr")
    #expect(outcome.says("The post-checkout hook is not git-munge's"))
    #expect(try tree.git("status", "--porcelain").output == before)
    #expect(try FileSystem.entries(tree.top / "committed").map { "\($0)" } == ["README"])
    #expect(!FileSystem.exists(tree.top / "missing"))
  }

  @Test func `install writes the hooks by default, a dry run lists them, and the clone keeps the choice of --no-hooks`()
    throws
  {
    try tree.git("config", "--global", "--unset", "munge.hooks")
    let dryRun = try tree.unchanged { try tree.munge("install", "--dry-run", "handle=bnr") }
    try expectSnapshot(
      "default", dryRun, tree.munge("install", "handle=bnr"), tree.munge("install"), tree.munge("status"))
    #expect(try hooks() == Self.all)
    #expect(try tree.git("config", "--get", "munge.hooks", status: 1...1).output == "", "nothing was chosen")
    for words in [["install", "--no-hooks"], ["install"]] {
      #expect(try !tree.munge(words).says("Guards") && hooks() == "")
    }
    #expect(try tree.git("config", "--local", "--get", "munge.hooks").output == "false\n")
    #expect(try !tree.munge("status").says("git-munge"))
    try tree.munge("install", "--hooks")
    #expect(try hooks() == Self.all)
    try tree.sh("git munge install --no-hooks; git munge uninstall")
    #expect(try tree.git("config", "--get", "munge.hooks", status: 1...1).output == "", "uninstall removes the choice")
  }

  private static let all = """
    post-checkout
    post-merge
    post-rewrite
    pre-commit
    pre-push

    """
  private func hooks() throws -> String {
    try tree.run(["sh", "-c", "cd .git/hooks && ls | grep -v sample"], status: 0...1).output
  }

  /// Ways to lose the guards, and what status names.
  private static let losses: [(script: String, kind: String, status: Int32)] = [
    ("chmod -x .git/hooks/pre-commit", "ignored-hook", 1), ("git config core.hooksPath theirs", "missing-guard", 0),
    ("rm .git/hooks/pre-push", "missing-guard", 0), ("echo 'exit 0' >.git/hooks/pre-commit", "missing-guard", 0),
  ]

  @Test
  func `status and its JSON report guards that git does not run, and install writes those that are missing`()
    throws
  {
    try tree.munge("install", "--hooks", "handle=bnr")
    var outcomes: [Outcome] = []
    for (script, kind, status) in Self.losses {
      try tree.run(["sh", "-c", "rm -rf hooks; cp -a .git/hooks hooks; \(script)"])
      outcomes.append(try tree.munge("status", status: status...status))
      #expect(try tree.munge("status", "--json", status: status...status).says("\"\(kind)\""))
      try tree.run(["sh", "-c", "git config --unset core.hooksPath; rm -rf .git/hooks; mv hooks .git/hooks"])
    }
    try expectSnapshot("lost-guards", outcomes)
    try tree.sh("rm .git/hooks/pre-push; echo 'exit 0' >.git/hooks/pre-commit")
    try tree.munge("install")
    let outcome = try tree.munge("status")
    #expect(outcome.says("commits may not be checked") && !outcome.says("pushes"))
    #expect(try tree.text(".git/hooks/pre-push")?.contains("hook --alone pre-push") == true)
    #expect(try tree.text(".git/hooks/pre-commit") == "exit 0\n")
  }

  @Test(arguments: [
    ("hook-impl", ".pre-commit-config.yaml", "- id: git-munge-pre-commit\n"),
    ("lefthook run", "lefthook.yml", "run: git-munge hook pre-commit\n"),
    (". _/husky.sh", ".husky/pre-commit", "git munge hook pre-commit\n"),
    ("overcommit", ".overcommit.yml", "GitMunge: {enabled: true, command: [git-munge, hook, pre-commit]}\n"),
  ])
  func `a guard that a hook manager runs is not missing, and counts only for its hook`(
    mark: String, file: String, content: String
  ) throws {
    func expectMissing(_ isMissing: Bool, _ comment: Comment) throws {
      #expect(try tree.munge("status").says("commits may not be checked") == isMissing, comment)
      #expect(try tree.munge("status").says("pushes may not be checked"), comment)
    }
    for name in ["pre-commit", "pre-push"] { try tree.write(".git/hooks/\(name)", "#!/bin/sh\n\(mark)\n", mode: 0o755) }
    try tree.munge("install", "--hooks", "handle=bnr")
    try expectMissing(true, "no line")
    try tree.write(file, "# \(content)")
    try expectMissing(true, "a comment")
    try tree.write("elsewhere", content)
    try tree.sh("rm '\(file)'; ln -s \(file.hasPrefix(".husky") ? "../elsewhere" : "elsewhere") '\(file)'")
    try expectMissing(false, "a link is followed")
    try tree.write(".git/hooks/pre-commit", "#!/bin/sh\ntheir-tool run\n", mode: 0o755)
    try expectMissing(true, "git runs another tool")
  }

  @Test func `install renews its own hooks, and uninstall removes them unless they were edited`() throws {
    try tree.munge("install", "--hooks", "handle=bnr")
    let hook = try #require(try tree.text(".git/hooks/post-merge"))
    try tree.write(
      ".git/hooks/post-merge", hook.replacing("\(tree.workshop.bin)", with: "/before/the move"), mode: 0o755)
    let status = try tree.munge("status", status: 1...1)
    try tree.munge("install")
    #expect(try tree.text(".git/hooks/post-merge") == hook)
    try tree.git("worktree", "add", "--quiet", "../linked")
    try tree.workshop.tree("linked").munge("uninstall", "--this-worktree")
    #expect(try tree.text(".git/hooks/post-merge") == hook, "the other working trees need it")
    try tree.write(".git/hooks/post-merge", hook + "echo mine\n", mode: 0o755)
    try expectSnapshot("own-hooks", status, tree.munge("uninstall"))
    #expect(try tree.text(".git/hooks/post-merge") == hook + "echo mine\n")
    #expect(!FileSystem.exists(tree.gitDirectory / "hooks/post-checkout"))
  }
}
