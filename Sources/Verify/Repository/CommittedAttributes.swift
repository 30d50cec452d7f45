package import Platform
import Smudge

/// The `filter` attributes by the `.gitattributes` of commits or of the index, without those of the working tree, the clone
/// and the machine.
package struct CommittedAttributes: ~Copyable {
  /// A temporary repository with an index for each tree that holds only the `.gitattributes`. git before 2.40 reads the
  /// attributes of a commit only from an index, and every git also reads `info/attributes` of its repository. libgit2 (1.5.1)
  /// gives other answers, for example of `"My App/*.plist" filter=munge`: it takes the quotes for a part of the pattern.
  private let repository: GitCommand
  private let directory: ScratchDirectory
  /// Those with `filter=munge`, of the first tree.
  let lines: [MungingLine]
  /// For each tree.
  private var known: [[Path: FilterAttribute]]

  /// `files`: all files of the tree.
  package init(of files: [CommittedTree.File], _ here: VerifyRepository) throws {
    try self.init(ofEach: [files], here)
  }

  init(ofEach trees: [[CommittedTree.File]], _ here: VerifyRepository) throws {
    let found = trees.map { files in files.filter { $0.path.name == Path(".gitattributes") } }
    let lines = try Self.lines(of: found.flatMap(\.self), here)
    let scratch = try ScratchDirectory()
    let hash = found.joined().first?.blob.count == 64 ? "sha256" : "sha1"
    let repository = try Self.repository(in: scratch.path, here.blobs.directories().own, hash: hash)
    for (tree, files) in found.enumerated() {
      // `mode SP object TAB path NUL`
      let entries = files.flatMap { Array("100644 ".utf8) + $0.blob + [UInt8(ascii: "\t")] + $0.path.bytes + [0] }
      let index = Self.index(tree, in: scratch.path)
      _ = try repository.adding([index]).output(["update-index", "-z", "--index-info"], input: entries)
    }
    (self.repository, self.lines) = (repository, lines.prefix(found[0].count).flatMap(\.self))
    known = trees.map { _ in [:] }
    directory = scratch
  }

  private static func index(_ tree: Int, in directory: Path) -> Environment.Change {
    .set("GIT_INDEX_FILE", directory / "index-\(tree)")
  }

  /// For each file; all must exist, because git would read a missing one as a file without attributes.
  private static func lines(of files: [CommittedTree.File], _ here: VerifyRepository) throws -> [[MungingLine]] {
    var lines: [[MungingLine]] = []
    try here.blobs.forEach(files.map(\.blob)) { index, content in
      guard let content else { throw MungeError.missingBlob(files[index].path, commit: nil) }
      lines.append(MungingLine.all(in: content, of: files[index].path))
    }
    return lines
  }

  private static func repository(in directory: Path, _ objects: Path, hash: String) throws -> GitCommand {
    // With GIT_QUARANTINE_PATH, which `git receive-pack` sets for its hooks, git refuses to write refs, and `init` writes HEAD.
    let names = ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_QUARANTINE_PATH"]
      .map { Environment.Change.unset($0) }
    let plain = GitCommand(in: directory, environment: names)
    _ = try plain.output(["init", "--quiet", "--bare", "--template=", "--object-format=\(hash)", "."])
    return plain.readingStoredObjects.adding([
      .set("GIT_DIR", directory), .set("GIT_OBJECT_DIRECTORY", objects), .set("GIT_ATTR_NOSYSTEM", "1"),
    ])
  }

  /// Reads the attributes of paths, many at a time, because each call starts git.
  package mutating func load(_ paths: [Path]) throws {
    for tree in known.indices { try load(paths, tree) }
  }

  private mutating func load(_ paths: [Path], _ tree: Int) throws {
    let paths = Array(Set(paths.filter { known[tree][$0] == nil }))
    if paths.isEmpty { return }
    // `git init` sets core.ignorecase on macOS and Windows, where the answer has to be the same.
    let settings = ["-c", "core.attributesFile=/dev/null", "-c", "core.ignorecase=false"]
    let words = settings + ["check-attr", "--cached", "-z", "--stdin", "filter"]
    let repository = repository.adding([Self.index(tree, in: directory.path)])
    let output = try repository.output(words, input: paths.flatMap { $0.bytes + [0] })
    // `path NUL attribute NUL value NUL`
    let fields = output.split(separator: 0, omittingEmptySubsequences: false)
    for index in stride(from: 0, to: fields.count - 2, by: 3) {
      known[tree][Path(fields[index])] = FilterAttribute(String(decoding: fields[index + 2], as: UTF8.self))
    }
    if let path = paths.first(where: { known[tree][$0] == nil }) { throw MungeError.unanswered("the attributes of \(path)") }
  }

  /// Of the first tree.
  package subscript(path: Path) -> FilterAttribute { self[path, 0] }
  subscript(path: Path, tree: Int) -> FilterAttribute { known[tree][path] ?? .unspecified }

  /// The findings, with the line whose pattern differs in case from a file without `filter=munge`.
  func namingCase(_ findings: [Finding]) -> [Finding] {
    findings.map { finding in
      guard finding.kind == .missingAttribute, let path = finding.location?.path,
        let line = lines.last(where: { $0.differsInCase(from: path) })
      else { return finding }
      return Finding(
        .otherCase(line, path), at: finding.location, rule: finding.rule, origin: finding.origin,
        fingerprint: finding.fingerprint)
    }
  }
}

/// A directory for temporary files, removed with the value.
package struct ScratchDirectory: ~Copyable {
  package let path: Path

  package init() throws { path = try FileSystem.makeTemporaryDirectory() }

  deinit { try? FileSystem.removeTree(path) }
}
