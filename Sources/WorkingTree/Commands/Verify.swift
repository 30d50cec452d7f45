// `git munge verify` in the repository of the current directory.

import Platform
import Rules
import Smudge
package import Verify

extension Verification {
  /// Verifies the repository that the current directory is in. `hook`: the one that this runs as; without a valid plan a guard
  /// would not know the texts that it has to find.
  package func run(as hook: Hook? = nil) throws -> VerifyReport {
    var tree = try tree()
    if let here = tree {
      if (try? FallbackAttributes(here).reconnect()) ?? false { tree = here.reread() }
      let isGuard = hook?.role == .guard
      if isGuard, try here.plan() == nil, try here.configuration().hasOwn(.process) { throw MungeError.damagedPlan(.missing) }
    }
    let here = VerifyRepository(tree)
    return try run(in: here) { report in
      guard let tree else { throw MungeError.bare }
      try VerifyWorktree(here: here, tree: tree).run(into: &report)
    }
  }

  /// `nil` in a bare repository, and for a push to a repository: its working tree, if any, has nothing to do with it.
  private func tree() throws -> WorkingTree? {
    switch target {
    case .received: return nil
    case .revision, .range, .history, .staged, .worktree:
      var tree = try WorkingTree.findUnlessBare()
      tree?.progress = progress
      return tree
    }
  }
}

extension VerifyRepository {
  /// The repository of the current directory. `tree`: its working tree; `nil` in a bare one, and in one that receives a push.
  init(_ tree: WorkingTree?) {
    let (git, own) = (tree?.git ?? GitCommand(in: Path(".")), (try? tree?.privateRules())?.name)
    self.init(git: git.readingStoredObjects, hasWorkingTree: tree != nil, privateRules: own) { try tree?.ownPlan() }
  }
}

extension WorkingTree {
  /// `nil` in a bare repository.
  static func findUnlessBare() throws -> WorkingTree? {
    do { return try find() } catch MungeError.bare { return nil }
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
