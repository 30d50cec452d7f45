import Platform
import Rules
import Smudge
import Verify

/// The commit of the files that `git munge init` has written: what is staged, and edits of `.gitattributes`, stay what
/// they are.
package struct RulesCommit {
  /// Whether a commit can be made now.
  package enum Readiness: Sendable {
    /// On this branch.
    case ready(branch: String)
    case impossible(why: String)
  }

  /// The subject of the commit.
  package static let subject = "Munge build identifiers"

  private let tree: WorkingTree
  private let report: InitReport
  /// The lines that `.gitattributes` gets.
  private let attributes: [UInt8]

  package init(_ tree: WorkingTree, _ report: InitReport) {
    self.tree = tree
    self.report = report
    let old = report.old.attributes
    // The newline that ends an open line is not one of them.
    let isOpen = ![nil, .newline].contains(old.last)
    attributes = Array(report.files.attributes.dropFirst(old.count + (isOpen ? 1 : 0)))
  }

  package func readiness() throws -> Readiness {
    if let operation = GitOperation.inProgress(in: tree.gitDirectory.own) {
      return .impossible(why: "a \(operation.rawValue) is in progress; finish or abort it first")
    }
    let files = [RulesFile.name, Self.attributesFile]
    if let ignored = try tree.git.output(["check-ignore"] + files, accepting: [0, 1]).lines.first {
      return .impossible(why: "\(ignored) is ignored")
    }
    let branch = try tree.git.run(["symbolic-ref", "--quiet", "--short", "HEAD"])
    return branch.isSuccess ? .ready(branch: branch.output.dropLast().string) : .impossible(why: "HEAD is detached")
  }

  /// Commits both files on top of `HEAD`, through an index of its own; git prints why it does not. Returns the name of
  /// the commit, `nil` if there is none.
  package func perform(subject: String) throws -> String? {
    let directory = try ScratchDirectory()
    let index = directory.path / "index"
    try FileSystem.replace(index, with: FileSystem.contents(tree.gitDirectory.own / "index") ?? [])
    var copy = tree
    copy.git = tree.git.adding([.set("GIT_INDEX_FILE", index)])
    let git = copy.git
    // Keeps the stat data of entries that are as in HEAD, so git does not read their files.
    _ = try git.output(["read-tree", "--reset", "HEAD"])
    let former = try tree.blob("HEAD:", Path(Self.attributesFile))
    try git.stage(report.files.rules, as: RulesFile.name)
    if !attributes.isEmpty { try git.stage(former.followed(byLines: attributes), as: Self.attributesFile) }
    _ = try copy.cleanStaged(IndexSnapshot(copy), tree.plan() ?? .idle, since: report.project)

    if try git.runInForeground(["commit", "--quiet", "--message", subject]) != 0 { return nil }
    try follow(from: former)
    return try tree.git.line(["rev-parse", "--short", "HEAD"]).string
  }

  private static let attributesFile = ".gitattributes"

  /// Gives the index of the working tree what was committed. `former`: the attributes before the commit; other ones
  /// that are staged get the lines, unless they are staged as deleted.
  private func follow(from former: [UInt8]) throws {
    try tree.git.stage(tree.blob("HEAD:", Path(RulesFile.name)), as: RulesFile.name)
    let staged = try tree.blob(":0:", Path(Self.attributesFile))
    if attributes.isEmpty || staged.isEmpty && !former.isEmpty { return }
    let committed = try tree.blob("HEAD:", Path(Self.attributesFile))
    try tree.git.stage(
      staged == former ? committed : staged.followed(byLines: attributes), as: Self.attributesFile)
  }
}

extension GitCommand {
  /// Puts content into the index, converted as `git add` does.
  func stage(_ content: [UInt8], as name: String) throws {
    let blob = try line(["hash-object", "-w", "--stdin", "--path", name], input: content).string
    _ = try output(["update-index", "--add", "--cacheinfo", "100644,\(blob),\(name)"])
  }
}
