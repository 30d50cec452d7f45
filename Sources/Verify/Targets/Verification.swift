import Git
import Platform
import Smudge

/// `git munge verify`: checks that the repository is canonical and that clean undoes smudge.
///
/// It reads the object database, not the working tree (except for `--worktree`), whose content depends on the clone.
package struct Verification {
  /// The progress of a long check.
  package struct Progress: Sendable, Equatable {
    package let commits: Int
    package let files: Int
  }

  private let target: VerifyTarget
  /// The number of generated value sets; `nil`: none.
  private let valueSets: Int?
  private let progress: (Progress) -> Void

  /// `valueSets`: the number of generated value sets; `nil`: none.
  package init(
    _ target: VerifyTarget, valueSets: Int? = nil, progress: @escaping (Progress) -> Void = { _ in }
  ) {
    (self.target, self.valueSets, self.progress) = (target, valueSets, progress)
  }

  package func run() throws(MungeError) -> VerifyReport {
    let here = try VerifyRepository.find()
    var report = VerifyReport(target)
    switch target {
    case .revision(let name):
      try look(at: try here.commit(name), here, &report)
      if report.rules == nil, report.findings.isEmpty { throw .nothingToCheck(name) }
    case .range(let words):
      try RangeVerification(here, words, .changesOnly, progress).run(into: &report)
      if valueSets != nil { try simulate(here, ["rev-list", "-n", "1"] + words + ["--"], &report) }
    case .history:
      try RangeVerification(here, ["--all", "HEAD"], .all, progress).run(into: &report)
      if valueSets != nil { try simulate(here, ["rev-parse", "HEAD"], &report) }
    case .staged: try StagedVerification(here).run(into: &report)
    case .worktree: try WorktreeVerification(here).run(into: &report)
    }
    return report
  }

  private func look(at commit: String, _ here: VerifyRepository, _ report: inout VerifyReport) throws(MungeError) {
    try TreeVerification(here, .commit(commit), valueSets: valueSets, progress).run(into: &report)
  }

  /// Checks the newest commit, which git lists first, with generated values.
  private func simulate(
    _ here: VerifyRepository, _ words: [String], _ report: inout VerifyReport
  ) throws(MungeError) {
    let commit = try here.line(words, orNone: "there is no commit")
    if commit.isEmpty { return }
    var tree = VerifyReport(target)
    try look(at: commit, here, &tree)
    report.simulation = tree.simulation
    report.findings += tree.findings.filter { $0.kind == .notRestored }
  }
}

/// The repository to verify, bare or not.
struct VerifyRepository {
  let git: Plumbing
  /// `nil` where there is no working tree.
  let tree: WorkingTree?

  static func find() throws(MungeError) -> VerifyRepository {
    do throws(MungeError) {
      let tree = try WorkingTree.find()
      return VerifyRepository(git: tree.git.readingStoredObjects, tree: tree)
    } catch {
      guard case .bare = error else { throw error }
      return VerifyRepository(git: Plumbing(in: Path(".")).readingStoredObjects, tree: nil)
    }
  }

  /// With the temporary index of `git commit -a` in its hooks (`GIT_INDEX_FILE`).
  func withIndexOfHook() -> VerifyRepository {
    guard let index = Environment.value("GIT_INDEX_FILE"), let tree else { return self }
    return VerifyRepository(git: git.adding([.set("GIT_INDEX_FILE", Path(index))]), tree: tree)
  }

  /// The object name of a commit.
  func commit(_ name: String) throws(MungeError) -> String {
    try line(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"], orNone: "there is no commit '\(name)'")
  }

  /// The output of a command; if it fails, the error has these words.
  func line(_ arguments: [String], orNone words: String) throws(MungeError) -> String {
    do throws(MungeError) {
      return String(decoding: try git.line(arguments), as: UTF8.self)
    } catch {
      guard case .git(.command) = error else { throw error }
      throw .unknownRevision(words: words)
    }
  }

  /// The plan of this working tree, or that of the configured values; `nil` if it is idle.
  func ownPlan() throws(MungeError) -> Plan? {
    guard let tree else { return nil }
    if let plan = try? tree.plan(), !plan.isIdle { return plan }
    guard let rules = try? tree.rules() else { return nil }
    let values = rules.declared(try tree.configuredValues())
    guard !values.isEmpty, let plan = try? Compiler(rules, values: values).plan() else { return nil }
    return plan.isIdle ? nil : plan
  }

  /// The authors of commits, by object name.
  func authors(of commits: Set<String>) throws(MungeError) -> [String: String] {
    if commits.isEmpty { return [:] }
    let words = ["log", "--no-walk=unsorted", "--stdin", "-z", "--no-show-signature", "--no-color", "--format=%H %an <%ae>"]
    let records = try git.output(words, input: commits.sorted().flatMap { Array("\($0)\n".utf8) }).split(separator: 0)
    let pairs = records.map { record in
      let name = record.prefix { $0 != UInt8(ascii: " ") }
      return (String(decoding: name, as: UTF8.self), escaped(record.dropFirst(name.count + 1)))
    }
    return Dictionary(pairs, uniquingKeysWith: { one, _ in one })
  }
}
