package import Platform
import Rules
import Smudge
import Verify

/// `git munge uninstall`: restores canonical texts and removes the configuration except values.
package struct Uninstall {
  private let tree: WorkingTree
  private let isDryRun: Bool

  package init(_ tree: WorkingTree, isDryRun: Bool) {
    self.tree = tree
    self.isDryRun = isDryRun
  }

  /// Uninstalls in all working trees of the clone, if `isAgreed` answers yes for the other ones that are munged.
  package func run(_ isAgreed: ([Path]) -> Bool) throws -> UninstallReport {
    let hooks = try HookInstaller(tree)
    let found = try Installation(Session(tree), hooks)
    if found == found.uninstalled(hooks), !tree.mungeDirectory.exists { throw InstallError.notInstalled }
    // A missing tree can come back with local texts, which no filter would clean.
    let away = try tree.mungedOthers().filter { $0.tree == nil }
    if !away.isEmpty { throw UninstallError.worktreesAway(away.map { $0.top ?? $0.gitDirectory.own }) }
    let munged = try tree.mungedWorktrees()
    if !munged.isEmpty, !isAgreed(munged) { throw UninstallError.otherWorktreesMunged(munged) }
    return try uninstallEverywhere()
  }

  /// Uninstalls in this working tree only: the filter stays for the others, which keep their plans and attributes.
  package func runHere() throws -> UninstallReport {
    if !tree.mungeDirectory.isInstalled { throw InstallError.notInstalled }
    return try tree.alone {
      let change = try change(in: tree, [.keepPlans, .remove(.lines)])
      return try report(isWhole: false, [restore(change, change.listed())])
    }
  }

  /// The steps that remove what all working trees share.
  private func removal(in tree: WorkingTree) throws -> [TransitionStep] {
    let hooks = try HookInstaller(tree)
    let found = try Installation(Session(tree.reread()), hooks)
    let steps = TransitionStep.steps(from: found, to: found.uninstalled(hooks))
    // Also hooks that are not executable, which are none.
    return (steps + Hook.ofClones.map { .remove(.hook($0)) }).uniqued + [.removeDirectories]
  }

  private func change(in tree: WorkingTree, _ steps: [TransitionStep] = []) throws -> Change {
    try Change(tree, from: Session(tree).shownPlan(), to: .idle, steps)
  }

  private func restore(_ change: Change, _ listed: [Change.Listed]) throws -> UninstallReport.TreeReport {
    let outcome = try change.perform(listed, isDry: isDryRun)
    return UninstallReport.TreeReport(top: change.tree.top, outcome: outcome, stillLocal: try filesLeft(by: change))
  }

  /// Files that still show a local text: hidden ones and those without the attribute, which git would now commit as is,
  /// and conflicts that git has recorded.
  private func filesLeft(by change: Change) throws -> [Path] {
    let compiled = CompiledPlan(change.old)
    // A rules file can hold local texts.
    let outside = try change.snapshot.files(holding: compiled.localTexts, among: .all) { $0 != Path(RulesFile.name) }
    return try (outside + change.snapshot.munged.filter(\.isHidden)).map(\.path).filter { path in
      let bytes = try change.tree.content(of: path)
      return compiled.matches(in: bytes ?? []).contains { $0.isToken(.foreign) }
    } + recorded(compiled.localTexts)
  }

  /// The files of `git rerere`, which reads those on disk, that hold one of the texts.
  private func recorded(_ texts: [[UInt8]]) -> [Path] {
    let search = TextSearch(texts)
    return FileSystem.paths(in: tree.gitDirectory.common / "rr-cache").flatMap(FileSystem.paths)
      .filter { search.occurs(in: (try? FileSystem.contents($0)) ?? []) }
  }

  private func report(isWhole: Bool, _ trees: [UninstallReport.TreeReport]) throws -> UninstallReport {
    let isKept = isWhole && FileSystem.exists(tree.privateRulesPath)
    return UninstallReport(
      isWhole: isWhole, trees: trees,
      values: isWhole && !isDryRun ? try tree.reread().configuration().values(at: .local) : [:],
      keptRules: isKept ? tree.privateRulesPath : nil)
  }

  /// Each tree is one transition. If interrupted, some trees are canonical, the others are unchanged, and the same
  /// command can be repeated.
  private func uninstallEverywhere() throws -> UninstallReport {
    let main = try tree.others().compactMap(\.tree).filter(\.isMain)
    let all = try [tree] + main + tree.mungedOthers().compactMap(\.tree).filter { !$0.isMain }
    // The tree that removes the keys is the last: the main one, or in a bare repository this one.
    let trees = all.filter { !$0.isMain }.reversed() + all.filter(\.isMain)
    for other in trees where other.top != tree.top { _ = try Recovery(other).run() }

    return try tree.alone {
      // Errors in one tree are found before any tree is changed.
      let changes = try trees.enumerated().map { index, tree in
        if !isDryRun { try IndexStatReset(tree).awaitTurn() }
        let change = try change(in: tree, index == trees.count - 1 ? removal(in: tree) : [])
        return (change, try change.listed())
      }

      var done: [UninstallReport.TreeReport] = []
      for (change, listed) in changes {
        do { done.append(try restore(change, listed)) } catch {
          throw done.isEmpty ? error : UninstallError.stopped(afterTrees: done.count, why: "\(error)")
        }
      }
      return try report(isWhole: true, done)
    }
  }
}

/// The result of `git munge uninstall`.
package struct UninstallReport: Sendable {
  /// The result for one working tree.
  package struct TreeReport: Sendable {
    package let top: Path
    package let outcome: Change.Outcome
    /// Files that still show a local text: hidden from git, without the attribute, or recorded conflicts.
    package let stillLocal: [Path]
  }

  /// Whether the clone was uninstalled, and not a linked working tree alone.
  package let isWhole: Bool
  /// The working trees, in the order of their uninstallation.
  package let trees: [TreeReport]
  /// The values in the configuration of the clone, which stay; none of a linked working tree alone.
  package let values: [String: [UInt8]]
  /// The private rules, if they are below the git directory.
  package let keptRules: Path?

  /// Paths of all trees; absolute if there are several trees.
  package func paths(_ paths: (TreeReport) -> [Path]) -> [Path] {
    trees.flatMap { tree in paths(tree).map { trees.count > 1 ? tree.top / $0 : $0 } }
  }
}
