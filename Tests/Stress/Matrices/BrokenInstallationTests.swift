// A missing program or a damaged plan: git stops before anything leaks, and no change is lost.

import StorySupport

@Suite struct BrokenInstallationTests {
  let workshop: Workshop
  let anna: WorkingTree
  private let edited = "id = \(local)\nedited\n"

  init() throws {
    workshop = try Workshop(files: [
      "app.txt": "id = \(canonical)\n", "other.txt": "\(canonical)\n", "third.txt": "\(canonical)\n",
    ])
    anna = try workshop.munged("anna")
    // git is never sure of files as new as these, and cleans them along with any other.
    try anna.settle()
  }

  @Test func `without the filter program git add fails and the file stays`() throws {
    // A copy and no link: a link would lead to the filter next to its target.
    try anna.run([
      "sh", "-c", "cd \"$1\" && rm git-munge* && cp \"$2\" .", "sh", "\(workshop.bin)", "\(BuiltProgram.munge.path)",
    ])
    try anna.write("app.txt", edited)
    for command in [["add", "app.txt"], ["commit", "--all", "-m", "Leak"], ["stash"]] {
      #expect(
        try anna.git(command, status: 1...128).errors.contains("git-munge-filter"), "the shell or git names the program"
      )
    }
    #expect(try anna.blob(":app.txt") == "id = \(canonical)\n")
    #expect(try anna.text("app.txt") == edited)
    #expect(try anna.objects(holding: local) == "")

    let status = try anna.munge("status", status: 1...1)
    try expectSnapshot("without-filter-program-nothing-can-status", status)
    #expect(status.says("git -c filter.munged.process= -c filter.munged.required=false ..."))
    let install = try anna.munge("install", status: 2...2)
    try expectSnapshot("without-filter-program-nothing-can-install", install)
    #expect(install.errors.contains("\(workshop.bin)"), "the directory of git-munge is named")
  }

  enum Damage: String, CaseIterable {
    case truncated, newer, removed
    /// The journal of an interrupted command is damaged, and the plan is not.
    case journal
    /// All of git-munge's files are deleted.
    case directory

    func applied(to plan: [UInt8]) -> [UInt8]? {
      switch self {
      case .truncated: Array(plan.dropLast(10))
      case .newer: bytes(String(decoding: plan, as: UTF8.self).replacing("git-munge plan 3", with: "git-munge plan 4"))
      case .removed, .directory: nil
      case .journal: plan
      }
    }
  }

  private func damage(_ damage: Damage) throws {
    let plan = anna.gitDirectory / "munge/plan"
    let bytes = try #require(try FileSystem.contents(plan))
    try FileSystem.remove(plan)
    if let bytes = damage.applied(to: bytes) { try TestFile.write(plan, bytes) }
    if damage == .journal {
      try TestFile.write(anna.gitDirectory / "munge/journal", TestSupport.bytes("git-munge journal 3"))
    }
    if damage == .directory { try FileSystem.removeTree(anna.gitDirectory / "munge") }
  }

  @Test(arguments: Damage.allCases)
  func `with a damaged plan git add fails, a checkout is canonical, and install replaces it and keeps edits`(
    _ damage: Damage
  ) throws {
    try anna.write("app.txt", edited)
    try self.damage(damage)
    let add = try anna.git("add", "app.txt", status: 1...128)
    #expect(add.errors.contains("git -c filter.munged.process= -c filter.munged.required=false ..."))
    #expect(add.errors.contains("git munge install"))
    #expect(try anna.blob(":app.txt") == "id = \(canonical)\n")
    #expect(try anna.text("app.txt") == edited)
    #expect(try anna.objects(holding: local) == "")

    try anna.run(["rm", "other.txt", "third.txt"])
    let checkout = try anna.git("checkout", "--", "other.txt", "third.txt")
    for name in ["other.txt", "third.txt"] {
      #expect(checkout.errors.contains("\(name): not smudged"))
      // Some clients hide stderr.
      #expect(
        try anna.text(".git/munge/warnings")?.contains("\(name): not smudged") == (damage == .directory ? nil : true))
      #expect(try anna.text(name) == "\(canonical)\n")
    }
    let status = try anna.munge("status", status: 1...1)
    #expect(status.says("the plan ") && status.steps.contains("git munge install"))
    if damage == .journal {
      #expect(FileSystem.exists(anna.gitDirectory / "munge/journal"), "clean fails until the files are rewritten")
    }

    try anna.munge("install")
    #expect(try anna.text("app.txt") == edited)
    try anna.expectShown("other.txt", "\(local)\n", status: " M app.txt\n")
    try anna.commitAll("Edit")
    #expect(try anna.blob("HEAD:app.txt") == "id = \(canonical)\nedited\n")
    #expect(try anna.objects(holding: local) == "")
  }

  @Test(arguments: Damage.allCases)
  func `with a damaged plan files that are never munged can be added, and uninstall works`(_ damage: Damage) throws {
    try self.damage(damage)
    try anna.write(".gitattributes", "* filter=munge\n# more\n")
    #expect(try anna.git("add", ".gitattributes").errors == "")
    #expect(try anna.blob(":.gitattributes") == "* filter=munge\n# more\n")
    try anna.git("reset", "--quiet")
    try anna.write(".gitattributes", "* filter=munge\n")
    try anna.munge("uninstall")
    #expect(try anna.files(showing: local) == "")
    try anna.expectShown("app.txt", "id = \(canonical)\n")
  }

  @Test(arguments: BrokenState.files + BrokenState.directories + BrokenState.hooks + BrokenState.configuration)
  func `install makes a broken clone right, or says why not and what to type`(_ state: BrokenState) throws {
    try anna.munge("install", "--hooks")
    try anna.write("app.txt", edited)
    let sound = try anna.munge("status", "--check").output
    try state.provoke(anna)
    #expect(try limited("git", "status").status != Self.timeout, "the filter waits for nothing")

    var install = try limited("git", "munge", "install", "--yes")
    if install.status != 0 || install.says("warning: ") {
      #expect(Self.namesCommand(install), "\(install.testDescription)")
      try state.run(state.remedy, in: anna)
      install = try limited("git", "munge", "install", "--yes")
    }
    #expect(install.status == 0, "\(install.testDescription)")
    let status = try limited("git", "munge", "status", "--check")
    #expect(status.status == 0 && status.output == sound, "\(install.testDescription)\n\(status.testDescription)")
    #expect(try anna.text("app.txt") == edited)
    #expect(try anna.statusOfTouched() == " M app.txt\n")
    try anna.git("add", "--all")
    #expect(try anna.blob(":app.txt") == "id = \(canonical)\nedited\n")
    #expect(try anna.objects(holding: local) == "")
  }

  /// Whether it prints a command that can be typed; git itself refuses a damaged configuration.
  private static func namesCommand(_ outcome: Outcome) -> Bool {
    outcome.errors.hasPrefix("fatal: bad config")
      || ["git", "rm", "mv"].contains { word in ["`", "  ", ": "].contains { outcome.says("\($0)\(word) ") } }
  }

  private static let timeout: Int32 = 124

  /// Runs a command that must end by itself.
  private func limited(_ words: String...) throws -> Outcome {
    try anna.run(["timeout", "60"] + words, status: 0...255)
  }

  @Test func `status has what the filter could not do, and its guesses, until an installation rewrites the files`()
    throws
  {
    let guess =
      "other.txt: ambiguous local identifier: replaced with one of several canonical ones; check `git diff --cached`"
    try TestFile.write(anna.gitDirectory / "munge/warnings", bytes(guess + "\n"))
    try damage(.truncated)
    try anna.write("app.txt", edited)
    try anna.git("add", "app.txt", status: 1...128)
    let damaged = try anna.munge("status", status: 1...1)
    #expect(damaged.says(guess) && damaged.says("app.txt: not cleaned: the plan is damaged"))
    try anna.munge("install")
    #expect(try !anna.munge("status").says("Warnings"))
  }
}
