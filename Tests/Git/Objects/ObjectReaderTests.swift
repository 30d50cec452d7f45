import TestSupport

@testable import Libgit2
@testable import Platform
@testable import Verify

struct ObjectReaderTests {
  @Test(arguments: StoredBlobs.Kind.allCases)
  func `Blobs are the same as those that git reads`(_ kind: StoredBlobs.Kind) throws {
    let stored = try StoredBlobs(kind), all = stored.names.indices
    var (expected, found) = ([Int: [UInt8]?](), [Int: [UInt8]?]())
    for index in all { expected[index] = try stored.blob(index) }
    var other = ObjectReader(stored.git, try ObjectDirectories(stored.git))
    try other.forEach(stored.names) { found[$0] = $1 }
    #expect(found == expected)
    #expect(expected.values.contains { $0 == nil }, "one name is not that of a blob")
    #expect(expected.values.contains { $0 != nil } == (kind != .empty))
  }

  @Test(arguments: StoredBlobs.Kind.allCases.filter(\.isForLibgit2))
  func `All blobs that the repository has are read without git`(_ kind: StoredBlobs.Kind) throws {
    let stored = try StoredBlobs(kind)
    guard let database = ObjectDatabase(try ObjectDirectories(stored.git)) else {
      Issue.record("libgit2 cannot open the object database")
      return
    }
    for (index, name) in stored.names.enumerated() {
      guard let expected = try stored.blob(index) else { continue }
      #expect(database.blob(name) == .blob(expected))
      #expect(database.size(name) == expected.count)
    }
  }

  @Test(arguments: [StoredBlobs.Kind.loose, .packed, .large, .sha256])
  func `A blob over the limit is not read, and those after it are`(_ kind: StoredBlobs.Kind) throws {
    let stored = try StoredBlobs(kind)
    let sizes = try stored.names.indices.map { try stored.blob($0)?.count }
    let limit = sizes.compactMap(\.self).max().map { $0 - 1 } ?? 0
    var reader = ObjectReader(stored.git, try ObjectDirectories(stored.git), largest: limit), found: [Int?] = []
    try reader.forEach(stored.names) { found.append($1?.count) }
    #expect(found == sizes.map { size in size.flatMap { $0 > limit ? nil : $0 } })
    #expect(found.contains { $0 != nil } && found != sizes)
  }

  @Test func `A blob that is added later is found`() throws {
    let sandbox = try GitSandbox()
    let git = sandbox.command
    var reader = ObjectReader(git, try ObjectDirectories(git)), found: [[UInt8]?] = []
    let name = Array(try sandbox.git(["hash-object", "--stdin"], input: bytes("one\n")).dropLast())
    try reader.forEach([name]) { found.append($1) }
    try sandbox.git(["hash-object", "-w", "--stdin"], input: bytes("one\n"))
    try reader.forEach([name]) { found.append($1) }
    #expect(found == [nil, bytes("one\n")])
  }
}

extension StoredBlobs {
  /// A blob as git reads it, by a process of its own, because git ends at a damaged one.
  fileprivate func blob(_ index: Int) throws -> [UInt8]? {
    var reader = try BlobReader(git), found: [UInt8]?
    try reader.forEach([names[index]]) { found = $1 }
    return found
  }
}

/// A repository of some kind, and the names of blobs in it, some of which it can lack.
struct StoredBlobs {
  enum Kind: String, CaseIterable {
    case empty, loose, packed, severalPacks, alternates, shallow, partial, linkedWorktree, bare, sha256, replaced,
      quarantined
    case submodule, missing, damaged, otherExtension, otherTypes, large

    /// Whether libgit2 (1.5.1) reads all blobs that the repository has.
    var isForLibgit2: Bool { self != .sha256 && self != .large }

    /// Makes a repository one of this kind, or a copy of it; `$FILE` is the file of a blob, `$ONE` and `$TWO` are
    /// names.
    fileprivate var script: String {
      switch self {
      case .empty, .loose, .otherTypes, .sha256, .quarantined: ""
      case .packed, .large: "git gc --quiet"
      case .severalPacks: "git repack --quiet -d; git multi-pack-index write"
      case .alternates: "git clone --quiet --shared . ../middle; git clone --quiet --shared ../middle ../copy"
      case .shallow: #"git clone --quiet --depth 1 "file://$PWD" ../copy"#
      case .partial:
        #"git config uploadpack.allowFilter true; git clone --quiet --filter=blob:none "file://$PWD" ../copy"#
      case .linkedWorktree: "git worktree add --quiet --detach ../copy"
      case .bare: #"git clone --quiet --bare "file://$PWD" ../copy"#
      case .replaced: "git replace $ONE $TWO"
      case .submodule:
        #"git init -q ../copy; git -C ../copy -c protocol.file.allow=always submodule --quiet add "$PWD" inner"#
      case .missing: "test -f $FILE; rm -f $FILE"
      case .damaged: "test -f $FILE; rm -f $FILE; echo no object >$FILE"
      case .otherExtension: "git config core.repositoryFormatVersion 1; git config extensions.preciousObjects true"
      }
    }
  }

  let git: GitCommand
  let names: [[UInt8]]
  private let sandboxes: [GitSandbox]

  init(_ kind: Kind) throws {
    let sandbox = try kind == .sha256 ? GitSandbox("--object-format=sha256") : GitSandbox()
    if kind != .empty { try Self.fill(sandbox, large: kind == .large) }
    var names = kind == .empty ? [] : try Self.blobs(of: sandbox)
    names.append(Array(bytes(String(repeating: "0123456789", count: 7)).prefix(names.first?.count ?? 40)))
    if kind == .otherTypes { names += try ["HEAD", "HEAD^{tree}"].map { bytes(try sandbox.line("rev-parse", $0)) } }
    (git, self.names) = (try Self.command(kind, sandbox, names), names)
    sandboxes = [sandbox]
  }

  /// Ten versions of two files, so that a pack has deltas.
  private static func fill(_ sandbox: GitSandbox, large: Bool) throws {
    let line = String(repeating: "line of a file that is long enough for a delta\n", count: large ? 30_000 : 40)
    for version in 0..<10 {
      try sandbox.write("a.txt", bytes("\(version)\n" + line))
      try sandbox.write("sub/b.txt", bytes(line + "\(version)\u{0}\n"))
      try sandbox.git("add", ".")
      try sandbox.git("commit", "--quiet", "-m", "\(version)")
      if version == 4 { try sandbox.git("repack", "--quiet", "-d") }
    }
    try sandbox.write("empty", [])
    try sandbox.git("add", ".")
    try sandbox.git("commit", "--quiet", "-m", "empty")
  }

  private static func blobs(of sandbox: GitSandbox) throws -> [[UInt8]] {
    let words = [
      "rev-list", "--objects", "--no-object-names", "--filter=object:type=blob", "--filter-provided-objects", "--all",
    ]
    return try sandbox.git(words).split(separator: UInt8(ascii: "\n")).map(Array.init)
  }

  private static func command(_ kind: Kind, _ sandbox: GitSandbox, _ names: [[UInt8]]) throws -> GitCommand {
    let file = names.map(sandbox.file(ofObject:)).first(where: FileSystem.exists).map { "\($0)" } ?? ""
    let texts = names.prefix(2).map { String(decoding: $0, as: UTF8.self) }
    let environment = ["FILE": file, "ONE": texts.first ?? "", "TWO": texts.last ?? ""]
    let made = try sandbox.run(["sh", "-ec", kind.script], environment: environment)
    guard made.isSuccess else { throw CommandFailure(words: [kind.script], result: made) }
    let copy = sandbox.directory / "copy", own = sandbox.directory / "incoming"
    switch kind {
    case .replaced: return sandbox.command.readingStoredObjects
    case .submodule: return sandbox.command(in: copy / "inner")
    case .quarantined:
      try FileSystem.makeDirectories(own / "pack")
      return sandbox.command.adding([
        .set("GIT_OBJECT_DIRECTORY", own), .set("GIT_ALTERNATE_OBJECT_DIRECTORIES", sandbox.gitDirectory / "objects"),
      ])
    case _: return FileSystem.exists(copy) ? sandbox.command(in: copy) : sandbox.command
    }
  }
}
