// verify in repositories of all kinds and with all forms of revisions: what it cannot check is an error.

import StorySupport

@Suite struct VerifyRepositoryTests {
  private static let rules =
    Rules.rule("team", "key = team", "canonical = ABCDE12345", "local = ${team}")
    + Rules.variables(["team": "team-id"])
  private static let leak = "team = FRED098765\n"
  private static let found = "[foreign-value]"

  /// A canonical commit, one with a leak, and one that removes the leak.
  private let workshop: Workshop
  private var tree: WorkingTree { workshop.maintainer }

  init() throws {
    workshop = try Workshop(rules: Self.rules, files: ["a.conf": "team = ABCDE12345\n"])
    try tree.commit("a.conf", Self.leak, "Leak")
    try tree.commit("a.conf", "team = ABCDE12345\nb = 1\n", "Repaired")
  }

  private func expectRefused(_ text: String, _ word: String) throws {
    let outcome = try tree.munge("verify", "--", word, status: 2...2)
    #expect(outcome.says(text), "\(outcome)")
  }

  @Test(arguments: ["-x", "--all", "nowhere", "HEAD:a.conf", "HEAD^{tree}", "", "HEAD^^^^^", "@{99}"])
  func `verify fails for a name that is no commit`(_ word: String) throws {
    try expectRefused("there is no commit '\(word)'", word)
  }

  @Test(arguments: [
    ("-x..HEAD", "no commits match '-x..HEAD'"), ("--output=x..y", "no commits match '--output=x..y'"),
    ("nowhere..HEAD", "there is no commit 'nowhere'"), ("HEAD..nowhere", "there is no commit 'nowhere'"),
    ("HEAD...nowhere", "there is no commit 'nowhere'"),
  ])
  func `verify fails for an argument that is neither a range nor an option, and names an unknown end`(
    _ word: String, _ why: String
  ) throws {
    try expectRefused(why, word)
    #expect(try tree.status() == "")
  }

  /// Shell lines, each with its exit status and a text that it prints.
  struct Scene: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let preparation: String
    let lines: [(status: Int32, text: String, line: String)]

    init(_ description: String, _ preparation: String = "", _ lines: (Int32, String, String)...) {
      (testDescription, self.preparation, self.lines) = (description, preparation, lines)
    }
  }

  private static let words = """
    verify() { git munge verify "$@"; }
    commit() { git add --all; git commit --quiet -m "$1"; }

    """

  private static let histories = [
    Scene(
      "an empty range has no findings", "", (0, "0 commits", "verify HEAD..HEAD"),
      (0, "0 commits", "verify HEAD..HEAD^"),
      (0, "0 commits", "verify HEAD...HEAD"), (0, "0 commits", "verify ..")),
    Scene(
      "before the first commit only --staged can be verified",
      """
      git init --quiet ../fresh; cp .gitmunge ../fresh; cd ../fresh
      echo '*.conf filter=munge' >.gitattributes; echo $LEAK >b.conf
      """,
      (2, "there is no commit", "cd ../fresh; verify"), (2, "there is no commit", "cd ../fresh; verify --history"),
      (2, "no .gitmunge in the index", "cd ../fresh; verify --staged"),
      (1, found, "cd ../fresh; git add .; verify --staged"),
      (
        0, "matches nothing",
        "cd ../fresh; git rm --quiet --cached b.conf; git add --intent-to-add b.conf; verify --staged"
      )),
    Scene(
      "an uncommitted merge is not reported for what its parents have or had",
      """
      git switch --quiet --create other HEAD^; echo 'c = 1' >b.conf; commit Other
      git switch --quiet main; printf 'team = ABCDE12345\nb = 2\n' >a.conf; commit Main
      git switch --quiet other; git merge --quiet --no-commit --no-ff -s ours main
      """, (0, "nothing found", "verify --staged"),
      (1, "a.conf:2:8", #"printf '%s\n' "$LEAK" "$LEAK" >a.conf; git add .; verify --staged"#)),
    Scene(
      "verify fails for commits that a shallow clone lacks", #"git clone --quiet --depth=2 "file://$PWD" ../shallow"#,
      (0, "nothing found", "cd ../shallow; verify"), (0, "nothing found", "cd ../shallow; verify HEAD^..HEAD"),
      (2, "this clone is shallow", "cd ../shallow; verify --history"),
      (
        2, "there is no commit 'HEAD~2': this clone is shallow; fetch more with `git fetch --deepen=100`",
        "cd ../shallow; verify HEAD~2..HEAD"
      ),
      (
        2, "there is no commit 'HEAD~2': this clone is shallow; fetch more with `git fetch --deepen=100`",
        "cd ../shallow; verify HEAD~2"
      ),
      // A fetched older commit does not include the commits between.
      (
        2, "this clone is shallow",
        "old=$(git rev-parse HEAD~2); cd ../shallow; git fetch --quiet --depth=1 origin $old; verify FETCH_HEAD..HEAD"
      ), (1, found, "cd ../shallow; git fetch --quiet --unshallow origin; verify --history")),
    Scene(
      "verify fails for blobs that a partial clone lacks",
      """
      git config uploadpack.allowFilter true; git clone --quiet --filter=blob:none "file://$PWD" ../partial
      git -C ../partial remote set-url origin file:///nowhere
      """, (0, "nothing found", "cd ../partial; verify"),
      (2, "is not in this clone", "cd ../partial; verify --history"),
      (2, "is not in this clone", "cd ../partial; verify HEAD^"),
      (2, "is not in this clone", "cd ../partial; verify HEAD~2..HEAD")),
  ]

  private static let repositories = [
    Scene(
      "a bare repository can be verified, without --staged and --worktree", "git clone --quiet --bare . ../bare.git",
      (0, "1 munged file", "cd ../bare.git; verify"), (1, found, "cd ../bare.git; verify HEAD~2..HEAD"),
      (1, found, "cd ../bare.git; verify --history"), (2, "bare repository", "cd ../bare.git; verify --staged"),
      (2, "bare repository", "cd ../bare.git; verify --worktree"),
      (1, found, "cd ..; export GIT_DIR=bare.git; verify HEAD^"),
      (1, found, "cd ..; export GIT_DIR=$PWD/repository/.git; verify HEAD^")),
    Scene(
      "attributes outside the commit do not matter",
      """
      git config core.attributesFile "$HOME/attributes"
      for file in "$HOME/attributes" .git/info/attributes .gitattributes; do echo '*.conf -filter' >$file; done
      """, (0, "1 munged file", "verify --strict"), (1, found, "verify HEAD^"), (1, found, "verify HEAD~2..HEAD"),
      (1, found, "verify --history"), (1, found, "echo $LEAK >b.conf; git add b.conf; verify --staged")),
    Scene(
      "symbolic links and submodules are not read",
      """
      ln -s "$LEAK" link.conf; git init -q sub.conf; git -C sub.conf commit -q --allow-empty -m s
      git -c advice.addEmbeddedRepo=false add .
      """, (0, "nothing found", "verify --staged"), (0, "nothing found", "git commit --quiet -m Others; verify HEAD"),
      (0, "nothing found", "verify HEAD^..HEAD"),
      (1, "link.conf:1:8", "rm link.conf; echo $LEAK >link.conf; git commit -qam File; verify HEAD^..HEAD"),
      (0, "nothing found", "chmod +x link.conf; git commit -qam Mode; verify HEAD^..HEAD")),
    Scene(
      "rules behind a symbolic link are not read", "mv .gitmunge rules; ln -s rules .gitmunge; commit Link",
      (1, "[bad-rules]", "verify HEAD"), (1, "[bad-rules]", "verify HEAD^..HEAD"),
      (1, "[bad-rules]", "verify --history"),
      (1, "[bad-rules]", "verify --staged")),
  ]

  @Test(arguments: histories + repositories) func `verify in a repository of any kind`(_ scene: Scene) throws {
    let environment = ["LEAK": "team = FRED098765"]
    try tree.run(["sh", "-ec", Self.words + scene.preparation], environment: environment)
    for (status, text, line) in scene.lines {
      let outcome = try tree.run(["sh", "-ec", Self.words + line], environment: environment, status: 0...2)
      #expect(outcome.status == status && outcome.says(text), "\(outcome)")
    }
  }
}
