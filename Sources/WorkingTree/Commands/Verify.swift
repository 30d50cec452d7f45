// `git munge verify` in the repository of the current directory.

import Platform
import Rules
import Smudge
package import Verify

extension Verification {
  /// Verifies the repository that the current directory is in. `hook`: the one that this runs as; without a valid plan
  /// a guard would not know the texts that it has to find.
  package func run(as hook: Hook? = nil) throws -> VerifyReport {
    var tree = try tree()
    if let here = tree {
      if (try? FallbackAttributes(here).reconnect()) ?? false { tree = here.reread() }
      if hook?.role == .guard, case .failure(let error) = try here.installedPlan(by: here.configuration()) {
        throw TransitionError.damagedPlan(error)
      }
    }
    let here = VerifyRepository(tree)
    var report: VerifyReport
    do {
      if target == .worktree, let tree {
        report = try VerifyWorktree(here: here, tree: tree).report()
      } else {
        report = try run(in: here)
      }
    } catch RepositoryError.nothingToCheck(let name, nil, nil) where hook == nil {
      let branch = try tree?.branchWithRules()
      let elsewhere = try branch == nil ? tree?.rulesElsewhere() ?? [] : []
      if !elsewhere.isEmpty { throw InstallError.noRules(elsewhere: elsewhere) }
      throw RepositoryError.nothingToCheck(name, elsewhere: branch)
    }
    if target == .staged, let tree, let rules = report.rules {
      report.findings = try tree.namingChoices(in: report.findings, rules)
    }
    // Without findings, no munged file has a new name where it would not be munged.
    if hook == .preCommit, !report.findings.isEmpty, let tree, let plan = try tree.plan() {
      let followed = (try? RenamedFiles(tree: tree, plan: plan).follow(.preCommit)) ?? []
      report.findings.removeAll {
        $0.kind == .noLongerMunged && $0.location.map { followed.contains($0.path) } ?? false
      }
    }
    return report
  }

  /// `nil` in a bare repository, and for a push to a repository: its working tree, if any, has nothing to do with it.
  private func tree() throws -> WorkingTree? {
    if case .received = target { return nil }
    var tree = try WorkingTree.findUnlessBare()
    tree?.progress = progress
    return tree
  }
}

extension VerifyRepository {
  /// The repository of the current directory. `tree`: its working tree; `nil` in a bare one, and in one that receives a
  /// push.
  init(_ tree: WorkingTree?) {
    let git = tree?.git ?? GitCommand(in: Path("."))
    let own = (try? tree?.privateRules())?.name
    self.init(git: git.readingStoredObjects, hasWorkingTree: tree != nil, privateRules: own) { try tree?.ownPlan() }
  }
}

extension WorkingTree {
  /// `nil` in a bare repository.
  static func findUnlessBare() throws -> WorkingTree? {
    do { return try find() } catch RepositoryError.bare { return nil }
  }

  /// The plan of this working tree, or one of the values that are configured; `nil` where it changes nothing.
  func ownPlan() throws -> Plan? {
    if let plan = try? plan(), !plan.isIdle { return plan }
    guard let rules = try? rules() else { return nil }
    let values = rules.declared(try configuration().values)
    guard !values.isEmpty, let plan = try? Compiler(rules, values: values).plan() else { return nil }
    return plan.isIdle ? nil : plan
  }
}

/// Verifies that a build uses the committed content: no filter is active, and munged files are equal to `HEAD` except
/// for git's own conversions.
struct VerifyWorktree {
  let here: VerifyRepository
  let tree: WorkingTree

  func report() throws -> VerifyReport {
    var report = VerifyReport(.worktree)
    let filter = try activeFilter()
    if let filter { report.findings.append(Finding(.filterActive(filter))) }
    let files = try CommittedTree.commit(here.commit("HEAD")).files(here.git)
    let hasRules = files.contains { $0.path == Path(RulesFile.name) }
    if !hasRules, report.findings.isEmpty { throw here.nothingToCheck(in: "HEAD") }
    let attributes = try CommittedAttributes(ofEach: [files], here)
    try attributes.load(files.map(\.path))
    try compare(files.filter { attributes.munges($0.path) }, .changedFile(isFiltered: filter != nil), &report)
    return report
  }

  /// `nil` for an idle filter, which changes nothing.
  private func activeFilter() throws -> ConfigEntry? {
    let configuration = try tree.configuration()
    let program = ["process", "smudge"].lazy.compactMap { configuration.effective("filter.munge.\($0)") }.first
    guard let program, !program.value.isEmpty else { return nil }
    let plan = try tree.plan()
    return configuration.filterProgram != nil && plan?.isCanonical ?? true ? nil : program
  }

  /// `changed`: the finding of a file that differs.
  private func compare(_ files: [CommittedTree.File], _ changed: Finding.Detail, _ report: inout VerifyReport) throws {
    var different: [(path: Path, committed: [UInt8], shown: [UInt8]?, blob: [UInt8])] = []
    let counter = tree.progress.counter("Verifying files", of: files.count)
    try here.blobs.forEach(files.map(\.blob)) { index, content in
      counter.advance()
      let path = files[index].path
      guard let content else { throw RepositoryError.missingBlob(path, commit: nil) }
      report.extent.files += 1
      report.extent.bytes += content.count
      let shown = try tree.content(of: path)
      if shown != content { different.append((path, content, shown, files[index].blob)) }
    }
    counter.finish()
    // Files that a sparse checkout omits.
    let skipped = Set(try IndexSnapshot(tree).munged.filter { !$0.isOnDisk }.map(\.path))
    for file in different {
      if try file.shown == nil ? skipped.contains(file.path) : converted(file.path) == file.blob {
        continue
      }
      report.findings.append(Finding(changed, at: location(file.path, file.committed, file.shown ?? [])))
    }
  }

  /// The object name of a file on disk after the conversions of git, such as those of line endings.
  private func converted(_ path: Path) throws -> [UInt8] {
    try here.git.output(FilterKey.off + ["hash-object", "--"], paths: [path]).dropLast()
  }

  /// The first different byte; carriage returns before newlines are ignored.
  private func location(_ path: Path, _ committed: [UInt8], _ shown: [UInt8]) -> Finding.Location {
    var place = 0
    var other = 0
    while place < shown.count && other < committed.count {
      let isReturn = shown[place] == UInt8(ascii: "\r") && committed[other] == .newline
      if !isReturn && shown[place] != committed[other] { break }
      place += 1
      other += isReturn ? 0 : 1
    }
    var cursor = LineLocator(shown, shown)
    _ = cursor.move(to: place)
    return Finding.Location(path: path, line: cursor.line, column: cursor.column)
  }
}
