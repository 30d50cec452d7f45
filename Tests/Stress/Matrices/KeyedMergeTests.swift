// Merges, rebases and picks of files in which several canonical texts share a local text.

import StorySupport

@Suite struct KeyedMergeTests {
  typealias Project = KeyedProject

  private let was = KeyedProject()
  private let tree: WorkingTree

  init() throws { tree = try Workshop.keyed() }

  /// A maintainer's commit on a new branch, which the clone fetches.
  private func upstream(_ branch: String, _ text: String) throws {
    let maintainer = tree.workshop.maintainer
    try maintainer.git("switch", "--quiet", "--create", branch, "main")
    try maintainer.writeProject(text)
    try maintainer.commitAll("On \(branch)")
    try tree.git("fetch", "--quiet")
  }

  private func committed() throws -> String { try tree.blob("HEAD:\(Project.path)") }

  private func expectClean(_ text: String? = nil, location: SourceLocation = #_sourceLocation) throws {
    if let text { #expect(try committed() == text, sourceLocation: location) }
    #expect(try tree.project() == committed().shown(), sourceLocation: location)
    #expect(try tree.statusOfTouched() == "", sourceLocation: location)
    #expect(try tree.objects(holding: Team.mine) == "", sourceLocation: location)
  }

  private func file(_ one: String, _ two: String? = nil) -> String {
    Project.file(one, two ?? was.two, was.three, was.four)
  }

  @Test func `conflict sides with equal local texts are matched to what was checked out, or guessed`() throws {
    let sides = [
      "--ours": file(was.one.replacing(Team.first, with: Team.none)),
      "--theirs": file(was.one.replacing(Team.first, with: Team.second)),
    ]
    try upstream("theirs", sides["--theirs"] ?? "")
    try upstream("ours", sides["--ours"] ?? "")
    try tree.git("merge", "--quiet", "origin/ours")
    for (side, expected) in sides {
      try tree.git("merge", "--quiet", "origin/theirs", status: 1...1)
      try tree.git("checkout", "--quiet", side, "--", Project.path)
      #expect(try tree.git("add", Project.path).errors == "")
      #expect(try tree.staged() == expected, "\(side)")
      try tree.git("reset", "--quiet", "--merge")
    }
    // In a clone that has checked out neither.
    try tree.git("merge", "--quiet", "origin/theirs", status: 1...1)
    try tree.run(["sh", "-c", ": >.git/munge/seen"])
    try tree.writeProject((sides["--ours"] ?? "").shown())
    #expect(try tree.git("add", Project.path).errors.contains("ambiguous"))
    #expect(try tree.staged() == sides["--ours"])
  }

  /// git merges these lines before the conflict is resolved.
  @Test func `teams that one side changed outside the conflict stay as on that side`() throws {
    let (one, two) = (was.one.replacing(Team.first, with: Team.second), was.two.replacing(Team.second, with: Team.none))
    try upstream("theirs", file(was.one, two).replacing("FOUR.plist", with: "X"))
    try upstream("ours", file(one, was.two).replacing("FOUR.plist", with: "Y"))
    try tree.git("merge", "--quiet", "origin/ours")
    try tree.git("merge", "--quiet", "origin/theirs", status: 1...1)
    try tree.writeProject(try tree.project().resolved("HEAD").replacing("PLIST = Y", with: "PLIST = both"))
    #expect(try tree.git("add", Project.path).errors == "")
    #expect(try tree.staged() == file(one, two).replacing("FOUR.plist", with: "both"))
    try tree.git("checkout", "--merge", "--", Project.path)
    try tree.writeProject(tree.project().resolved("HEAD").replacing("= \(Team.mine);", with: "= \(Team.mine); // team"))
    #expect(try tree.git("add", Project.path).errors == "")
    #expect(try tree.staged().replacing("; // team", with: ";") == file(one, two).replacing("FOUR.plist", with: "Y"))
    try tree.git("commit", "--quiet", "-m", "Merge")
    try expectClean()
  }

  @Test func `clean warns when it cannot decide between two teams`() throws {
    try upstream("theirs", file(was.one, was.two.replacing(Team.second, with: Team.none)))
    try upstream("ours", file(was.one, was.two.replacing(Team.second, with: Team.first)))
    try tree.git("merge", "--quiet", "origin/ours")
    try tree.git("merge", "--quiet", "origin/theirs", status: 1...1)
    try tree.writeProject(try tree.project().resolved("theirs").replacing("FOUR.plist", with: "X"))
    #expect(try tree.git("add", Project.path).errors.contains("ambiguous local identifier"))
    let ours = file(was.one, was.two.replacing(Team.second, with: Team.first))
    #expect(try tree.staged() == ours.replacing("FOUR.plist", with: "X"))
  }
}

extension String {
  /// A file in conflict with one side taken: `HEAD`, or any other label for the other side.
  fileprivate func resolved(_ side: String) -> String {
    var (part, lines): (String?, [Substring]) = (nil, [])
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      switch line.prefix(7) {
      case "<<<<<<<": part = "HEAD"
      case "|||||||": part = "base"
      case "=======": part = "theirs"
      case ">>>>>>>": part = nil
      case _: if part == nil || part == side { lines.append(line) }
      }
    }
    return lines.joined(separator: "\n")
  }
}
