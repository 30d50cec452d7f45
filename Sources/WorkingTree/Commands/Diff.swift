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

  /// Shows the difference through the user's pager, and returns the exit code of git; `nil` if no file of the paths is
  /// munged.
  package consuming func show(_ paths: [Path], options: [String]) throws -> Int32? {
    let munged = try IndexSnapshot(tree).munged
    let wanted = try paths.isEmpty ? nil : Set(tree.paths(matching: paths))
    let files = munged.filter { wanted?.contains($0.path) ?? true }

    if files.isEmpty && !paths.isEmpty { return nil }
    guard let plan = try tree.plan() else { throw InstallError.notInstalled }
    try FileSystem.makeDirectories(directory / "objects")
    let entries = try entries(files, plan)
    if entries.isEmpty { return 0 }
    return try showTrees(writeTree(of: entries, "canonical"), writeTree(of: entries, "local"), options)
  }

  deinit { try? FileSystem.removeTree(directory) }

  /// A file, and the name that its content on each side begins with.
  private typealias DiffEntry = (path: Path, mode: String, name: String)

  /// The files that differ, with their content on both sides written to the temporary directory.
  private func entries(_ files: [WorktreeFile], _ plan: Plan) throws -> [DiffEntry] {
    var rewriter = Rewriter(tree, from: plan, to: .idle, isDry: true)
    var entries: [DiffEntry] = []
    let counter = tree.progress.counter("Reading files", of: files.count)
    for (index, file) in files.enumerated() {
      counter.advance()
      guard case .rewritten(_, let mode) = try rewriter.rewrite(file) else { continue }
      try rewriter.withContent { content in try write(content, to: "\(index).canonical") }
      try rewriter.withInput { content in try write(content, to: "\(index).local") }
      entries.append((file.path, mode & 0o100 == 0 ? "100644" : "100755", "\(index)"))
    }
    counter.finish()
    return entries
  }

  private func write(_ content: borrowing Spool, to name: String) throws {
    let file = try File(directory / name, .createNew(mode: 0o600))
    try content.forEachChunk { chunk throws(SystemError) in try file.write(chunk) }
  }

  /// Writes one side of the entries as a tree, and returns its name.
  private func writeTree(of entries: [DiffEntry], _ side: String) throws -> String {
    let index = directory / "index"
    let git = tree.git.adding(quarantine + [.set("GIT_INDEX_FILE", index)])
      .overriding("core.hooksPath", with: "/dev/null".bytes).overriding("core.splitIndex", with: "false".bytes)
    // Relative names, because the path of a clone can contain a newline.
    let names = entries.map { (directory / "\($0.name).\(side)").relative(to: tree.top).bytes }
    let blobs = try git.answers("hash-object", "-w", "--no-filters", "--stdin-paths", to: names)
    let listing = zip(entries, blobs).flatMap { entry, blob in
      "\(entry.mode) ".bytes + blob + [UInt8(ascii: "\t")] + entry.path.bytes + [0]
    }
    try FileSystem.remove(index)
    _ = try git.output(["update-index", "-z", "--index-info"], input: listing)
    return try git.line(["write-tree"]).string
  }

  /// The temporary object directory holds both trees completely.
  private var quarantine: [Environment.Change] { [.set("GIT_OBJECT_DIRECTORY", directory / "objects")] }

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
