package import Platform
import Smudge
import Verify

/// `git munge diff`: the difference between canonical and local content, shown by `git diff`.
///
/// Both sides are written as trees to a temporary object directory: no local text is written to the object database of
/// the repository.
package struct Diff: ~Copyable {
  private let tree: WorkingTree
  private let directory: Path

  package init(_ tree: WorkingTree) {
    self.tree = tree
    directory = tree.mungeDirectory.own / "\(WorkingTree.diffMark)\(Environment.processIdentifier())"
  }

  /// The result of the command.
  package enum DiffOutcome: Sendable {
    /// git has printed it and ended with this exit code.
    case shown(Int32)
    case nothingDiffers
    /// No file of the paths is munged.
    case notMunged
  }

  /// Shows the difference through the user's pager.
  package consuming func show(_ paths: [Path], options: [String]) throws -> DiffOutcome {
    let munged = try IndexSnapshot(tree).munged
    let wanted = try paths.isEmpty ? nil : Set(tree.paths(matching: paths))
    let files = munged.filter { wanted?.contains($0.path) ?? true }

    if files.isEmpty && !paths.isEmpty { return .notMunged }
    guard let plan = try tree.plan() else { throw InstallError.notInstalled }
    if plan.isIdle { return .nothingDiffers }
    try FileSystem.makeDirectories(directory / "objects")
    let entries = try entries(files, plan)
    if entries.isEmpty { return .nothingDiffers }
    return .shown(try showTrees(writeTree(of: entries, \.canonical), writeTree(of: entries, \.local), options))
  }

  deinit { try? FileSystem.removeTree(directory) }

  /// A file with the files of its content on both sides.
  private typealias DiffEntry = (path: Path, mode: String, canonical: Path, local: Path)

  /// The files that differ, with their content written to the temporary directory.
  private func entries(_ files: [WorktreeFile], _ plan: Plan) throws -> [DiffEntry] {
    var rewriter = Rewriter(tree, from: plan, to: .idle, isDry: true)
    var entries: [DiffEntry] = []
    let counter = tree.progress.counter("Reading files", of: files.count)
    for (index, file) in files.enumerated() {
      counter.advance()
      guard case .rewritten(_, let mode) = try rewriter.rewrite(file) else { continue }
      let canonical = directory / "\(index).canonical"
      let local = directory / "\(index).local"
      try rewriter.withContent { content in try write(content, to: canonical) }
      try rewriter.withInput { content in try write(content, to: local) }
      entries.append((file.path, mode & 0o100 == 0 ? "100644" : "100755", canonical, local))
    }
    counter.finish()
    return entries
  }

  private func write(_ content: borrowing Spool, to path: Path) throws {
    let file = try File(path, .createNew(mode: 0o600))
    try content.forEachChunk { chunk throws(SystemError) in try file.write(chunk) }
  }

  /// Writes one side of the entries as a tree, and returns its name.
  private func writeTree(of entries: [DiffEntry], _ content: (DiffEntry) -> Path) throws -> String {
    // Relative names, because the path of a clone can contain a newline.
    let blobs = try git(in: directory)
      .answers("hash-object", "-w", "--no-filters", "--stdin-paths", to: entries.map { content($0).name.bytes })
    let listing = zip(entries, blobs).flatMap { entry, blob in
      "\(entry.mode) ".bytes + blob + [UInt8(ascii: "\t")] + entry.path.bytes + [0]
    }
    try FileSystem.remove(index)
    _ = try git().output(["update-index", "-z", "--index-info"], input: listing)
    return try git().line(["write-tree"]).string
  }

  private var index: Path { directory / "index" }

  /// The temporary object directory holds both trees completely.
  private var quarantine: [Environment.Change] { [.set("GIT_OBJECT_DIRECTORY", directory / "objects")] }

  /// git for the temporary objects. `place`: `nil` for the working tree.
  private func git(in place: Path? = nil) -> GitCommand {
    let git = place.map { GitCommand(in: $0, environment: [.set("GIT_DIR", tree.gitDirectory.own)]) } ?? tree.git
    return git.adding(quarantine + [.set("GIT_INDEX_FILE", index)])
      .overriding("core.hooksPath", with: "/dev/null".bytes)
  }

  /// Runs `git diff`. Programs that it runs, such as an external diff, must not smudge the blobs.
  private func showTrees(_ canonical: String, _ local: String, _ options: [String]) throws -> Int32 {
    // `diff.*.cachetextconv` would write notes about temporary objects to the repository.
    let keys = try Configuration(tree.git, prefix: "diff.").entries.map(\.key)
    let caches = Set(keys.filter { $0.hasSuffix(".cachetextconv") }).sorted().flatMap { ["-c", "\($0)=false"] }
    let command = ["diff", "--text", "--src-prefix=canonical/", "--dst-prefix=local/"]
    let colour = Terminal.isColourUnwanted ? ["--no-color"] : []
    return try tree.git.adding(quarantine + [.set("GIT_MUNGE_SKIP_SMUDGE", "1")])
      .runInForeground(caches + command + colour + options + [canonical, local, "--"])
  }
}
