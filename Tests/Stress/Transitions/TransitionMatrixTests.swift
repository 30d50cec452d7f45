// Every kind of entry under every command that rewrites files, with local texts of every length and every index
// format: a plain clone with the same edits gives the expected result.

import StorySupport

@Suite struct TransitionMatrixTests {
  /// A command that rewrites files.
  enum Command: String, CaseIterable, Sendable {
    case install, set, reinstall, uninstall

    /// The text that the tree shows before; all commands but the first one run in a munged tree.
    var handleBefore: String { self == .install ? "thing" : "first" }

    func run(in tree: WorkingTree, _ handle: String, status: ClosedRange<Int32> = 0...0) throws {
      switch self {
      case .install: try tree.munge("install", "handle=\(handle)", status: status)
      case .set: try tree.munge("set", "handle=\(handle)", status: status)
      case .reinstall:
        try tree.git("config", "munge.values.handle", handle)
        try tree.munge("install", "--yes", status: status)
      case .uninstall: try tree.munge("uninstall", status: status)
      }
    }
  }

  /// The index format, and the part of the tree that is on disk.
  struct Form: Sendable {
    let name: String
    /// Sets up the form in a fresh clone.
    var script = ""
    var isSparse = false
    /// The signature that the index must hold before and after (`gitformat-index(5)`, "Extensions").
    var signature: String?

    static let all = [
      Form(name: "plain"), Form(name: "version 4", script: "git update-index --index-version 4"),
      Form(name: "split", script: "git update-index --split-index", signature: "link"),
      Form(name: "untracked cache", script: "git update-index --force-untracked-cache", signature: "UNTR"),
      // A monitor that reports every file as changed is always correct. It can read what git is to read.
      Form(
        name: "monitored",
        script: """
          cat >.git/monitor <<'END'
          #!/bin/sh
          cat >/dev/null
          printf '1\\0/\\0'
          END
          chmod 755 .git/monitor; git config core.fsmonitor .git/monitor; git update-index --fsmonitor
          """, signature: "FSMN"),
      Form(name: "cone", script: "git sparse-checkout set --cone kept", isSparse: true),
      Form(
        name: "cone with a sparse index", script: "git sparse-checkout set --cone --sparse-index kept", isSparse: true,
        signature: "sdir"),
      Form(name: "patterns", script: "git sparse-checkout set --no-cone '/*' '!/far/'", isSparse: true),
      Form(name: "linked", script: #"git worktree add --quiet -b linked "$PWD linked""#),
    ]

    /// Returns the directory to work in.
    func enter(_ tree: WorkingTree) throws -> WorkingTree {
      try tree.run(["sh", "-ec", script])
      return name == "linked" ? WorkingTree(workshop: tree.workshop, top: Path("\(tree.top) linked")) : tree
    }
  }

  /// One of each length, relative to the canonical text and to the former local one.
  private static let handles = ["bnr", "other", "somebody"]

  struct Case: CustomTestStringConvertible, Sendable {
    let command: Command
    let handle: String
    let form: Form
    var rules = Rules.handle
    var testDescription: String {
      "\(command.rawValue), \(handle), index: \(form.name)\(rules == TransitionMatrixTests.keyed ? ", keyed" : "")"
    }
  }

  /// With one local text for two values of some keys: clean finds the canonical text by the committed version, line by
  /// line.
  private static let keyed =
    Rules.handle
    + Rules.rule(
      "values", "key = id", "key = more", "key = first", "key = again", "canonical = \(canonical)",
      "canonical = com.blah.another", "local = com.blah.user-${handle}")

  /// The plain index meets every case; each other form meets every command and every length.
  private static let cases = Command.allCases.enumerated().flatMap { row, command in
    Form.all.flatMap { form in
      handles.enumerated().filter { form.name == "plain" || $0.offset == row % handles.count }
        .map { Case(command: command, handle: $0.element, form: form) }
    } + [Case(command: command, handle: handles[row % handles.count], form: Form.all[0], rules: keyed)]
  }

  private static func workshop(_ rules: String) throws -> Workshop {
    var files = [".gitignore": "*.ignored\n", "far/away.txt": EntryKind.text(canonical), "kept/here.txt": canonical]
    for kind in EntryKind.all { files[kind.path] = kind.committed }
    let workshop = try Workshop(rules: rules, attributes: EntryKind.attributes, files: files)
    try workshop.maintainer.commitAll("Two")
    try workshop.maintainer.git("switch", "--quiet", "--create", "side")
    try workshop.maintainer.write("unmodified", "side = \(canonical)\n" + EntryKind.text(canonical))
    try workshop.maintainer.commit("far/away.txt", "side = \(canonical)\n", "Side")
    try workshop.maintainer.git("switch", "--quiet", "main")
    return workshop
  }

  @Test(arguments: cases) func `git sees every entry as in a plain clone, before and after the command`(_ it: Case)
    throws
  {
    let workshop = try Self.workshop(it.rules)
    let plain = try it.form.enter(try workshop.clone("plain"))
    let munged = try it.form.enter(try workshop.clone("munged"))
    let before = "com.blah.user-\(it.command.handleBefore)"
    if it.command != .install { try munged.munge("install", "handle=first") }
    try EntryKind.edit(plain, canonical)
    try EntryKind.edit(munged, before)
    let after = it.command == .uninstall ? canonical : "com.blah.user-\(it.handle)"
    if it.command == .install { try munged.write(EntryKind.keptByHand, EntryKind.text(after)) }
    let signature = try it.form.signature.map { try #require(try Self.index(of: munged, holds: $0) ? $0 : nil) }

    try it.command.run(in: munged, it.handle)

    let pair = PlainCloneComparison(plain: plain, munged: munged) { path in
      switch EntryKind.all.first(where: { $0.path == path })?.content {
      case .leftAlone: before
      case .skipped: it.form.isSparse ? after : before
      case .munged, nil: after
      }
    }
    try pair.expectSame("at once")
    if let signature { #expect(try Self.index(of: munged, holds: signature), "the index is kept as it was") }
    #expect(try munged.git("ls-files", "--others", "--exclude-standard").output.contains("munge") == false)
    // An index newer than its files: git detects modifications by the times alone.
    if it.form.name == "plain" { try munged.run(["touch", "-d", "@4000000000", ".git/index"]) }
    try pair.expectSame("later")
    try continueWork(pair)
  }

  private static func index(of tree: WorkingTree, holds signature: String) throws -> Bool {
    let bytes = try FileSystem.contents(tree.gitDirectory / "index") ?? []
    return String(decoding: bytes, as: UTF8.self).contains(signature)
  }

  /// The developer's next commands, whose results must be the same.
  private func continueWork(_ pair: PlainCloneComparison) throws {
    try pair.git("update-index", "--no-assume-unchanged", "assumed unchanged")
    try pair.git("switch", "side")
    try pair.git("switch", "main")
    try pair.git("rm", "--quiet", "--cached", "intended")
    try pair.git("stash", "push", "--include-untracked")
    try pair.git("switch", "side")
    try pair.git("switch", "main")
    try pair.git("stash", "pop", "--index")
    try pair.git("add", "--all")
    try pair.git("reset", "--hard")
  }
}
