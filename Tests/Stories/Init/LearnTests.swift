// `git munge init` in a tree whose identifiers were changed by hand, and `--text`.

import StorySupport

@Suite struct LearnTests {
  /// An app project whose groups and URLs are all the app's.
  private static let files: [String: String] = [
    "App.xcodeproj/project.pbxproj": projectText([
      ProjectTarget(
        "application", "DEVELOPMENT_TEAM = PZYM8XX95Q", "MARKETING_VERSION = 1.0.0",
        "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app"),
      ProjectTarget(
        "app-extension", "DEVELOPMENT_TEAM = PZYM8XX95Q", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app.widget"),
      ProjectTarget("bundle.unit-test", "DEVELOPMENT_TEAM = \"\"", "PRODUCT_BUNDLE_IDENTIFIER = org.acme.app.specs"),
    ]),
    "App/App.entitlements": """
    <dict>
    \t<key>com.apple.security.application-groups</key>
    \t<array>
    \t\t<string>group.com.acme.app</string>
    \t</array>
    </dict>

    """,
    "App/Info.plist": """
    <dict>
    \t<key>CFBundleURLName</key>
    \t<string>com.acme.app.link</string>
    </dict>

    """,
    "App/Group.swift": "let group = \"group.com.acme.app\"\n",
    "README.md": "The id is `com.acme.app`.\n",
  ]

  private func repository(_ files: [String: String] = Self.files) throws -> WorkingTree {
    try Workshop(rules: nil, attributes: "", files: files).maintainer
  }

  /// The same files with another group.
  private func repository(group: String) throws -> WorkingTree {
    try repository(
      Self.files.mapValues { $0.replacing("group.com.acme.app", with: group) })
  }

  /// Edits files as Xcode and a person do it.
  private func edit(_ tree: WorkingTree, _ commands: String...) throws {
    for command in commands { try tree.sh("sed -i '\(command)' App.xcodeproj/project.pbxproj App/*") }
  }

  /// The bytes of all tracked files but those of the rules.
  private func content(_ tree: WorkingTree) throws -> String {
    try tree.sh("git ls-files | grep -v '^.git' | xargs tail -n +1").output
  }

  /// Rules, an installation and a commit, with all details; the output ends with the values that are stored.
  private func munge(_ tree: WorkingTree, _ options: String...) throws -> String {
    let before = try content(tree)
    // A variable without a value is status 1.
    let output = try tree.munge(["init", "--yes", "--verbose"] + options, status: 0...1).output
    #expect(try content(tree) == before, "no byte on disk has changed")
    return try output + tree.git("config", "--get-regexp", "^munge.values").output
  }

  @Test(arguments: [[], ["--private"]]) func `edits give rules and values, and are no edits after the installation`(
    options: [String]
  ) throws {
    let tree = try repository()
    try edit(
      tree, "s/PZYM8XX95Q/ME12345678/", "s/com\\.acme\\.app/com.me.app/", "s/1\\.0\\.0/1.1.0/", "s/\"\";/ME12345678;/")
    try tree.sh("git add App/Info.plist")
    if options.isEmpty { try expectSnapshot("learned", tree.munge("init", "-n", "-v")) }
    let output = options.isEmpty ? try munge(tree) : try munge(tree, "--private")
    #expect(output.contains("munge.values.team ME12345678\n") && output.contains("munge.values.handle me\n"))
    try tree.sh("git add --all")
    #expect(
      try tree.git("diff", "--cached", "--unified=0").output.split(separator: "\n").filter {
        "+-".contains($0.first ?? " ")
      }.map { $0.filter { $0 != "\t" } } == [
        "--- a/App.xcodeproj/project.pbxproj", "+++ b/App.xcodeproj/project.pbxproj", "-MARKETING_VERSION = 1.0.0;",
        "+MARKETING_VERSION = 1.1.0;",
      ])
  }

  @Test(arguments: [
    (["s/com\\.acme\\.app/com.acme.me.app/"], "handle=me", "\tlocal = com.acme.${handle}.app\n"),
    (["s/com\\.acme\\.app/com.acme.app-me/"], "handle=me", "\tlocal = com.acme.app-${handle}\n"),
    (["s/com\\.acme\\.app/org.example.mine/"], "bundle-id=org.example.mine", "\tlocal = ${bundle-id}\n"),
    (["s/com\\.acme\\.app/com.acme.app.me/"], "handle=me", "\tlocal = com.acme.app.${handle}\n"),
    (["s/PZYM8XX95Q/ME12345678/", "s/\"\";/ME12345678;/"], "team=ME12345678", "\tlocal = com.acme.${handle}.app\n"),
    (
      ["s/com\\.acme\\.app/com.me.app/", "s/org\\.acme\\.app\\.specs/org.me.app.specs/"], "handle=me",
      "\tlocal = org.${handle}.app.specs\n"
    ),
    (["/PRODUCT_BUNDLE/i\\\\t\\t\\t\\tDEVELOPMENT_TEAM = ME12345678;"], "team=ME12345678", "\ton-insert = drop\n"),
  ])
  func `The local text is the one that gives the own text`(commands: [String], values: String, line: String) throws {
    var files = Self.files
    if commands[0].contains("/i") {
      files["App.xcodeproj/project.pbxproj"]?.replace("\t\tDEVELOPMENT_TEAM = \"\";\n", with: "")
    }
    if commands[0].contains("/i") {
      files["App.xcodeproj/project.pbxproj"]?.replace("\t\t\t\tDEVELOPMENT_TEAM = PZYM8XX95Q;\n", with: "")
    }
    let tree = try repository(files)
    for command in commands { try edit(tree, command) }
    let output = try munge(tree)
    #expect(
      output.contains("munge.values.\(values.replacing("=", with: " "))\n")
        && output.contains(line.replacing("\t", with: "    ")),
      "\(output)")
    #expect(try tree.statusOfTouched() == "")
  }

  @Test func `No rule that init writes contains an own text`() throws {
    let tree = try repository(group: "group.com.app")
    try edit(tree, "s/= com\\.acme\\.app/= com.me.app/", "s/PZYM8XX95Q/ME12345678/")
    let output = try tree.munge("init", "--yes", status: 0...1).output
    #expect(!output.contains("mbiguous") && output.contains("group.com.app -> group.me.app "), "\(output)")
  }

  @Test func `Of several own texts the most frequent one counts, and the others stay edits`() throws {
    let tree = try repository()
    try edit(tree, "s/com\\.acme\\.app/com.me.app/")
    try tree.sh("sed -i 's/com.me.app/com.other.app/' App/Info.plist")
    let output = try munge(tree)
    #expect(output.contains("Edits that stay, not learned:\n  App/Info.plist:3: com.other.app.link\n"), "\(output)")
    #expect(try tree.statusOfTouched() == " M App/Info.plist\n")
  }

  @Test func `What is no identifier is no pair`() throws {
    let tree = try repository(
      Self.files.merging([
        "App/a.conf":
          """
        version = 1.2.3
        name = acme
        file = a/com.acme.app
        url = https://com.acme.app/x
        b.com.acme = x.y.z

        """
      ]) { $1 })
    try edit(
      tree, "s/1\\.0\\.0/1.1.0/", "s/1\\.2\\.3/1.2.4/", "s/= acme/= me/", "s|/com.acme.app|/com.me.app|",
      "s/x\\.y\\.z/x.y.a/", "s/com\\.acme\\.app\\.widget/org.me.gadget/")
    let output = try tree.munge("init", "--dry-run").output
    #expect(output.contains("Not learned: App.xcodeproj/project.pbxproj:"), "\(output)")
    #expect(!output.replacing("org.me.gadget", with: "").contains(".me."), "\(output)")
  }

  @Test(arguments: [
    (
      "tool.conf", "id = dev.acme.thing.sub\n", "dev.acme.thing", "handle=me",
      "\tcanonical = dev.acme.thing\n\tlocal = dev.acme.${handle}.thing\n"
    ),
    (
      "run.sh", "TEAM_ID=PZYM8XX95Q\n", "PZYM8XX95Q", "team=ME12345678",
      "\tcanonical = PZYM8XX95Q\n\tlocal = ${team}\n\tkey = TEAM_ID\n"
    ),
    ("run.sh", "sign PZYM8XX95Q\n", "PZYM8XX95Q", "team=ME12345678", "\tcanonical = PZYM8XX95Q\n\tlocal = ${team}\n"),
    (
      "a.conf", "bucket = acme-files\n", "acme-files", "text=mine",
      "[rule \"text\"]\n\tcanonical = acme-files\n\tlocal = ${text}\n"
    ),
  ])
  func `A named text is munged`(path: String, content: String, text: String, value: String, rule: String) throws {
    let tree = try repository([path: content, "README.md": text + "\n"])
    #expect(
      try tree.munge("init", status: 1...1).output.contains(
        "No identifiers to munge were found. `git munge init --text VALUE` "))
    try tree.munge("init", "--yes", "--text", text)
    #expect(try #require(try tree.text(".gitmunge")).contains(rule))
    try tree.munge("set", value)
    #expect(try tree.text(path) != content && tree.text("README.md") == text + "\n")
    #expect(try tree.statusOfTouched() == "")
    #expect(
      try tree.munge("init", "--yes", "--text", text).output.contains("The rules have every identifier that was found.")
    )
  }

  /// A munged clone of an app, in which another team is chosen as well.
  private func munged() throws -> WorkingTree {
    let workshop = try Workshop(
      rules: Rules.team(canonicals: [Team.first]), files: [KeyedProject.path: KeyedProject().one, "notes.txt": "one\n"])
    let tree = try workshop.munged(values: "team=\(Team.mine)", "handle=me")
    try tree.munge("install", "--hooks")
    return tree
  }

  @Test(arguments: [false, true], [[], ["--text", "com.acme.second"]])
  func `A new identifier gets its rule before the commit, and local texts get none`(isStaged: Bool, options: [String])
    throws
  {
    let tree = try munged()
    try tree.writeProject(
      KeyedProject.block("NEW", nil).shown().replacing("dev.me.app", with: "com.acme.second") + tree.project())
    if isStaged { try tree.git("add", "--update") }
    try tree.write("notes.txt", "two\n")
    let blocked = try tree.git("commit", "--quiet", "--all", "-m", "New", status: 1...1)
    #expect(blocked.says("    new:        git munge init\n"))
    try tree.munge(["init", "--yes"] + options, status: 0...1)
    #expect(try #require(try tree.text(".gitmunge")).hasPrefix(Rules.team(canonicals: [Team.first]) + "\n[rule \""))
    try tree.git("commit", "--quiet", "-m", "New", KeyedProject.path)
    #expect(
      try tree.status() == " M notes.txt\n" && tree.munge("install", "-n").says("com.acme.second -> "),
      "another edit is not added")
    #expect(try tree.blob("HEAD:\(KeyedProject.path)").contains("= com.acme.second;"))
    #expect(try !tree.project().contains("com.acme.second"))
    #expect(try tree.munge("init", "--yes").output == "The rules have every identifier that was found.\n")
  }

  @Test func `A value of the developer is no new identifier, except by name`() throws {
    let tree = try munged()
    try tree.writeProject(
      tree.project().replacing(Team.mine, with: Team.another).replacing("dev.me.app", with: "dev.zoe.app"))
    let output = try tree.munge("init", "--yes").output
    #expect(output == "The rules have every identifier that was found.\n", "\(output)")
    try tree.munge("init", "--yes", "--no-install", "--text", Team.another)
    #expect(try tree.text(".gitmunge")?.contains("canonical = \(Team.another)\n") == true)
  }

  @Test(arguments: [
    (
      "dev.acme.none",
      "git-munge: 'dev.acme.none' is no whole word in a tracked file that can be munged; `git grep -w -F 'dev.acme.none'` searches all files\n"
    ),
    (
      "com.acme.ap",
      "git-munge: 'com.acme.ap' is no whole word in a tracked file that can be munged; `git grep -w -F 'com.acme.ap'` searches all files\n"
    ),
    ("a b", "git-munge: --text 'a b': expected only letters, digits and ._/:@+$()-\n"),
  ])
  func `A named text that no rule can have is an error`(text: String, error: String) throws {
    #expect(try repository().munge("init", "--text", text, status: 2...2).errors == error)
  }
}
