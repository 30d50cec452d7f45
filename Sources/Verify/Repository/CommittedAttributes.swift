package import Platform
import Smudge

/// The `filter` attributes by the `.gitattributes` of commits or of the index, without those of the working tree, the
/// clone and the machine.
package final class CommittedAttributes {
  private let repository: VerifyRepository
  private let trees: () throws -> [[CommittedTree.File]]
  /// A temporary repository with an index for each tree that holds only the `.gitattributes`; `nil` before a path is
  /// asked for. git before 2.40 reads the attributes of a commit only from an index, and every git also reads
  /// `info/attributes` of its repository.
  private var scratch: GitCommand?
  private var directory: ScratchDirectory?
  /// The attributes that were read, for each tree.
  private var known: [[Path: FilterAttribute]] = []

  /// Reads nothing yet. `trees`: all files of each.
  package init(_ repository: VerifyRepository, ofEach trees: @escaping () throws -> [[CommittedTree.File]]) {
    self.repository = repository
    self.trees = trees
  }

  /// Prepares the indexes.
  private func prepared() throws -> GitCommand {
    if let scratch { return scratch }
    let trees = try trees().map { files in files.filter { $0.path.name == Path(".gitattributes") } }
    let files = trees.flatMap(\.self)
    // `git receive-pack` has the objects of a push in a directory of their own.
    let chosen = Environment.value("GIT_OBJECT_DIRECTORY", changing: repository.git.baseEnvironment)
    let own = try chosen.map { Path($0) } ?? repository.directory.value.common / "objects"
    let objects = try FileSystem.realPath(repository.git.directory / own)
    try repository.blobs.forEach(files.map(\.blob)) { index, content in
      // git would read a missing file as one without attributes.
      if content == nil { throw RepositoryError.missingBlob(files[index].path, commit: nil) }
    }

    let directory = try ScratchDirectory()
    let git = try Self.scratch(in: directory.path, objects, hash: files.first?.blob.count == 64 ? "sha256" : "sha1")
    scratch = git
    self.directory = consume directory
    known = trees.map { _ in [:] }
    for (tree, files) in trees.enumerated() {
      // `mode SP object TAB path NUL`
      let entries = files.flatMap { "100644 ".bytes + $0.blob + [UInt8(ascii: "\t")] + $0.path.bytes + [0] }
      _ = try git.adding([index(tree)]).output(["update-index", "-z", "--index-info"], input: entries)
    }
    return git
  }

  private func index(_ tree: Int) -> Environment.Change { .set("GIT_INDEX_FILE", Path("index-\(tree)")) }

  private static func scratch(in directory: Path, _ objects: Path, hash: String) throws -> GitCommand {
    // With GIT_QUARANTINE_PATH, which `git receive-pack` sets for its hooks, git refuses to write refs, and `init`
    // writes HEAD.
    let names = ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_QUARANTINE_PATH"]
    let plain = GitCommand(in: directory, environment: names.map { .unset($0) })
    _ = try plain.output(["init", "--quiet", "--bare", "--template=", "--object-format=\(hash)", "."])
    return plain.readingStoredObjects.adding([
      .set("GIT_DIR", directory), .set("GIT_OBJECT_DIRECTORY", objects), .set("GIT_ATTR_NOSYSTEM", "1"),
    ])
  }

  /// Reads the attributes of paths, many at a time, because each call starts git.
  package func load(_ paths: [Path]) throws {
    if paths.isEmpty { return }
    let git = try prepared()
    // `git init` sets core.ignorecase on macOS and Windows, where the answer has to be the same.
    let settings = ["-c", "core.attributesFile=/dev/null", "-c", "core.ignorecase=false"]
    let command = settings + ["check-attr", "--cached", "-z", "--stdin", "filter"]
    for tree in known.indices {
      let paths = Array(Set(paths.filter { known[tree][$0] == nil }))
      if paths.isEmpty { continue }
      let output = try git.adding([index(tree)]).output(command, input: paths.flatMap { $0.bytes + [0] })
      // `path NUL attribute NUL value NUL`
      let fields = output.split(separator: 0, omittingEmptySubsequences: false)
      for index in stride(from: 0, to: fields.count - 2, by: 3) {
        known[tree][Path(fields[index])] = FilterAttribute(fields[index + 2].string, isCommitted: true)
      }
      if let path = paths.first(where: { known[tree][$0] == nil }) { throw unanswered(path) }
    }
  }

  /// The attribute of a path; throws if it is not loaded.
  package subscript(path: Path, tree: Int = 0) -> FilterAttribute {
    get throws {
      guard let attribute = known.dropFirst(tree).first?[path] else { throw unanswered(path) }
      return attribute
    }
  }

  private func unanswered(_ path: Path) -> RepositoryError { .unanswered("the attributes of \(path)") }

  /// Whether the first tree has filter=munge for a file of a type that is munged.
  package func munges(_ path: Path) throws -> Bool { try self[path] == .munged && !Exclusion.isExcluded(path) }
}
