// What `git munge init` proposes for projects, and what it writes.

import StorySupport

@Suite struct InitTests {
  private func repository(_ files: [String: String], attributes: String = "") throws -> WorkingTree {
    try Workshop(rules: nil, attributes: attributes, files: files).maintainer
  }

  private func initialized(_ tree: WorkingTree, _ options: String...) throws -> String {
    try tree.munge(["init", "--yes", "--no-install"] + options)
    try tree.sh("git add .gitmunge .gitattributes; git commit --quiet -m Munge")
    return try tree.text(".gitmunge") ?? ""
  }

  @Test func `init prints rules, examples and what stays, and writes nothing without consent`() throws {
    let tree = try repository(AppProject.files)
    let before = try DirectoryState(tree)
    let outcome = try tree.munge("init", status: 1...1)
    try expectSnapshot("summary", outcome)
    try expectSnapshot("proposal", tree.munge("init", "--dry-run", "--verbose"))
    #expect(try DirectoryState(tree).changes(since: before) == "")
  }

  @Test func `from init to an installation with a silent verify`() throws {
    let tree = try repository(AppProject.files)
    try tree.sh("git config munge.values.handle bnr; git config munge.values.team BNR1234567")
    let details = try tree.munge("init", "-n", "-v").output
    try expectSnapshot("written", tree.munge("init", "--yes"))
    #expect(
      try tree.git("log", "-1", "--format=%s", "--name-only").output
        == "Munge build identifiers\n\n.gitattributes\n.gitmunge\n")
    let installed = try tree.munge("install", "-n").output
    let counts = installed.split(separator: "\n").filter { $0.contains(" places in ") }
    #expect(
      counts.count == 2 && counts.allSatisfy { details.contains($0) },
      "the preview counts as a dry run does")
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.munge("verify", "--strict", "--simulate").output.contains("nothing found"))
    for (path, text) in AppProject.files { #expect(try tree.text(path) == AppProject.local[path] ?? text, "\(path)") }
  }

  @Test func `rules in a directory below are named with the command that moves them`() throws {
    let tree = try repository(["it's/.gitmunge": Rules.keyedTeam, "app.txt": "plain\n"])
    let command = "mv 'it'\\''s/.gitmunge' .gitmunge"
    let said = try [
      tree.munge("init", status: 1...1), tree.munge("verify", status: 2...2), tree.munge("install", status: 2...2),
    ]
    for outcome in said { #expect(outcome.says("`\(command)`"), "\(outcome)") }
    try tree.run(["sh", "-c", command])
    #expect(try tree.munge("install", "team=\(Team.mine)").says("Installed"))
  }

  @Test func `a partial clone is searched as far as it has files`() throws {
    let tree = try repository(AppProject.files.merging(["android/a.ttf": "font\n"]) { $1 })
    try tree.git("config", "uploadpack.allowFilter", "true")
    let partial = tree.workshop.tree("partial")
    try tree.git("clone", "--quiet", "--filter=blob:none", "--no-checkout", "file://\(tree.top)", "\(partial.top)")
    try partial.git("checkout", "--quiet", "HEAD", "--", ".gitattributes")
    let none = try partial.munge("init", status: 1...1).output
    #expect(
      none.hasPrefix("Not searched, ")
        && none.contains("\nNo identifiers to munge were found. `git munge init --text VALUE`"))
    try partial.sh("git checkout --quiet HEAD -- . ':!android'; git remote set-url origin file:///nowhere")
    for words in [["App"], []] {
      let outcome = try partial.munge(["init", "--dry-run", "-v"] + words)
      #expect(
        outcome.output.contains("bundle-id") && outcome.says("not searched: git cannot read the blob"),
        "\(outcome.testDescription)")
    }
  }

  @Test func `a second init proposes nothing`() throws {
    let tree = try repository(AppProject.files)
    _ = try initialized(tree)
    #expect(
      try tree.munge("init", "--yes").output
        == "The rules have every identifier that was found. Not installed: git munge install\n")
    #expect(try tree.git("status", "--porcelain").output == "")
  }

  @Test func `rules that exist are extended, and keep every byte`() throws {
    let tree = try repository(AppProject.files)
    let rules = try initialized(tree)
    let attributes = try #require(try tree.text(".gitattributes"))
    try tree.write("tools/tauri.conf.json", "{\"identifier\": \"org.acme.tool\"}\n")
    try tree.write("Other.xcodeproj/project.pbxproj", "{\n\tDEVELOPMENT_TEAM = QWERTY7Z8X;\n}\n")
    try tree.write("App/New.swift", "let group = \"group.com.acme.app\"\n")
    try tree.sh("git add tools Other.xcodeproj App; git commit --quiet -m More; git munge init --yes --no-install")
    let extended = try #require(try tree.text(".gitmunge"))
    #expect(extended.hasPrefix(rules))
    #expect(
      extended.dropFirst(rules.count).contains("\tcanonical = org.acme.tool\n\tlocal = org.acme.${handle}.tool\n"))
    #expect(extended.dropFirst(rules.count).contains("[rule \"team\"]\n\tcanonical = QWERTY7Z8X\n"))
    #expect(!extended.dropFirst(rules.count).contains("[variable"), "the variables are those that exist")
    #expect(try #require(try tree.text(".gitattributes")).hasPrefix(attributes))
    #expect(
      try tree.git("check-attr", "filter", "App/New.swift").output == "App/New.swift: filter: munge\n",
      "a new file of an old rule")
    try tree.sh("git add .gitmunge .gitattributes; git commit --quiet -m Extend")
    #expect(try tree.munge("verify", "--strict").output.contains("nothing found"))
  }

  @Test func `what is staged and edited stays so, and is in no commit`() throws {
    let tree = try repository(AppProject.files.merging(["notes.txt": "one\n", "app.conf": "one\n"]) { $1 })
    try tree.sh("echo staged >notes.txt; git add notes.txt; echo edited | tee notes.txt >app.conf")
    try tree.munge("init", "--yes")
    #expect(
      try tree.status() == " M app.conf\nMM notes.txt\n"
        && tree.git("show", "--format=", "--name-only").output == ".gitattributes\n.gitmunge\n")
    #expect(try tree.blob(":notes.txt") == "staged\n" && tree.text("notes.txt") == "edited\n")
  }

  @Test(arguments: [
    ("printf 'exit 1\\n' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit", "git refused it"),
    ("git checkout --quiet --detach", "HEAD is detached"),
    ("echo .gitmunge >.git/info/exclude", ".gitmunge is ignored"),
    ("git update-ref MERGE_HEAD HEAD", "a merge is in progress; finish or abort it first"),
    ("echo '*.png binary' >.gitattributes", ".gitattributes has other changes"),
  ])
  func `where no commit can be made, the rest is done, and the command is printed`(
    obstacle: String, why: String
  ) throws {
    let tree = try repository(AppProject.files)
    try tree.sh("git config munge.values.handle bnr; git config munge.values.team BNR1234567; \(obstacle)")
    let head = try tree.git("rev-parse", "HEAD").output
    let outcome = try tree.munge("init", "--yes", status: 1...1)
    let files = ":/.gitmunge :/.gitattributes"
    let command = "git add -f \(files) && git commit -m 'Munge build identifiers' -- \(files)"
    #expect(outcome.output.hasSuffix("Not committed: \(why). To commit the rules:\n  \(command)\n"), "\(outcome)")
    #expect(try tree.git("rev-parse", "HEAD").output == head && tree.text(".gitmunge")?.isEmpty == false)
    #expect(try tree.text("App.xcodeproj/project.pbxproj")?.contains("BNR1234567") == true)
    // What is printed works in a directory below, once the obstacle is gone.
    try tree.sh("rm -f .git/hooks/pre-commit .git/MERGE_HEAD; cd App && \(command)")
    #expect(
      try tree.git("show", "--format=%s", "--name-only").output
        == "Munge build identifiers\n\n.gitattributes\n.gitmunge\n")
  }

  @Test func `nothing is changed without an answer, and files alone are written with --no-install`() throws {
    let tree = try repository(AppProject.files)
    let outcome = try tree.munge("init", "--no-install", "App", status: 1...1)
    #expect(outcome.output.hasSuffix("Nothing was changed; with --yes it asks nothing.\n"), "\(outcome)")
    #expect(try tree.status() == "")
    try tree.munge("init", "--no-install", "--yes", "App")
    #expect(try tree.status() == " M .gitattributes\n?? .gitmunge\n" && tree.state() == "not-installed")
  }

  /// A file, with `«»` around what becomes local.
  private static let forms: [String: String] = [
    "App.xcodeproj/project.pbxproj": projectText([
      ProjectTarget(
        "application", "PRODUCT_BUNDLE_IDENTIFIER = \"$(PREFIX)«com.acme.app»\"",
        "\"DEVELOPMENT_TEAM[sdk=iphoneos*]\" = «PZYM8XX95Q»"),
      ProjectTarget("app-extension", "PRODUCT_BUNDLE_IDENTIFIER = \"«com.acme.app».-dollar\""),
    ]),
    "App.xcconfig": "ACME_BUNDLE_ID_PROD = «com.acme.app»\nACME_TEAM = «PZYM8XX95Q»\n",
    "Local.xcconfig.template": "DEVELOPMENT_TEAM = «PZYM8XX95Q»\n",
    "App/Info.plist": """
    <key>CFBundleURLSchemes</key>
    <array>
    <string>msauth.«com.acme.app»</string>
    </array>

    """,
    "App/Auth.swift": "let url = \"msauth.«com.acme.app»://auth\"\n",
    "app/AndroidManifest.xml":
      "<manifest package=\"com.acme.app\">\n<data android:scheme=\"«com.acme.app»\" />\n</manifest>\n",
    "app/build.gradle":
      "namespace \"com.acme.app\"\napplicationId \"«com.acme.app»\"\ntestApplicationId \"«com.acme.app».test\"\n",
    "run.sh": "ID=${ID:-«com.acme.app»}\nopen \"«com.acme.app»\"\n",
    "examples/Info.plist": "<key>CFBundleIdentifier</key>\n<string>com.acme.app</string>\n",
  ]

  @Test func `identifiers are found in every form`() throws {
    func text(_ form: String, _ locals: [(String, String)]) -> String {
      locals.reduce(form) { $0.replacing("«\($1.0)»", with: $1.1) }
    }
    let same = [("com.acme.app", "com.acme.app"), ("PZYM8XX95Q", "PZYM8XX95Q")]
    let tree = try repository(Self.forms.mapValues { text($0, same) })
    _ = try initialized(tree)
    try tree.munge("install", "handle=bnr", "team=BNR1234567")
    for (path, form) in Self.forms {
      #expect(
        try tree.text(path) == text(form, [("com.acme.app", "com.acme.bnr.app"), ("PZYM8XX95Q", "BNR1234567")]),
        "\(path)")
    }
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.munge("verify", "--strict").output.contains("nothing found"))
  }

  @Test func `a project with targets and without a team has a rule for one, and a later team is a leak`() throws {
    let target = ProjectTarget("application", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app")
    let tree = try repository(["App.xcodeproj/project.pbxproj": projectText([target])]
    )
    #expect(
      try initialized(tree).contains(
        """
        \tcanonical =
        \tlocal = ${team}
        \tkey = DEVELOPMENT_TEAM
        \tkey = DevelopmentTeam

        """))
    #expect(try tree.munge("verify", "--strict").output.contains("nothing found"))
    try tree.sh(
      "sed -i 's/PRODUCT_BUNDLE/DEVELOPMENT_TEAM = QWERTY7Z8X;\\n&/' App.xcodeproj/project.pbxproj; git commit --quiet -a -m Leak"
    )
    #expect(try tree.munge("verify", status: 1...1).says("DEVELOPMENT_TEAM is QW"))
  }

  @Test func `one identifier for both platforms stays as the name of a package`() throws {
    let tree = try repository([
      "capacitor.config.ts": "appId: \"com.acme.app\",\n",
      "android/app/build.gradle": "namespace \"com.acme.app\"\napplicationId \"com.acme.app\"\n",
      "android/app/src/Main.java": "package com.acme.app;\n",
    ])
    _ = try initialized(tree)
    try tree.munge("install", "handle=bnr")
    #expect(try tree.text("capacitor.config.ts") == "appId: \"com.acme.bnr.app\",\n")
    #expect(
      try tree.text("android/app/build.gradle") == "namespace \"com.acme.app\"\napplicationId \"com.acme.bnr.app\"\n")
    #expect(try tree.text("android/app/src/Main.java") == "package com.acme.app;\n")
    for value in ["two", "three"] {
      #expect(try !tree.munge("set", "handle=\(value)").says("Ambiguous"), "also with a former text")
    }
    #expect(try tree.munge("set", "handle=my-2", status: 2...2).says("letters and digits"), "Android has no hyphens")
  }

  @Test func `a project file is munged where settings files have the identifiers`() throws {
    let project =
      projectText([ProjectTarget("application", "PRODUCT_BUNDLE_IDENTIFIER = \"$(APP)\"")])
    let tree = try repository(["App.xcodeproj/project.pbxproj": project, "a.xcconfig": "APP = com.acme.app\n"])
    #expect(try initialized(tree).contains("\tcheck = PRODUCT_BUNDLE_IDENTIFIER\n"))
    try tree.sh("sed -i 's/\"$(APP)\"/com.mine.app/' App.xcodeproj/project.pbxproj; git commit --quiet -a -m Leak")
    #expect(try tree.munge("verify", status: 1...1).says("PRODUCT_BUNDLE_IDENTIFIER is co"))
  }

  @Test func `a file of another filter keeps it`() throws {
    let files = [
      "a.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app\n", "nb.ipynb": "{\"cells\": [\"com.acme.app\"]}\n",
    ]
    let tree = try repository(files, attributes: "*.ipynb filter=nbstripout\n")
    #expect(try tree.munge("init", "-n", "-v").output.contains("files of another filter: nb.ipynb\n"))
    #expect(try tree.git("check-attr", "filter", "nb.ipynb").output == "nb.ipynb: filter: nbstripout\n")
  }

  @Test(arguments: [
    ("#include? \"Local.xcconfig\"", "Base.xcconfig", "Local.xcconfig"),
    ("#include \"Signing.xcconfig\"", "Signing.xcconfig.sample", "Signing.xcconfig"),
    ("#include \"Generated.xcconfig\"", "Base.xcconfig", nil), ("#include? \"base.xcconfig\"", "Base.xcconfig", nil),
    ("#include? \"Pods/Pods.xcconfig\"", "Base.xcconfig", nil),
  ])
  func `a file for settings of each developer is named`(_ line: String, _ other: String, _ named: String?) throws {
    let files = ["App.xcconfig": "\(line)\nPRODUCT_BUNDLE_IDENTIFIER = com.acme.app\n", other: "A = 1\n"]
    let output = try repository(files).munge("init", "-n", "-v").output
    #expect(output.contains("has a place for your own settings already") == (named != nil))
    #expect(named.map { output.contains(" already: \($0). ") } ?? true)
  }

  @Test func `paths limit the search`() throws {
    let tree = try repository([
      "a/capacitor.config.ts": "appId: \"com.acme.one\",\n", "b/capacitor.config.ts": "appId: \"com.acme.two\",\n",
    ])
    let outcome = try tree.run(["git", "munge", "init", "-n", "."], in: tree.top / "a")
    #expect(outcome.says("com.acme.one") && !outcome.says("com.acme.two"))
  }

  @Test func `a repository without identifiers or without a commit is reported`() throws {
    let tree = try repository(["a.txt": "nothing\n"])
    #expect(try tree.munge("init", status: 1...1).output.hasPrefix("No identifiers to munge were found"))
    let empty = tree.workshop.tree("empty")
    try tree.git("init", "--quiet", "\(empty.top)")
    #expect(try empty.munge("init", status: 2...2).errors.hasPrefix("git-munge: HEAD has no commit yet: "))
  }

  @Test func `private rules are written below the git directory and munge the fork`() throws {
    let tree = try repository(AppProject.files)
    let before = try tree.git("status", "--porcelain", "--ignored").output
    try expectSnapshot("private-rules", tree.munge("init", "--private", "--yes"))
    #expect(try tree.git("status", "--porcelain", "--ignored").output == before)
    try tree.munge("set", "handle=bnr", "team=BNR1234567")
    for (path, text) in AppProject.files { #expect(try tree.text(path) == AppProject.local[path] ?? text, "\(path)") }
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.munge("init", "--private").output == "The rules have every identifier that was found.\n")
  }

  @Test func `private rules beside those of the project are refused with the commands`() throws {
    let tree = try repository(AppProject.files)
    _ = try initialized(tree)
    try tree.write("App/New.entitlements", AppProject.files["App/App.entitlements"] ?? "")
    let refused = try tree.munge("init", "--private", "--yes", status: 2...2)
    #expect(refused.errors.hasPrefix("git-munge: the project has a .gitmunge: `git munge install` installs it, "))
    #expect(try FileSystem.status(tree.gitDirectory / "munge") == nil)
  }

  @Test(.enabled(if: TestInput.hasTerminals, TestInput.noTerminals)) func `init asks before it writes`() throws {
    let tree = try repository(AppProject.files)
    for (answer, status) in [("n\n", Int32(1)), ("d\nn\n", 1), ("\n", 0)] {
      #expect(try tree.text(".gitmunge") == nil)
      let values = "\(Team.mine)\n\n"
      let output = try tree.onTerminal(
        "git munge init", answers: values + answer, environment: ["GIT_PAGER": "cat"],
        status: status...status)
      #expect(output.contains("Show yours here and commit these rules to main? [Y/n/d] "), "\(output)")
      #expect(output.contains("[rule \"team\"]") == answer.hasPrefix("d"))
    }
    #expect(try tree.text(".gitmunge") != nil)
  }

  @Test(.enabled(if: Repository.isHere, Repository.why))
  func `the output in the README is that of the example without rules`() throws {
    let paths = try Repository.files(in: "Examples/Fred").filter { !$0.name.bytes.starts(with: bytes(".git")) }
    let files = try paths.map { path in
      ("\(path)".replacing("Examples/Fred/", with: ""), try Repository.text("\(path)"))
    }
    let output = try repository(Dictionary(uniqueKeysWithValues: files)).munge("init", "-n").output
    let readme = try Repository.text("README.md")
    #expect(readme.contains("\n```\n\(output)```\n"), "\(output)")
  }
}
