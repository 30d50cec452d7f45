// GUIDE.md: each command is run, and prints what the guide shows.

import Platform
import StorySupport
import Testing
import TestSupport

@Suite(.enabled(if: Repository.isHere, Repository.why))
struct GuideTests {
  private static let page = Path("GUIDE.md")
  private static let values = ["handle=bnr", "team=BNR1234567"]
  private static let project = "App.xcodeproj/project.pbxproj"

  private static func blocks() throws -> [DocumentBlock] { try DocumentBlock.all(in: page) }

  /// The rules and the attributes of the guide.
  private static func rules() throws -> String { try #require(blocks().first { $0.isRules }).text }
  private static func attributes() throws -> String { try #require(blocks().first { $0.isAttributes }).text }

  private static let files = [
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

  // MARK: The state at the beginning of a section

  /// A munged clone of the guide's project, unless the section needs another state.
  private enum Start {
    case munged, withoutRules, notInstalled
    /// `.gitmunge` with a line changed.
    case edited(from: String, to: String)
    /// Another branch, with a commit of its own.
    case branch(String)
    /// The last commit has a leak; the guide names the second to last.
    case leak(base: String?)
  }

  private static let starts: [String: Start] = [
    "Write the first rules": .withoutRules,
    "Onboard a team": .munged,
    "Change a value": .munged,
    "Change a rule": .edited(from: "suffix = Tests", to: "suffix = UITests"),
    "Rename a canonical identifier": .edited(from: "canonical = com.example.app", to: "canonical = com.example.next"),
    "Install hooks": .munged,
    "Use several working trees": .munged,
    "Find out why a text is not munged": .munged,
    "Check what is committed": .branch("topic"),
    "Fix a leak": .leak(base: nil),
    "Remove a leak from commits": .leak(base: "BASE"),
    "Build a release": .notInstalled,
    "Fix an installation": .munged,
    "Remove git-munge": .munged,
  ]

  private static func tree(_ start: Start) throws -> WorkingTree {
    if case .withoutRules = start {
      let tree = try Workshop(rules: nil, attributes: "", files: files).clone()
      try tree.write(".gitmunge", rules())
      try tree.write(".gitattributes", attributes())
      return tree
    }
    let workshop = try Workshop(rules: rules(), attributes: attributes(), files: files)
    if case .notInstalled = start { return try workshop.clone() }
    let tree = try workshop.munged(values: values[0], values[1])
    switch start {
    case .munged, .withoutRules, .notInstalled: break
    case .edited(let old, let new):
      let text = try rules()
      #expect(text.contains(old))
      try tree.write(".gitmunge", text.replacing(old, with: new))
    case .branch(let name):
      try tree.git("switch", "--quiet", "-c", name)
      try tree.write("other", "other\n")
      try tree.commitAll("Other")
      try tree.git("switch", "--quiet", "main")
    case .leak(let base):
      if let base { try tree.git("tag", base) }
      let text = try #require(try tree.text(project))
      try tree.write(project, text.replacing(values[1].dropFirst(5), with: "XL4476DR2X"))
      try tree.commitAll("Leak")
      try tree.write("other", "other\n")
      try tree.commitAll("Other")
    }
    return tree
  }

  // MARK: The commands

  @Test func `every section with commands is run`() throws {
    let headings = Set(try Self.blocks().filter { $0.language == "console" }.map(\.heading))
    #expect(headings == Set(Self.starts.keys), "add the section's start to `starts`")
  }

  @Test(arguments: starts.keys.sorted())
  func `the commands of a section print what it shows`(heading: String) throws {
    let tree = try Self.tree(#require(Self.starts[heading]))
    for block in try Self.blocks() where block.heading == heading && block.language == "console" {
      let commands = block.lines.filter { $0.hasPrefix("$ ") }.map { $0.dropFirst(2) }
      let script = commands.map { "\($0)\n[ $? -eq 0 ] || exit 9\n" }.joined()
      let outcome = try tree.run(["sh", "-c", "exec 2>&1\n\(script)"])
      var rest = outcome.output[...]
      for line in block.lines where !line.hasPrefix("$ ") {
        guard let found = rest.firstRange(of: line) else {
          Issue.record("\(block): '\(line)' is not printed by\n\(outcome.testDescription)")
          continue
        }
        rest = rest[found.upperBound...]
      }
    }
  }

  @Test func `git-munge is removed by hand as the manual has it`() throws {
    let tree = try Self.tree(.munged)
    let page = Path("man/git-munge-uninstall.1")
    let block = try #require(DocumentBlock.all(in: page).first { $0.text.contains("--remove-section") })
    try tree.munge("install", "--hooks")
    try tree.run(["sh", "-c", "set -e\n\(block.text)"])
    #expect(try tree.git("config", "--get-regexp", "^(filter\\.munge|core\\.attributesfile)", status: 1...1).output == "")
    #expect(try tree.text(Self.project) == Self.files[Self.project])
    #expect(try tree.status() == "")
    #expect(!FileSystem.exists(tree.top / ".git/munge") && !FileSystem.exists(tree.top / ".git/hooks/pre-push"))
  }

  @Test func `git reads the attribute lines of the documents`() throws {
    let tree = try Workshop(rules: nil, attributes: "").clone()
    let samples = try DocumentBlock.all().filter(\.isAttributes)
    #expect(samples.count > 2, "they were found")
    for sample in samples {
      try tree.write(".gitattributes", sample.text)
      let found = try tree.git("check-attr", "filter", "--", "App.xcodeproj/project.pbxproj")
      #expect(found.errors == "" && found.output.hasSuffix(": munge\n"), "\(sample): \(found.testDescription)")
    }
  }
}
