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
  private let rules: [UInt8]
  /// The lines that `.gitattributes` gets.
  private let attributes: [UInt8]

  package init(_ tree: WorkingTree, _ report: InitReport) {
    self.tree = tree
    rules = report.files.rules
    attributes = Array(report.files.attributes.dropFirst(report.old.attributes.count))
  }

  package func readiness() throws -> Readiness {
    if let operation = GitOperation.inProgress(in: tree.gitDirectory.own) {
      return .impossible(why: "a \(operation.rawValue) is in progress")
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
    let git = tree.git.adding([.set("GIT_INDEX_FILE", index)])
    // Keeps the stat data of entries that are as in HEAD, so git does not read their files.
    _ = try git.output(["read-tree", "--reset", "HEAD"])
    let former = try blob("HEAD:", Self.attributesFile)
    try stage(RulesFile.name, rules, by: git)
    if !attributes.isEmpty { try stage(Self.attributesFile, content(former).followed(byLines: attributes), by: git) }

    if try git.runInForeground(["commit", "--quiet", "--message", subject]) != 0 { return nil }
    try follow(from: former)
    return try tree.git.line(["rev-parse", "--short", "HEAD"]).string
  }

  private static let attributesFile = ".gitattributes"

  /// The name of a blob; `nil` if there is none.
  private func blob(_ revision: String, _ name: String) throws -> String? {
    let done = try tree.git.run(["rev-parse", "--verify", "--quiet", "\(revision)\(name)"])
    return done.isSuccess ? done.output.dropLast().string : nil
  }

  private func content(_ blob: String?) throws -> [UInt8] {
    try blob.map { try tree.git.output(["cat-file", "blob", $0]) } ?? []
  }

  /// Puts content, which is converted as `git add` does, into an index.
  private func stage(_ name: String, _ content: [UInt8], by git: GitCommand) throws {
    let blob = try git.line(["hash-object", "-w", "--stdin", "--path", name], input: content).string
    _ = try git.output(["update-index", "--add", "--cacheinfo", "100644,\(blob),\(name)"])
  }

  /// Gives the index of the working tree what was committed. `former`: the attributes before the commit; other ones
  /// that are staged get the lines.
  private func follow(from former: String?) throws {
    try stage(RulesFile.name, content(blob("HEAD:", RulesFile.name)), by: tree.git)
    let staged = try blob(":", Self.attributesFile)
    if attributes.isEmpty || former != nil && staged == nil { return }
    let lines =
      staged == former
      ? try content(blob("HEAD:", Self.attributesFile))
      : try content(staged).followed(byLines: attributes)
    try stage(Self.attributesFile, lines, by: tree.git)
  }
}
