// GUIDE.md and the manual: each command is run, and prints what the page shows.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite(.enabled(if: Repository.isHere, Repository.why))
struct GuideTests {
  /// The state at the beginning of a section.
  private static let starts: [String: GuideProject.Start] = [
    "Write the first rules": .withoutRules,
    "Onboard a team": .munged,
    "Change a value": .munged,
    "Change a rule": .edited(from: "suffix = Tests", to: "suffix = UITests"),
    "Rename a canonical identifier": .edited(from: "canonical = com.example.app", to: "canonical = com.example.next"),
    "Hooks": .munged,
    "In a fork, without a committed rules file": .fork,
    "Use VS Code": .munged,
    "Use several working trees": .munged,
    "Find out why a text is not munged": .munged,
    "Check what is committed": .branch("topic"),
    "Fix a leak": .leak(base: nil),
    "Remove a leak from commits": .leak(base: "BASE"),
    "Build a release": .notInstalled,
    "Fix an installation": .munged,
    "Remove git-munge": .munged,
  ]

  // MARK: The guide

  @Test func `every section with commands is run`() throws {
    let headings = Set(try GuideProject.blocks(of: "GUIDE.md").filter { $0.language == "console" }.map(\.heading))
    #expect(headings == Set(Self.starts.keys), "add the section's start to `starts`")
  }

  @Test(arguments: starts.keys.sorted())
  func `the commands of a section print what it shows`(heading: String) throws {
    let tree = try GuideProject.tree(#require(Self.starts[heading]))
    for block in try GuideProject.blocks(of: "GUIDE.md") where block.heading == heading && block.language == "console" {
      try GuideProject.run(block, in: tree)
    }
  }

  // MARK: The manual

  /// The state at the beginning of the examples of a page, if it is not a munged clone.
  private static let pages: [String: GuideProject.Start] = ["repair": .leak(base: nil), "verify": .notInstalled]

  /// Pages on which a command exits with 1 on purpose.
  private static let failing: Set = ["status", "unset"]

  @Test(arguments: try Words.commands())
  func `the examples of a manual page print what it shows`(command: String) throws {
    let tree = try GuideProject.tree(Self.pages[command] ?? .munged)
    try tree.write(".git/info/exclude", "Makefile\n")
    try tree.write("Makefile", "release:\n\t@:\n")
    for (key, value) in [("diff.tool", "show"), ("difftool.show.cmd", "cat \"$REMOTE\""), ("difftool.prompt", "false")] {
      try tree.git("config", key, value)
    }
    try tree.git("commit", "--quiet", "--allow-empty", "-m", "Other")
    try tree.git("branch", "--quiet", "--set-upstream-to", "origin/main")
    let blocks = try GuideProject.blocks(of: "man/git-munge-\(command).1").filter { $0.heading == "EXAMPLES" }
    #expect(!blocks.isEmpty)
    for block in blocks {
      let missing = ["jq", "make"].filter { block.text.contains("\($0) ") && TestInput.program($0) == nil }
      if missing.isEmpty { try GuideProject.run(block, in: tree, failing: Self.failing.contains(command)) }
    }
  }

  @Test func `the commands that remove git-munge by hand leave a canonical clone`() throws {
    let tree = try GuideProject.tree(.munged)
    let page = Path("man/git-munge-uninstall.1")
    let block = try #require(DocumentBlock.all(in: page).first { $0.text.contains("--remove-section") })
    try tree.munge("install", "--hooks")
    try tree.run(["sh", "-c", "set -e\n\(block.text)"])
    #expect(try tree.git("config", "--get-regexp", "^(filter\\.munge|core\\.attributesfile)", status: 1...1).output == "")
    #expect(try tree.text(GuideProject.project) == GuideProject.files[GuideProject.project])
    #expect(try tree.status() == "")
    #expect(!FileSystem.exists(tree.top / ".git/munge") && !FileSystem.exists(tree.top / ".git/hooks/pre-push"))
  }

  @Test func `git reads the attribute lines in the documents`() throws {
    let tree = try Workshop(rules: nil, attributes: "").clone()
    let samples = try DocumentBlock.all().filter(\.isAttributes)
    #expect(samples.count > 2, "the samples were found")
    for sample in samples {
      try tree.write(".gitattributes", sample.text)
      let found = try tree.git("check-attr", "filter", "--", "App.xcodeproj/project.pbxproj")
      #expect(found.errors == "" && found.output.hasSuffix(": munge\n"), "\(sample): \(found.testDescription)")
    }
  }
}
