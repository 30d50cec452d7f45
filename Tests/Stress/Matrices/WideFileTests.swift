// Files in UTF-16, as Xcode and Windows write them, and binary files, which the filter does not change.

import StorySupport

@Suite struct WideFileTests {
  /// How git recognizes a UTF-16 file.
  struct Encoding: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let attributes: String
    /// The bytes on disk for a text.
    let encode: @Sendable (String) -> [UInt8]
    /// Whether the blob is UTF-8.
    let isConverted: Bool
  }

  private static let encodings =
    ByteOrder.allCases.map { order in
      Encoding(testDescription: "a mark, \(order)", attributes: "", encode: { utf16($0, order) }, isConverted: false)
    }
    + [
      ("UTF-16LE-BOM", ByteOrder.little, 0), ("UTF-16LE", .little, 2), ("utf-16be", .big, 2), ("UTF16LE", .little, 2),
    ].map { name, order, dropped in
      Encoding(
        testDescription: name, attributes: "*.strings working-tree-encoding=\(name)\n",
        encode: { Array(utf16($0, order).dropFirst(dropped)) }, isConverted: true)
    }

  private static func text(_ id: String) -> String {
    "/* é \u{1F600} */\n\"id\" = \"\(id)\";\n\"€\" = \"group.\(id)\";\n"
  }

  private func clone(_ encoding: Encoding, rules: String = Rules.handle) throws -> WorkingTree {
    let workshop = try Workshop(rules: rules, attributes: "* filter=munge\n" + encoding.attributes)
    try TestFile.write(workshop.maintainer.top / "sub/a.strings", encoding.encode(Self.text(canonical)))
    try workshop.maintainer.commitAll("Strings")
    return try workshop.clone()
  }

  private func content(_ tree: WorkingTree) throws -> [UInt8] {
    try FileSystem.contents(tree.top / "sub/a.strings") ?? []
  }

  private func committed(_ tree: WorkingTree, _ encoding: Encoding) throws -> [UInt8] {
    try tree.workshop.run(
      ["git", "cat-file", "blob", "HEAD:sub/a.strings"].map(bytes), in: tree.top, input: [], environment: [:]
    ).output
  }

  @Test(arguments: encodings)
  func `UTF-16 files show the local text, and the repository holds the canonical one`(_ encoding: Encoding) throws {
    let tree = try clone(encoding)
    let before = try committed(tree, encoding)
    try tree.munge("install", "handle=bnr")
    #expect(try content(tree) == encoding.encode(Self.text(local)))
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.munge("status").says("2 places in 1 file"))
    // From a subdirectory: git is asked for attributes of paths relative to it.
    try tree.munge(["set", "handle=somebody"], in: tree.top / "sub")
    #expect(try content(tree) == encoding.encode(Self.text("com.blah.user-somebody")))

    try TestFile.write(
      tree.top / "sub/a.strings", encoding.encode("ß com.blah.user-somebody\n" + Self.text("com.blah.user-somebody")))
    try tree.commitAll("Edit")
    let expected = "ß \(canonical)\n" + Self.text(canonical)
    #expect(try committed(tree, encoding) == (encoding.isConverted ? bytes(expected) : encoding.encode(expected)))
    try tree.git("checkout", "--quiet", "HEAD~1")
    #expect(try content(tree) == encoding.encode(Self.text("com.blah.user-somebody")))
    #expect(try tree.statusOfTouched() == "")
    try tree.munge("uninstall")
    #expect(try content(tree) == encoding.encode(Self.text(canonical)))
    #expect(try committed(tree, encoding) == before)
  }

  @Test(arguments: encodings) func `clean of ambiguous texts in UTF-16 reads the committed version`(
    _ encoding: Encoding
  ) throws {
    let rules = Rules.constant(("com.blah.user-thing", "dev.me"), ("com.blah.other-thing", "dev.me.app"))
    let tree = try clone(encoding, rules: rules)
    try tree.munge("install")
    #expect(try content(tree) == encoding.encode(Self.text("dev.me")))
    #expect(try tree.statusOfTouched() == "")
    try TestFile.write(tree.top / "sub/a.strings", encoding.encode(Self.text("dev.me") + "more é\n"))
    #expect(try tree.git("add", "--all").errors == "", "clean did not guess")
    try tree.git("commit", "--quiet", "-m", "Edit")
    let expected = Self.text(canonical) + "more é\n"
    #expect(try committed(tree, encoding) == (encoding.isConverted ? bytes(expected) : encoding.encode(expected)))
  }

  /// Attributes can change while one git process runs, and a filter could read them too early or too late.
  @Test func `UTF-16 without a byte order mark is recognized by its content, whatever the attributes are`() throws {
    let tree = try clone(Self.encodings[3])
    try tree.sh("git munge install handle=bnr; git switch --quiet --create raw")
    try tree.write(".gitattributes", "* filter=munge\n")
    try tree.git("add", "--renormalize", ".")
    try tree.commitAll("Raw")
    for branch in ["main", "raw", "main", "raw"] {
      try tree.touchAll()
      try tree.git("-c", "checkout.workers=2", "switch", "--quiet", branch)
      #expect(try content(tree) == Self.encodings[3].encode(Self.text(local)), "\(branch)")
      #expect(try tree.statusOfTouched() == "", "\(branch)")
    }
    let held = try tree.run(
      ["sh", "-c", "git cat-file --batch-all-objects --batch --unordered | tr -d '\\0' | grep -a -c \(local)"],
      status: 0...1)
    #expect(held.output == "0\n")
  }

  @Test(arguments: ByteOrder.allCases)
  func `a UTF-16 file with a local text that is staged or has no attribute is reported`(_ order: ByteOrder) throws {
    let tree = try Workshop(attributes: "* filter=munge\n*.other !filter\n", files: ["app.txt": canonical]).clone()
    try TestFile.write(tree.top / "leak.strings", utf16("\(local)\n", order))
    try tree.git("add", "leak.strings")
    try TestFile.write(tree.top / "one.other", utf16("\(canonical)\n", order))
    try TestFile.write(tree.top / "two.other", utf16("\(local)\n", order))
    try tree.git("add", "two.other")
    let outcome = try tree.munge("install", "handle=bnr")
    #expect(
      outcome.says("leak.strings:1:1: error: ") && outcome.says("two.other:1:1: error: ") && outcome.says("[own-text]"))
    #expect(try tree.munge("install", "-n").says("one.other: warning: "))
  }

  @Test func `binary files with a canonical text are reported and need no action`() throws {
    let workshop = try Workshop(files: ["app.txt": canonical])
    try TestFile.write(workshop.maintainer.top / "a.plist", bytes("bplist00\u{0}\(canonical)"))
    try TestFile.write(workshop.maintainer.top / "b.dat", bytes("\u{0}\(canonical)s"))
    try workshop.maintainer.commitAll("Binary files")
    let tree = try workshop.clone()
    #expect(try !tree.munge("install", "handle=bnr").says("a.plist"))
    #expect(try !tree.munge("status").says("a.plist") && !tree.munge("doctor").says("a.plist"))
    let status = try tree.munge("install", "-n")
    #expect(status.says("a.plist: warning: ") && status.says("[never-munged]") && !status.says("b.dat"))
    #expect(try tree.munge("uninstall").status == 0)
  }
}
