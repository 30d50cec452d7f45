package import Platform
import Smudge
import Verify

/// `git munge diff`: the difference between canonical and local content, shown by `git diff`.
///
/// git compares the files on disk, without the filter, with an index of their canonical form. Both are in a temporary
/// directory, and no local text is written there.
package struct Diff: ~Copyable {
  private let tree: WorkingTree
  private let directory: Path

  package init(_ tree: WorkingTree) {
    self.tree = tree
    directory = tree.mungeDirectory.own / "\(WorkingTree.diffMark)\(Environment.processIdentifier())"
  }

  /// Shows the difference through the user's pager, and returns the exit code of git; `nil` if no file of the paths is
  /// munged.
  package consuming func show(_ paths: [Path], options: [String]) throws -> Int32? {
    let munged = try IndexSnapshot(tree).munged
    let wanted = try paths.isEmpty ? nil : Set(tree.paths(matching: paths))
    let files = munged.filter { wanted?.contains($0.path) ?? true }

    if files.isEmpty && !paths.isEmpty { return nil }
    guard let plan = try tree.plan() else { throw InstallError.notInstalled }
    try FileSystem.makeDirectories(directory / "objects")
    try writeIndex(of: entries(files, plan))
    return try showDifference(options)
  }

  deinit { try? FileSystem.removeTree(directory) }

  /// A file with the name of its canonical form.
  private typealias DiffEntry = (path: Path, mode: String, canonical: String)

  /// The files that differ, with their canonical form written to the temporary directory.
  private func entries(_ files: [WorktreeFile], _ plan: Plan) throws -> [DiffEntry] {
    var rewriter = Rewriter(tree, from: plan, to: .idle, isDry: true)
    var entries: [DiffEntry] = []
    let counter = tree.progress.counter("Reading files", of: files.count)
    for (index, file) in files.enumerated() {
      counter.advance()
      guard case .rewritten(_, let mode) = try rewriter.rewrite(file) else { continue }
      let canonical = try File(directory / "\(index)", .createNew(mode: 0o600))
      try rewriter.withContent { content in
        try content.forEachChunk { chunk throws(SystemError) in try canonical.write(chunk) }
      }
      entries.append((file.path, mode & 0o100 == 0 ? "100644" : "100755", "\(index)"))
    }
    counter.finish()
    return entries
  }

  /// Writes an index of the canonical forms. It has no stat data, so that git reads each file.
  private func writeIndex(of entries: [DiffEntry]) throws {
    // Relative names, because the path of a clone can contain a newline.
    let git = GitCommand(in: directory, environment: [.set("GIT_DIR", tree.gitDirectory.own)] + places)
    let blobs = try git.answers(
      "hash-object", "-w", "--no-filters", "--stdin-paths", to: entries.map(\.canonical.bytes))
    let listing = zip(entries, blobs).flatMap { entry, blob in
      "\(entry.mode) ".bytes + blob + [UInt8(ascii: "\t")] + entry.path.bytes + [0]
    }
    _ = try git.overriding("core.hooksPath", with: "/dev/null".bytes)
      .output(["update-index", "-z", "--index-info"], input: listing)
  }

  /// The temporary index, and the directory of its blobs.
  private var places: [Environment.Change] {
    [.set("GIT_INDEX_FILE", directory / "index"), .set("GIT_OBJECT_DIRECTORY", directory / "objects")]
  }

  /// Runs `git diff`. Editor support must show both sides as they are.
  private func showDifference(_ options: [String]) throws -> Int32 {
    // `diff.*.cachetextconv` would write notes about temporary objects to the repository.
    let keys = try Configuration(tree.git, prefix: "diff.").entries.map(\.key)
    let caches = Set(keys.filter { $0.hasSuffix(".cachetextconv") }).sorted().flatMap { ["-c", "\($0)=false"] }
    // Editor support reads the file as it is.
    let command = ["diff", "--text", "--ignore-cr-at-eol", "--src-prefix=canonical/", "--dst-prefix=local/"]
    let colour = Terminal.isColourUnwanted ? ["--no-color"] : []
    return try tree.git.adding(places + [.set("GIT_MUNGE_TEXTCONV", "local")])
      .runInForeground(FilterKey.off + caches + command + colour + options + ["--"])
  }
}
