// What git wrote to the working tree is committed as it was, whatever version the index has.

import StorySupport

@Suite struct WrittenByGitTests {
  private typealias Project = KeyedProject

  private let was = Project()

  /// A clone at a commit that adds a team line, has another team, and a reference.
  private func clone() throws -> (tree: WorkingTree, text: String) {
    let tree = try Workshop.keyed()
    let added = was.four.adding(Team.line(Team.first))
    let text = Project.file(
      was.one.replacing(Team.first, with: Team.second), was.two.replacing(Team.second, with: "\"$(inherited)\""),
      was.three, added)
    let maintainer = tree.workshop.maintainer
    try maintainer.git("switch", "--quiet", "--create", "new")
    try maintainer.writeProject(text)
    try maintainer.commitAll("New")
    try tree.sh("git fetch --quiet; git checkout --quiet -B work origin/new")
    return (tree, text)
  }

  @Test(arguments: [
    "git reset --quiet main", "git checkout --quiet main; git restore --source=origin/new :/",
    "git checkout --quiet main; git cherry-pick --no-commit origin/new; git reset --quiet",
    "git checkout --quiet main; git merge --quiet --squash origin/new; git reset --quiet",
  ])
  func `a version that git wrote is staged as it was`(_ command: String) throws {
    let (tree, text) = try clone()
    try tree.sh(command)
    try tree.git("add", "--all")
    #expect(try tree.staged() == text)
  }

  @Test func `a stash with own identifiers is staged with those of the project`() throws {
    let tree = try Workshop(rules: Rules.team(), files: [Project.path: was.text]).clone()
    try tree.writeProject(was.text.shown().adding("A = 1"))
    try tree.git("stash", "--quiet")
    try tree.munge("install", "team=\(Team.mine)", "handle=me")
    try tree.git("stash", "pop", "--quiet")
    let added = try tree.git("add", "--all")
    #expect(added.errors.contains("holds local identifiers"))
    #expect(try tree.staged() == was.text.adding("A = 1"))
  }
}
