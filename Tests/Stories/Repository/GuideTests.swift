// GUIDE.md and the manual: each command is run, and prints what the page shows.

import StorySupport

@Suite(.enabled(if: Repository.isHere, Repository.why))
struct GuideTests {
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

  @Test func `every section with commands is run`() throws {
    let headings = Set(try GuideProject.blocks(of: "GUIDE.md").filter { $0.language == "console" }.map(\.heading))
    #expect(headings == Set(Self.starts.keys), "add the section's start to `starts`")
  }

  @Test(arguments: starts.keys.sorted()) func `the commands of a section print what it shows`(heading: String) throws {
    let tree = try GuideProject.tree(#require(Self.starts[heading]))
    for block in try GuideProject.blocks(of: "GUIDE.md") where block.heading == heading && block.language == "console" {
      try GuideProject.run(block, in: tree)
    }
  }

  /// The state at the beginning of the examples of a page, if it is not a munged clone.
  private static let pages: [String: GuideProject.Start] = ["repair": .leak(base: nil), "verify": .notInstalled]

  /// Pages on which a command exits with 1 on purpose.
  private static let failing: Set = ["status"]

  @Test(arguments: try Words.commands()) func `the examples of a manual page print what it shows`(command: String)
    throws
  {
    let tree = try GuideProject.tree(Self.pages[command] ?? .munged)
    try tree.write(".git/info/exclude", "Makefile\n")
    try tree.write("Makefile", "release:\n\t@:\n")
    try tree.sh("git commit --quiet --allow-empty -m Other; git branch --quiet --set-upstream-to origin/main")
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
    #expect(
      try tree.git("config", "--get-regexp", "^(filter\\.munge|core\\.attributesfile)", status: 1...1).output == "")
    #expect(try tree.text(GuideProject.project) == GuideProject.files[GuideProject.project])
    #expect(try tree.status() == "")
    #expect(!FileSystem.exists(tree.top / ".git/munge") && !FileSystem.exists(tree.top / ".git/hooks/pre-push"))
  }
}

/// A repository with the rules and attributes of GUIDE.md.
enum GuideProject {
  static let values = ["handle=bnr", "team=BNR1234567"]
  static let project = "App.xcodeproj/project.pbxproj"

  private static func rules() throws -> String { try #require(blocks(of: "GUIDE.md").first { $0.isRules }).text }
  private static func attributes() throws -> String {
    try #require(blocks(of: "GUIDE.md").first { $0.isAttributes }).text
  }

  static func blocks(of page: String) throws -> [DocumentBlock] { try DocumentBlock.all(in: Path(page)) }

  static let files = [
    project: """
    // !$*UTF8*$!
    {
    \tobjects = {
    \t\tA1 /* Debug */ = {
    \t\t\tisa = XCBuildConfiguration;
    \t\t\tbuildSettings = {
    \t\t\t\tCODE_SIGN_STYLE = Automatic;
    \t\t\t\tDEVELOPMENT_TEAM = ABCDE12345;
    \t\t\t\tPRODUCT_BUNDLE_IDENTIFIER = com.example.app;
    \t\t\t};
    \t\t\tname = Debug;
    \t\t};
    \t};
    }

    """,
    "App/App.entitlements": """
    <plist version="1.0">
    <dict>
    \t<key>com.apple.security.application-groups</key>
    \t<array>
    \t\t<string>group.com.example.app</string>
    \t\t<string>group.com.example.apps</string>
    \t</array>
    </dict>
    </plist>

    """,
  ]

  /// A munged clone of the guide's project, unless the section needs another state.
  enum Start {
    case munged, withoutRules, notInstalled
    /// A clone of a repository without rules, with private ones.
    case fork
    /// `.gitmunge` with a line changed.
    case edited(from: String, to: String)
    case branch(String)
    /// The commit before the last one has a leak; `base`: a tag for its parent.
    case leak(base: String?)
  }

  static func tree(_ start: Start) throws -> WorkingTree {
    if case .withoutRules = start {
      let tree = try Workshop(rules: nil, attributes: "", files: files).clone()
      try tree.write(".gitmunge", rules())
      try tree.write(".gitattributes", attributes())
      return tree
    }
    if case .fork = start {
      let tree = try Workshop(rules: nil, attributes: "", files: files).clone()
      let rules = try #require(blocks(of: "GUIDE.md").first { $0.isRules && $0.text.contains("attributes =") }).text
      try tree.write(".git/munge/rules", rules)
      try tree.write("../home/rules/example", rules)
      return tree
    }
    let workshop = try Workshop(rules: rules(), attributes: attributes(), files: files)
    if case .notInstalled = start { return try workshop.clone() }
    let tree = try workshop.munged(values: values[0], values[1])
    switch start {
    case .munged, .withoutRules, .notInstalled, .fork: break
    case .edited(let old, let new):
      let text = try rules()
      #expect(text.contains(old))
      try tree.write(".gitmunge", text.replacing(old, with: new))
    case .branch(let name):
      try tree.git("switch", "--quiet", "-c", name)
      try tree.commit("other", "other\n", "Other")
      try tree.git("switch", "--quiet", "main")
    case .leak(let base):
      if let base { try tree.git("tag", base) }
      try tree.commit(
        project, #require(try tree.text(project)).replacing(values[1].dropFirst(5), with: "XL4476DR2X"), "Leak")
      try tree.commit("other", "other\n", "Other")
    }
    return tree
  }

  /// Runs the commands of a block and expects the output that it shows; `failing`: a command can exit with 1.
  static func run(_ block: DocumentBlock, in tree: WorkingTree, failing: Bool = false) throws {
    let isSession = block.lines.contains { $0.hasPrefix("$ ") }
    let commands =
      isSession ? block.lines.filter { $0.hasPrefix("$ ") }.map { $0.dropFirst(2) } : block.lines.map { $0[...] }
    let script = commands.map { "\($0)\n[ $? -le \(failing ? 1 : 0) ] || exit 9\n" }.joined()
    let outcome = try tree.run(["sh", "-c", "exec 2>&1\n\(script)"], status: 0...(failing ? 1 : 0))
    var rest = outcome.output[...]
    for line in block.lines where isSession && !line.hasPrefix("$ ") {
      guard let found = rest.firstRange(of: line) else {
        Issue.record("\(block): '\(line)' is not printed by\n\(outcome.testDescription)")
        continue
      }
      rest = rest[found.upperBound...]
    }
  }
}
