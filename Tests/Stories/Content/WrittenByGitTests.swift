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

  private static let lines =
    ["A = 1;", "\"$(inherited)\"", Team.first, Team.second, Team.none, "\"\(Team.first)\""].map {
      $0.hasSuffix(";") ? $0 : "\(Team.line($0));"
    } + [
      "\"DEVELOPMENT_TEAM[sdk=iphoneos*]\" = \(Team.second);", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app;",
      "PRODUCT_BUNDLE_IDENTIFIER = \"com.acme.app\";",
    ]

  @Test func `each of many files that git wrote is staged as it was, whatever the index has`() throws {
    var generator = SeededGenerator(salt: "pairs")
    let tree = try Workshop.keyed()
    for branch in ["x", "y"] {
      try tree.workshop.maintainer.git("checkout", "--quiet", "-B", branch, "main")
      for file in 0..<1000 {
        let head = Bool.random(using: &generator) ? "// !$*UTF8*$!\n" : ""
        let body = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
          Self.lines[Int.random(in: 0..<Self.lines.count, using: &generator)]
        }
        let text = head + (body + ["\(branch) = \(file);"]).joined(separator: "\n") + "\n"
        try tree.workshop.maintainer.write("\(file).txt", text)
      }
      try tree.workshop.maintainer.commitAll(branch)
    }
    try tree.sh("git fetch --quiet; git checkout --quiet origin/x; git reset --quiet origin/y; git add --all")
    let differing = try tree.git("diff", "--cached", "origin/x").output
    #expect(differing == "", "\(differing.prefix(1000)); \(TestSeed.note)")
  }

  @Test func `files that look the same on disk are each what git wrote, without a warning`() throws {
    let files = [Team.first, Team.second, ""].map { "DEVELOPMENT_TEAM = \($0)\n" }
    let names = ["A.xcconfig", "B.xcconfig", "C.xcconfig"]
    let tree = try Workshop.keyed(files: Dictionary(uniqueKeysWithValues: zip(names, files)))
    try tree.touchAll()
    #expect(try tree.git("add", "--all").errors == "")
    for (name, text) in zip(names, files) { #expect(try tree.staged(name) == text) }
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
