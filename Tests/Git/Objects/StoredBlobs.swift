import Platform
import TestSupport

@testable import Platform
@testable import Verify

/// A repository of some kind, and the names of blobs in it, some of which it can lack.
struct StoredBlobs {
  /// The kind of a repository.
  enum Kind: String, CaseIterable {
    case empty, loose, packed, severalPacks, alternates, shallow, partial, linkedWorktree, bare, sha256, replaced, quarantined
    case submodule, missing, damaged, otherExtension, otherTypes, large

    /// Whether libgit2 (1.5.1) reads all blobs that the repository has.
    var isForLibgit2: Bool { self != .sha256 && self != .large }
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
    let words = ["rev-list", "--objects", "--no-object-names", "--filter=object:type=blob", "--filter-provided-objects", "--all"]
    return try sandbox.git(words).split(separator: UInt8(ascii: "\n")).map(Array.init)
  }

  private static func command(_ kind: Kind, _ sandbox: GitSandbox, _ names: [[UInt8]]) throws -> GitCommand {
    let copy = sandbox.directory / "copy"
    func clone(_ options: String...) throws -> GitCommand {
      try sandbox.git(["clone", "--quiet"] + options + ["file://\(sandbox.top)", "\(copy)"], in: sandbox.directory)
      return sandbox.command(in: copy)
    }
    switch kind {
    case .empty, .loose, .otherTypes, .sha256: return sandbox.command
    case .packed, .large: try sandbox.git("gc", "--quiet")
    case .severalPacks:
      try sandbox.git("repack", "--quiet", "-d")
      try sandbox.git("multi-pack-index", "write")
    case .alternates:
      let middle = sandbox.directory / "middle"
      try sandbox.git(["clone", "--quiet", "--shared", "\(sandbox.top)", "\(middle)"], in: sandbox.directory)
      try sandbox.git(["clone", "--quiet", "--shared", "\(middle)", "\(copy)"], in: sandbox.directory)
      return sandbox.command(in: copy)
    case .shallow: return try clone("--depth", "1")
    case .partial:
      try sandbox.git("config", "uploadpack.allowFilter", "true")
      return try clone("--filter=blob:none")
    case .linkedWorktree:
      try sandbox.git("worktree", "add", "--quiet", "--detach", "\(copy)")
      return sandbox.command(in: copy)
    case .bare: return try clone("--bare")
    case .replaced:
      try sandbox.git("replace", text(names[0]), text(names[1]))
      return sandbox.command.readingStoredObjects
    case .quarantined:
      let own = sandbox.directory / "incoming"
      try FileSystem.makeDirectories(own / "pack")
      return sandbox.command.adding([
        .set("GIT_OBJECT_DIRECTORY", own), .set("GIT_ALTERNATE_OBJECT_DIRECTORIES", sandbox.gitDirectory / "objects"),
      ])
    case .submodule:
      let outer = try GitSandbox()
      try outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "\(sandbox.top)", "inner")
      try TestFile.copyDirectory(outer.top, to: copy)
      return sandbox.command(in: copy / "inner")
    case .missing: try FileSystem.remove(loose(sandbox, names))
    case .damaged:
      let file = try loose(sandbox, names)
      try TestFile.write(file, bytes("no object"))
    case .otherExtension:
      try sandbox.git("config", "core.repositoryFormatVersion", "1")
      try sandbox.git("config", "extensions.preciousObjects", "true")
    }
    return sandbox.command
  }

  /// The file of a blob that is not packed.
  private static func loose(_ sandbox: GitSandbox, _ names: [[UInt8]]) throws -> Path {
    let paths = names.map { sandbox.gitDirectory / "objects" / Path($0.prefix(2)) / Path($0.dropFirst(2)) }
    guard let found = paths.first(where: FileSystem.exists) else { throw Missing() }
    return found
  }

  private struct Missing: Error {}

  private static func text(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self) }
}
