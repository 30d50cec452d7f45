import Platform
import Rules
import Smudge
import Verify

/// The commit of the files that `git munge init` has written: what is staged stays staged.
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
  /// Whether `.gitattributes` has changes that are not of `git munge init`.
  private let isEdited: Bool

  package init(_ tree: WorkingTree, _ report: InitReport) throws {
    self.tree = tree
    self.report = report
    isEdited = try !tree.git.output(["status", "--porcelain", "--", Self.attributesFile]).isEmpty
  }

  package func readiness() throws -> Readiness {
    if let operation = GitOperation.inProgress(in: tree.gitDirectory.own) {
      return .impossible(why: "a \(operation.rawValue) is in progress; finish or abort it first")
    }
    let files = [RulesFile.name, Self.attributesFile]
    if let ignored = try tree.git.output(["check-ignore"] + files, accepting: [0, 1]).lines.first {
      return .impossible(why: "\(ignored) is ignored")
    }
    if isEdited { return .impossible(why: "\(Self.attributesFile) has other changes") }
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
    try stage(git)
    _ = try copy.cleanStaged(IndexSnapshot(copy), tree.plan() ?? .idle, since: report.project)

    if try git.runInForeground(["commit", "--quiet", "--message", subject]) != 0 { return nil }
    try stage(tree.git)
    return try tree.git.line(["rev-parse", "--short", "HEAD"]).string
  }

  private static let attributesFile = ".gitattributes"

  /// Puts the files into the index.
  private func stage(_ git: GitCommand) throws {
    try git.stage(report.files.rules, as: RulesFile.name)
    let attributes = report.files.attributes
    if attributes != report.old.attributes { try git.stage(attributes, as: Self.attributesFile) }
  }
}

extension GitCommand {
  /// Puts content into the index, converted as `git add` does.
  func stage(_ content: [UInt8], as name: String) throws {
    let blob = try line(["hash-object", "-w", "--stdin", "--path", name], input: content).string
    _ = try output(["update-index", "--add", "--cacheinfo", "100644,\(blob),\(name)"])
  }
}
