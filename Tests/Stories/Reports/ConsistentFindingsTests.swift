// Situations that a clone can be in: status, install and verify report the same findings.

import StorySupport

/// A project whose documents and tests mention its identifier.
private enum Project {
  static let files = [
    "App/App.xcconfig": "ID = com.blah.user-thing\n", "README.md": "Set com.blah.user-thing in Xcode.\n",
    "AppTests/AppTests.swift": "let id = \"com.blah.user-thing\"\n",
    "App/de.lproj/a.strings": "\"com.blah.user-thing\" = \"x\";\n",
    "App/Other.swift": "// com.blah.user-thingamajig\n",
  ]

  static func munged() throws -> WorkingTree {
    try Workshop(attributes: "*.xcconfig filter=munge\n", files: files).munged(values: "handle=bnr")
  }
}

@Suite struct ConsistentFindingsTests {
  /// A problem in a clone after an installation, and the finding for it.
  struct Situation: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The finding's kind in each command; `nil` for none.
    let kind: String?
    /// Whether the problem is in the commit or the index, where `verify` and `verify --staged` see it.
    var isCommitted = false, isStaged = false
    let arrange: @Sendable (WorkingTree) throws -> Void
  }

  private static let situations = [
    Situation(testDescription: "a right installation", kind: nil) { _ in },
    Situation(testDescription: "an edit", kind: nil) {
      try $0.write("App/App.xcconfig", "ID = com.blah.user-bnr\nX = 1\n")
    },
    Situation(testDescription: "a new file of a kind that is munged", kind: nil, isStaged: true) {
      try $0.write("New.xcconfig", "ID = com.blah.user-bnr\n")
      try $0.git("add", ".")
    },
    Situation(testDescription: "a file that nothing covers holds the project's text", kind: nil, isStaged: true) {
      try $0.write("App/Info.plist", "<string>com.blah.user-thing</string>\n")
      try $0.git("add", ".")
    },
    Situation(testDescription: "a checkout without the filter", kind: "stale") {
      try $0.write("App/App.xcconfig", "ID = com.blah.user-thing\n")
    },
    Situation(testDescription: "an own text in a file without the attribute", kind: "own-text", isStaged: true) {
      try $0.write("notes.txt", "com.blah.user-bnr\n")
      try $0.git("add", ".")
    },
    Situation(testDescription: "an own text in a longer word", kind: "near-leak", isStaged: true) {
      try $0.write("App/App.xcconfig", "ID = com.blah.user-bnr2\n")
      try $0.git("add", ".")
    },
    Situation(testDescription: "an own text in a binary file", kind: "own-text", isStaged: true) {
      try $0.write("a.xcconfig", "\0com.blah.user-bnr\0")
      try $0.git("add", ".")
    },
    Situation(testDescription: "an own text staged past the filter", kind: "own-text", isStaged: true) {
      let blob = try $0.git("hash-object", "-w", "--stdin", "--no-filters", input: "ID = com.blah.user-bnr\n").output
        .prefix(40)
      try $0.git("update-index", "--cacheinfo", "100644,\(blob),App/App.xcconfig")
    },
    Situation(testDescription: "a colleague's identifier in a key of a rule", kind: "foreign-value", isCommitted: true)
    {
      try $0.write(".gitmunge", Rules.handle + Rules.keyedTeam)
      try $0.write("App/App.xcconfig", "ID = com.blah.user-thing\nTEAM = FOREIGN123\n")
      try $0.munge("install", "--yes", "team=BNR1234567")
      try $0.commitAll("Leak")
    },
  ]

  @Test(arguments: situations) func `status, install and verify report the same findings`(situation: Situation)
    throws
  {
    let tree = try Project.munged()
    try situation.arrange(tree)
    let wrong: Int32 = situation.kind == nil ? 0 : 1
    var reports = [try tree.munge("status", "--check", status: wrong...wrong)]
    let committed: Int32 = situation.isCommitted ? 1 : 0
    let (verify, staged) = (
      try tree.munge("verify", status: 0...1), try tree.munge("verify", "--staged", status: 0...1)
    )
    #expect(verify.status == committed, "\(verify)")
    #expect(staged.status == (situation.isStaged ? wrong : 0), "\(staged)")
    reports += (situation.isCommitted ? [verify] : []) + (situation.isStaged ? [staged] : [])
    // install reports no problem of its own, whatever the files hold; it updates them, and what is staged.
    let install = try tree.munge("install", "--yes")
    if situation.kind != "stale", !install.says("Staged with the project's identifiers") { reports.append(install) }
    for report in reports {
      if let kind = situation.kind {
        #expect(report.says("[\(kind)]"), "\(report)")
      } else {
        #expect(!report.says(" error: "), "\(report)")
      }
    }
    if situation.kind == "stale" { try tree.munge("status") }
  }

  /// Commands that say whether git-munge is installed, with an argument for those that need one.
  private static let askers = [
    ["status"], ["status", "--check"], ["set", "--dry-run", "handle=ann"], ["explain", "App/App.xcconfig"],
  ]

  /// What is left after a part of an installation was taken away.
  @Test(arguments: ["git munge uninstall --this-worktree", "rm -r \"$COMMON/munge\" \"$COMMON/munge.plan\""])
  func `every command says the same of whether git-munge is installed`(_ script: String) throws {
    let main = try Project.munged()
    let tree = script.hasPrefix("git ") ? try main.linked() : main
    if tree.top != main.top { try tree.munge("install") }
    try tree.run(["sh", "-ec", script], environment: ["COMMON": "\(main.gitDirectory)"])
    let table = try Self.askers.map { words in
      let isInstalled = try !tree.munge(words, status: 0...255).says("ot installed")
      return "\(words.joined(separator: " ")): \(isInstalled ? "installed" : "not installed")"
    }
    let answers = Set(table.map { $0.split(separator: ": ").last })
    #expect(answers.count == 1, "\(table.joined(separator: "\n"))")
    #expect(try !tree.munge("install", "-n").says("Nothing to do"))
  }

  @Test func `status names files to munge, and longer words, as install -n and verify do`() throws {
    let tree = try Project.munged()
    try tree.write("App/Info.plist", "<string>com.blah.user-thing</string>\n")
    try tree.write("App/Other.xcconfig", "X = com.blah.user-thingamajig\n")
    try tree.git("add", ".")
    var reports = [try tree.munge("status")]
    try tree.commitAll("More")
    #expect(try !tree.munge("status").says("Info.plist"), "no commit would change it")
    reports += try [tree.munge("install", "--dry-run"), tree.munge("verify")]
    for report in reports {
      #expect(report.says("echo '/App/Info.plist filter=munge'"), "\(report)")
      #expect(report.says("suffix amajig"), "\(report)")
      #expect(!report.says("README.md") && !report.says("AppTests") && !report.says("lproj"), "\(report)")
    }
  }

  /// Steps in a clone of a project with a rule without a value and a colleague's leak, until nothing is left.
  @Test func `the first line says whose identifiers are on disk, and which rules are idle`() throws {
    let files = ["a.txt": "\(canonical)\nTEAM = FOREIGN123\n", "b.txt": "TEAM = FOREIGN123\n"]
    let tree = try Workshop(rules: Rules.handle + Rules.keyedTeam, files: files).clone()
    try tree.munge("install", "handle=bnr", status: 1...1)
    var outcomes = try [tree.munge(status: 1...1)]
    try tree.munge("repair", "a.txt", "b.txt")
    outcomes.append(try tree.munge())
    try tree.munge("set", "team=BNR1234567")
    outcomes.append(try tree.munge())
    try expectSnapshot("whose", outcomes)
    #expect(try tree.text("b.txt") == "TEAM = BNR1234567\n")
  }
}
