// The project of the samples in the guide and the manual, and the runner of the samples.

import Platform
import StorySupport
import TestSupport
import Testing

/// A repository with the rules and attributes of GUIDE.md.
enum GuideProject {
  static let values = ["handle=bnr", "team=BNR1234567"]
  static let project = "App.xcodeproj/project.pbxproj"

  /// The rules and the attributes of the guide.
  private static func rules() throws -> String { try #require(blocks(of: "GUIDE.md").first { $0.isRules }).text }
  private static func attributes() throws -> String { try #require(blocks(of: "GUIDE.md").first { $0.isAttributes }).text }

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
    /// Another branch, with a commit of its own.
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

  // MARK: Running a sample

  /// Runs the commands of a block and expects the output that it shows; `failing`: a command can exit with 1.
  static func run(_ block: DocumentBlock, in tree: WorkingTree, failing: Bool = false) throws {
    let isSession = block.lines.contains { $0.hasPrefix("$ ") }
    let commands = isSession ? block.lines.filter { $0.hasPrefix("$ ") }.map { $0.dropFirst(2) } : block.lines.map { $0[...] }
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
