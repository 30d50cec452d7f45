// `git munge init` where identifiers of the user are committed already.

import StorySupport

@Suite struct CommittedTests {
  private static let project = "App.xcodeproj/project.pbxproj"
  private static let files = [
    project: projectText([
      ProjectTarget("application", "DEVELOPMENT_TEAM = PZYM8XX95Q", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app"),
      ProjectTarget(
        "bundle.unit-test", "DEVELOPMENT_TEAM = PZYM8XX95Q", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.appTests"),
    ]),
    "App/App.entitlements":
      "<key>com.apple.security.application-groups</key>\n<array><string>group.com.acme.app</string></array>\n",
    "App/Group.swift": "let group = \"group.com.acme.app\"\n",
    "notes.txt": "one\n",
  ]

  private static let own = "sed -i 's/com\\.acme\\.app/com.me.app/;s/PZYM8XX95Q/ME12345678/'"
  private static let words =
    "HEAD has com.me.app for com.acme.app, ME12345678 for PZYM8XX95Q of upstream/main."

  /// A clone whose `HEAD` has identifiers of the user, and the project's on `upstream/main`. `command`: changes files.
  private func clone(_ command: String = "\(own) App*/*") throws -> WorkingTree {
    let clone = try Workshop(rules: nil, attributes: "", files: Self.files).clone("clone", "--origin", "upstream")
    try clone.sh("\(command); echo two >notes.txt; git commit --quiet --all -m Mine")
    return clone
  }

  /// The places of own identifiers in commits that `upstream` does not have.
  private func leaks(_ tree: WorkingTree) throws -> [Substring] {
    try tree.git("log", "--patch", "--format=", "upstream/main..").output.split(separator: "\n")
      .filter { "+-".contains($0.first ?? " ") && ($0.contains("com.me.") || $0.contains("ME12345678")) }
  }

  @Test(arguments: [
    "\(own) App*/*",
    // Not the tests, and with another edit of the same file.
    "sed -i 's/= com\\.acme\\.app;/= com.me.app;/;s/PZYM8XX95Q/ME12345678/;2a\\X = 1;' \(project)",
    // A new file with the same text.
    "\(own) App*/*; sed s/app/app.new/ App/App.entitlements >App/New.entitlements; git add App",
  ])
  func `the project's are those of the remote, and the printed commands restore them`(command: String) throws {
    let tree = try clone(command)
    let disk = try tree.sh("tail -n +1 App*/*").output
    let done = try tree.munge("init", "--yes")
    #expect(done.says("\(Self.words) The project's is taken from upstream/main.\n"), "\(done)")
    #expect(try tree.text(".gitmunge")?.contains("canonical = com.acme.app\n\tlocal = com.${handle}.app\n") == true)
    #expect(try tree.status() == "" && tree.munge().output.hasPrefix("Munged: com.me.app, ME12345678 ("))
    if command.hasPrefix(Self.own) { #expect(try tree.sh("tail -n +1 App*/*").output == disk) }

    #expect(try !leaks(tree).isEmpty && done.says("Before you push: git munge repair --commits\n"))
    try tree.munge("repair", "--commits", "--yes")
    #expect(try leaks(tree).isEmpty && tree.status() == "")
    let state = try tree.munge().output
    #expect(state.hasPrefix("Munged: com.me.app") && state.count { $0 == "\n" } == 1, "\(state)")
    #expect(try tree.munge("verify", "upstream/main..").says("nothing found"))
    #expect(try tree.munge("init").output == "The rules have every identifier that was found.\n")
  }

  @Test func `what another remote has is not rewritten, and what is staged and edited stays so`() throws {
    let tree = try clone()
    let fork = tree.workshop.tree("fork")
    try tree.sh("git clone --quiet --bare . '\(fork.top)'; git remote add --fetch origin '\(fork.top)'")
    try tree.sh("echo three >notes.txt; echo '// staged' >>App/Group.swift; git add .")
    try tree.sh("echo '// edited' >>App/Group.swift")
    let done = try tree.munge("init", "--yes")
    #expect(done.says(Self.words) && !done.says("repair"), "\(done)")
    #expect(try tree.status() == "MM App/Group.swift\nM  notes.txt\n")
    #expect(try tree.git("diff", "HEAD").output.contains("com.me") == false)
    #expect(try tree.git("diff", "upstream/main", "HEAD", "--", "App*").output == "" && tree.munge().says("Munged: "))
  }

  @Test func `where git refuses the commit, the printed command restores the project's`() throws {
    let tree = try clone()
    try tree.sh("git checkout --quiet --detach")
    let done = try tree.munge("init", "--yes", status: 1...1)
    try tree.sh(String(#require(done.output.split(separator: "\n").last)))
    #expect(try tree.status() == "" && tree.munge().output.hasPrefix("Munged: com.me.app, ME12345678 ("))
  }

  @Test(.enabled(if: TestInput.hasTerminals, TestInput.noTerminals), arguments: ["1", "2", ""])
  func `it asks on a terminal`(answer: String) throws {
    let tree = try clone()
    let values = answer == "2" ? "\n" : ""
    let output = try tree.onTerminal(
      "git munge init", answers: "\(answer)\n\(values)n\n", environment: ["USER": "zoe"], status: 1...1)
    #expect(
      output.contains("\(Self.words)\nThe project's is that of (1: upstream/main, 2: HEAD; Enter: 1): "), "\(output)")
    #expect(output.contains("  com.acme.app -> com.me.app ") == (answer != "2"), "\(output)")
  }

  @Test(arguments: [
    // A later change of the project, and edits that are not committed.
    "git reset --quiet --hard HEAD~1; cd ../top; \(own) App*/*; git commit --quiet -a -m New; cd -; git fetch --quiet",
    "git reset --quiet HEAD~1",
    // A history of its own.
    "git switch --quiet --orphan fresh; git checkout --quiet main -- .; git commit --quiet -m Fresh",
  ])
  func `nothing is asked where HEAD has changed nothing`(command: String) throws {
    let tree = try clone()
    try tree.sh(command.replacing("../top", with: "\(tree.workshop.maintainer.top)"))
    #expect(try !tree.munge("init", "-n").says("HEAD has"))
  }
}
