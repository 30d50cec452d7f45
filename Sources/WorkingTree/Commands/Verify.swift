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
      if hook?.role == .guard { try here.requirePlan() }
    }
    let here = VerifyRepository(tree)
    return try run(in: here) { report in
      guard let tree else { throw MungeError.bare }
      try VerifyWorktree(here, tree).run(into: &report)
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
  /// The repository that the current directory is in.
  static func find() throws -> VerifyRepository { VerifyRepository(try WorkingTree.findUnlessBare()) }

  /// The repository that receives a push, bare or not.
  static var receiving: VerifyRepository { VerifyRepository(nil) }

  /// `tree`: the working tree of the current directory; `nil` in a bare repository.
  fileprivate init(_ tree: WorkingTree?) {
    let (git, own) = (tree?.git ?? GitCommand(in: Path(".")), (try? tree?.privateRules())?.name)
    self.init(git: git.readingStoredObjects, hasWorkingTree: tree != nil, privateRules: own) {
      try tree?.ownPlan()
    }
  }
}

extension WorkingTree {
  /// `nil` in a bare repository.
  fileprivate static func findUnlessBare() throws -> WorkingTree? {
    do {
      return try find()
    } catch MungeError.bare {
      return nil
    }
  }

  /// Throws if there is no valid plan, although git's configuration names the filter.
  func requirePlan() throws {
    if try plan() == nil, try FilterKeys(configuration()).areOursHere { throw MungeError.damagedPlan(.missing) }
  }

  /// The plan of this working tree, or one of the values that are configured; `nil` where it changes nothing.
  func ownPlan() throws -> Plan? {
    if let plan = try? plan(), !plan.isIdle { return plan }
    guard let rules = try? rules() else { return nil }
    let values = rules.declared(try configuredValues())
    guard !values.isEmpty, let plan = try? Compiler(rules, values: values).plan() else { return nil }
    return plan.isIdle ? nil : plan
  }
}
