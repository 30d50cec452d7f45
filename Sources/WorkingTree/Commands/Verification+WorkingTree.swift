import Platform
import Rules
import Smudge
package import Verify

// `git munge verify` in the repository of the current directory.
extension Verification {
  /// Verifies a repository. `hook`: the one that this runs as; without a valid plan a guard would not know the texts
  /// that it has to find. `tree`: `nil` in a bare repository, and in one that receives a push.
  package func run(as hook: Hook? = nil, in tree: WorkingTree?) throws -> VerifyReport {
    if hook?.role == .guard { _ = try tree?.plan() }

    let repository = VerifyRepository(tree)
    var report: VerifyReport
    do {
      if target == .worktree, let tree {
        report = try VerifyWorktree(repository: repository, tree: tree).report()
      } else {
        report = try run(in: repository)
      }
    } catch RepositoryError.nothingToCheck(let name, nil, nil) where hook == nil {
      let branch = try tree?.branchWithRules()
      let elsewhere = try branch == nil ? tree?.rulesElsewhere() ?? [] : []
      if !elsewhere.isEmpty { throw InstallError.noRules(elsewhere: elsewhere) }
      throw RepositoryError.nothingToCheck(name, elsewhere: branch)
    }

    if let tree, report.findings.contains(where: { $0.kind == .replacedCanonical }) {
      // A text of approved rules, as on another branch, is the project's.
      let known = Set(TrustedRules(tree.mungeDirectory).all.flatMap(\.rules).flatMap(\.canonicals))
      report.findings.removeAll { $0.kind == .replacedCanonical && known.contains($0.detail.leaked ?? []) }
    }
    if target == .staged, let tree, let rules = report.rules {
      report.findings = try tree.namingChoices(in: report.findings, rules) + tree.ownTexts(in: rules, report.staged)
    }
    if hook == .preCommit, let tree {
      if report.hasStagedSettings { try tree.checkLines(report.staged) }
      if !report.isFailing(strictly: false) { tree.noteCheck(on: report.head) }
    }
    return report
  }
}

extension VerifyRepository {
  /// The repository of the current directory. `tree`: its working tree; `nil` in a bare one, and in one that receives a
  /// push.
  init(_ tree: WorkingTree?) {
    // The index can be the temporary one of `git commit -a`, in its hooks.
    let git =
      tree.map { $0.git.adding([.set("GIT_INDEX_FILE", $0.mungeDirectory.index)]) } ?? GitCommand(in: Path("."))
    self.init(
      git: git.readingStoredObjects, in: tree?.gitDirectory, hasWorkingTree: tree != nil,
      privateRules: { (try? tree?.privateRules())?.name }, ownPlan: { try tree?.ownPlan() })
  }
}

extension WorkingTree {
  /// The working tree of the current directory; `nil` in a bare repository.
  package static func findUnlessBare(isHook: Bool = false) throws -> WorkingTree? {
    do { return try find(isHook: isHook) } catch RepositoryError.bare { return nil }
  }

  /// Prints that `.gitattributes` selects other files than the installation, which no hook runs for after a commit.
  /// Throws if a staged file has another filter there: git has run ours.
  func checkLines(_ staged: [Path]) throws {
    let block = AttributesBlock(self)
    let session = try Session(self)
    let settings = try IndexSnapshot(self, rulesOnly: true)
    let wanted = try block.linesToSet(session, settings, during: session.operation)
    guard let wanted, let lines = try block.lines(), lines != wanted else { return }
    let change = Finding.Detail.newAttributes.message.text(rule: nil)
    Terminal.warn("git-munge: \(change); run `git munge install`")

    guard let preview = try block.preview(wanted) else { return }
    let filters = try zip(filterAttributes(of: staged), preview.tree.filterAttributes(of: staged))
    for (path, (old, new)) in zip(staged, filters) where old == .munged {
      if case .other(let filter) = new { throw InstallError.stagedWithoutFilter(path, filter) }
    }
  }

  /// Own texts that a staged `.gitmunge` declares to be the project's.
  func ownTexts(in rules: Rules, _ staged: [Path]) throws -> [Finding] {
    let file = Path(RulesFile.name)
    guard staged.contains(file), let plan = try ownPlan() else { return [] }
    let own = plan.rules.flatMap(\.pairs).filter { $0.local != $0.canonical }
    return rules.rules.flatMap { rule in
      let texts =
        rule.canonicals.map { ($0, rule.place) } + rule.lines.filter { $0.key == .except }.map { ($0.value, $0.place) }
      return texts.compactMap { text, place -> Finding? in
        guard let pair = own.first(where: { $0.local == text }) else { return nil }
        return Finding(
          .ownText(text, canonical: pair.canonical, [.words("write the text of the project into .gitmunge")]),
          at: Finding.Location(path: file, line: place.line), rule: rule.name)
      }
    }
  }

  /// The plan of this working tree with the values that are configured: a value that was set during a merge, or in
  /// another working tree, is not applied yet. `nil` where it changes nothing.
  func ownPlan() throws -> Plan? {
    let plan = (try? plan()).flatMap { $0.isIdle ? nil : $0 }
    guard let rules = plan.flatMap(TrustedRules(mungeDirectory).rules) ?? (try? rules()) else { return plan }
    let values = try configuration().values
    let new = try? PlanSource.compiled(rules, values, after: plan ?? .idle)
    return new?.isIdle == false ? new : plan
  }
}
