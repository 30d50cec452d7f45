import TestSupport

@testable import Platform
@testable import Smudge
@testable import WorkingTree

enum RandomAttributes {
  private static let patterns = [
    "*", "*.x", "*.X", "/a.x", "a.x", "d/*.x", "**/a.x", "d/**", "d", "d/", "*.y", "\"a\\040b.x\"", "a\\[b].x", "D/*",
    "e/f/*", "/d/**/*.y",
    "[ab].x",
  ]
  private static let states = [
    "filter=munge", "filter=munge", "-filter", "!filter", "filter=lfs", "filter", "filter=munge2", "ids", "-ids",
    "!ids", "more", "text",
    "filter=munge text -filter",
  ]

  static func lines(_ generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...5, using: &generator)).map { _ in
      "\(patterns.randomElement(using: &generator) ?? "") \(states.randomElement(using: &generator) ?? "")\n"
    }.joined()
  }
}

/// Tests that the listing of files, and the search in them, give what git's slower commands give.
struct IndexSnapshotAgainstGitTests {
  /// A repository of a user whose settings change what git's commands print.
  private static func sandbox() throws -> GitSandbox {
    let sandbox = try GitSandbox()
    for (key, value) in [
      ("color.ui", "always"), ("grep.patternType", "perl"), ("grep.lineNumber", "true"), ("core.quotePath", "true"),
      ("grep.fullName", "true"), ("core.pager", "false"), ("diff.noprefix", "true"),
    ] { try sandbox.git("config", "--global", key, value) }
    return sandbox
  }

  private static let paths = [
    "a.x", "b.x", "B.X", "a.y", "a b.x", "a[b].x", "d/a.x", "d/b.y", "d/e/a.x", "d/e/f/a.y", "d e/a.x", "é.x", "n\nl.x",
    "z", "d/.gitignore",
  ]

  private static func attributes(_ generator: inout SeededGenerator) -> [UInt8] {
    bytes(RandomAttributes.lines(&generator).replacing("filter=munge", with: "filter=munged"))
  }

  /// Attributes of every source: nested files, tracked, untracked and deleted ones, `info/attributes`, the user's file,
  /// macros.
  private static func scatterAttributes(_ sandbox: GitSandbox, _ generator: inout SeededGenerator) throws {
    let macros = bytes("[attr]ids filter=munged -diff\n[attr]more ids\n")
    try sandbox.write(".gitattributes", macros + attributes(&generator))
    for directory in ["d", "d/e", "d e"] where generator.oneIn(2) {
      try sandbox.write("\(directory)/.gitattributes", attributes(&generator))
    }
    if generator.oneIn(2) { try sandbox.write(".git/info/attributes", attributes(&generator)) }
    try sandbox.write("../home/own", attributes(&generator))
    if generator.oneIn(2) { try sandbox.git("config", "core.attributesFile", "\(sandbox.home / "own")") }
    if generator.oneIn(2) { try sandbox.git("config", "core.ignoreCase", "true") }
  }

  /// Marks some tracked files, makes one unmerged, and returns the expected record of each file of `paths`.
  private static func mark(
    _ tracked: [String], blob: String, _ sandbox: GitSandbox, _ generator: inout SeededGenerator
  ) throws -> [Path: WorktreeFile.Record] {
    var records = Dictionary(uniqueKeysWithValues: paths.map { (Path($0), WorktreeFile.Record.untracked) })
    for path in tracked where records[Path(path)] != nil {
      let (isAssumed, isSkipped) = (generator.oneIn(5), generator.oneIn(5))
      if isAssumed { try sandbox.git("update-index", "--assume-unchanged", "--", path) }
      if isSkipped { try sandbox.git("update-index", "--skip-worktree", "--", path) }
      records[Path(path)] =
        isSkipped ? .skipped : isAssumed ? .assumedUnchanged(blob: bytes(blob)) : .tracked(blob: bytes(blob))
    }
    if generator.oneIn(2) {
      let stages = "0 \(String(repeating: "0", count: 40))\tz\n" + (1...3).map { "100644 \(blob) \($0)\tz\n" }.joined()
      try sandbox.git(["update-index", "--index-info"], input: bytes(stages))
      records[Path("z")] = .unmerged
    }
    return records
  }

  @Test func `The filter of each file is that of git check-attr, and its record is that of the index`() throws {
    var generator = SeededGenerator(salt: "attributes of a snapshot")
    for _ in 0..<30 {
      let sandbox = try Self.sandbox()
      try Self.scatterAttributes(sandbox, &generator)
      for path in Self.paths { try sandbox.write(path, bytes("x")) }
      try sandbox.write(".gitignore", bytes("ignored*\n"))
      try sandbox.write("ignored.x", bytes("x"))
      let tracked = (Self.paths + [".gitattributes", "d/.gitattributes"]).filter { path in
        FileSystem.exists(sandbox.top / path) && !generator.oneIn(3)
      }
      try sandbox.git(["-c", "filter.lfs.clean=cat", "-c", "core.ignoreCase=false", "add", "-f", "--"] + tracked)
      let blob = try sandbox.line("hash-object", "-w", "z")
      try sandbox.git("update-index", "--add", "--cacheinfo", "120000,\(blob),link.x")
      let records = try Self.mark(tracked, blob: blob, sandbox, &generator)
      for path in ["d/.gitattributes", "a.x"] where generator.oneIn(3) { try FileSystem.remove(sandbox.top / path) }
      let all = try sandbox.command.records([
        "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate",
      ]).map { Path($0) }
      let wanted = try Dictionary(
        sandbox.clone.attributeValues(["filter"], of: all).map { ($0.path, FilterAttribute($0.value)) },
        uniquingKeysWith: { one, _ in one })
      let snapshot = try IndexSnapshot(sandbox.clone)
      let files = all.filter { $0 != Path("link.x") }
      let munged = Set(files.filter { wanted[$0] == .munged && !Exclusion.isExcluded($0) })
      #expect(try Set(snapshot.munged.map(\.path)) == munged, "\(TestSeed.note)")
      let attributes = files.map { wanted[$0] == .munged && !munged.contains($0) ? .unspecified : wanted[$0] }
      #expect(try snapshot.files(at: files).map(\.attribute) == attributes, "\(TestSeed.note)")
      #expect(try files.allSatisfy { try snapshot.isMunged($0) == munged.contains($0) }, "\(TestSeed.note)")
      let marked = try snapshot.files(at: files).filter { records[$0.path] != nil }
      #expect(marked.map(\.record) == marked.map { records[$0.path] }, "\(TestSeed.note)")
      #expect(marked.allSatisfy { $0.isOnDisk == (records[$0.path] != .skipped) }, "\(TestSeed.note)")
    }
  }

  private static let texts = ["TEAM", "dev.me", "x"].map(bytes)

  private static func content(_ generator: inout SeededGenerator) -> [UInt8] {
    let words = ["TEAM", "TEA", "dev.me", "dev\nme", "dev-me", "team", "me", "\n", "é", " ", "filler filler", "\u{0}"]
    let text = (0..<Int.random(in: 0...6, using: &generator)).map { _ in words.randomElement(using: &generator) ?? "" }
      .joined()
    let big =
      generator.oneIn(8) ? [UInt8](repeating: 46, count: (1 << 18) - Int.random(in: 0...6, using: &generator)) : []
    return big + bytes(text)
  }

  /// Tracked, untracked, ignored and deleted files, links, a link in place of a directory, and a nested repository.
  private static func scatterFiles(_ sandbox: GitSandbox, _ generator: inout SeededGenerator) throws {
    try sandbox.write(".gitignore", bytes("ignored*\n"))
    try sandbox.write(".gitattributes", attributes(&generator))
    for number in 0..<30 {
      let directory = ["", "d/", "d/e/", "moved/"].randomElement(using: &generator) ?? ""
      try sandbox.write("\(directory)\(generator.oneIn(6) ? "ignored" : "f")\(number)", content(&generator))
    }
    try sandbox.git("-c", "filter.lfs.clean=cat", "add", ".")
    for number in 0..<30 where generator.oneIn(8) { try FileSystem.remove(sandbox.top / "f\(number)") }
    for number in 0..<30 where generator.oneIn(8) { try sandbox.write("f\(number)", content(&generator)) }
    if FileSystem.exists(sandbox.top / "moved") {
      try FileSystem.move(sandbox.top / "moved", to: sandbox.top / "elsewhere")
      try FileSystem.makeSymbolicLink(sandbox.top / "moved", to: Path("elsewhere"))
    }
    for number in 30..<40 { try sandbox.write("new/f\(number)", content(&generator)) }
    try sandbox.write("nested/in", bytes("TEAM"))
    try sandbox.git(["init", "--quiet", "\(sandbox.top / "nested")"])
    try sandbox.write("target", bytes("TEAM"))
    try FileSystem.makeSymbolicLink(sandbox.top / "link", to: Path("target"))
  }

  @Test func `A search on disk finds what git grep finds in files that are not munged`() throws {
    var generator = SeededGenerator(salt: "search on disk")
    for _ in 0..<12 {
      let sandbox = try Self.sandbox()
      try Self.scatterFiles(sandbox, &generator)
      let texts = Array(Self.texts.shuffled(using: &generator).prefix(Int.random(in: 1...3, using: &generator)))
      let patterns = texts.map { text in
        text.map { "\\x" + (($0 < 16 ? "0" : "") + String($0, radix: 16)) }.joined()
      }
      let words = ["-c", "color.ui=false", "grep", "-l", "-z", "-a", "--full-name", "--untracked", "-P", "-f", "-"]
      let found = try sandbox.command.records(words, input: bytes(patterns.joined(separator: "\n")), accepting: [0, 1])
        .map { Path($0) }
      let wanted = try sandbox.clone.attributeValues(["filter"], of: found)
        .filter { $0.value != "munged" || Exclusion.isExcluded($0.path) }
      let snapshot = try IndexSnapshot(sandbox.clone)
      let files = try snapshot.files(holding: texts, among: .all)
      #expect(files.map(\.path) == wanted.map(\.path), "\(TestSeed.note)")
      #expect(
        files.map(\.attribute) == wanted.map { $0.value == "munged" ? .unspecified : FilterAttribute($0.value) },
        "\(TestSeed.note)")

      // After a commit, only those written since are read, as the block is whole.
      try FileSystem.makeDirectories(sandbox.clone.mungeDirectory.own)
      try AttributesBlock(sandbox.clone).write(bytes("/none filter=munged\n"))
      try sandbox.git("-c", "filter.lfs.clean=cat", "commit", "--quiet", "--allow-empty", "-m", "All")
      let listed = try Set(
        sandbox.command.records(["-c", "filter.lfs.clean=cat", "status", "--porcelain", "-z", "-uall"])
          .map { Path($0.dropFirst(3)) })
      let changed = try IndexSnapshot(sandbox.clone).files(holding: texts, among: .changed)
      #expect(changed == files.filter { listed.contains($0.path) }, "\(TestSeed.note)")
    }
  }

  @Test func `Blobs of the index with a text are those that git grep finds`() throws {
    let sandbox = try GitSandbox()
    try sandbox.write(".gitattributes", bytes("*.m filter=munged\n"))
    let contents = [
      "a.m": "TEAM", "b.m": "TEAMS", "c.m": "x-TEAM y TEAM", "d.m": "team", "e.o": "TEAM", "f.m": "TEAM", "g.m": "TEAM",
    ]
    for (name, text) in contents { try sandbox.write(name, bytes("\(text)\n")) }
    try sandbox.git("add", ".")
    try sandbox.write("a.m", bytes("changed\n"))
    try FileSystem.remove(sandbox.top / "f.m")
    try sandbox.git("update-index", "--skip-worktree", "g.m")
    let found = try IndexSnapshot(sandbox.clone).munged(committedWith: [bytes("TEAM")], among: .all)
    #expect(found.map { "\($0.path)" } == ["a.m", "c.m", "f.m"], "g.m is not checked out")
    #expect(found.first?.content == bytes("TEAM\n"))
    let staged = try IndexSnapshot(sandbox.clone).munged(committedWith: [bytes("TEAM")], among: .changed)
    #expect(staged.map(\.path) == found.map(\.path), "nothing is committed")
    let grep = try sandbox.git("grep", "--cached", "-l", "-w", "TEAM", "--", "*.m")
    #expect(String(decoding: grep, as: UTF8.self) == "a.m\nc.m\nf.m\ng.m\n")
  }

  @Test func `A text is found across the pieces in which a file is read`() throws {
    let sandbox = try GitSandbox()
    let search = TextSearch([bytes("abcdef")])
    for offset in 0..<40 {
      try sandbox.write("one", [UInt8](repeating: 46, count: offset) + bytes("abcdef"))
      try sandbox.write("other", [UInt8](repeating: 46, count: offset) + bytes("abcdeabcdee\0f"))
      for size in [12, 13, 17] {
        var reader = WorktreeSearch(sandbox.top, search, piece: size)
        let found = ["one", "other"].map { reader.finds(in: bytes($0)[...]) }
        #expect(found == [true, false], "\(offset) bytes before the text, \(size) at a time")
      }
    }
  }

  @Test func `Only regular files are searched, whatever was searched before them`() throws {
    let sandbox = try GitSandbox()
    try sandbox.write("d/file", bytes("TEAM"))
    try FileSystem.makeSymbolicLink(sandbox.top / "link", to: Path("d/file"))
    try FileSystem.makeSymbolicLink(sandbox.top / "e", to: Path("d"))
    #expect(try sandbox.run(["mkfifo", "fifo"]).isSuccess)
    var reader = WorktreeSearch(sandbox.top, TextSearch([bytes("TEAM")]))
    let paths = ["d/file", "link", "d/none", "e/file", "e/none", "d", "fifo", "none/file", "d/file"]
    #expect(paths.filter { reader.finds(in: bytes($0)[...]) } == ["d/file", "d/file"])
  }
}
