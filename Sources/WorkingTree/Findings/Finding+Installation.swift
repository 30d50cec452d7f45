import Platform
package import Rules
import Smudge
import Verify

// Findings about the installation in a clone.
extension Finding.Detail {
  static func damagedPlan(_ error: PlanError) -> Self {
    Self(.damagedPlan, "\("\(error)"): commits will fail", [.install])
  }

  static func outdated(_ difference: RulesDifference) -> Self {
    let names = difference.names.joined(separator: ", ")
    return Self(
      .outdated, "the rules or the values have changed since this working tree was munged: \(names)", [.install])
  }

  /// A working tree without a rules file. `isInHead`: whether the last commit has it.
  static func noRules(isInHead: Bool) -> Self {
    Self(
      .missingRules, "there is no .gitmunge at the top of this working tree",
      isInHead
        ? [.run("git checkout HEAD -- .gitmunge")]
        : [.run("git munge init"), .run("git munge init --private", if: "for this clone only")])
  }

  static func hidden(_ flag: String) -> Self {
    Self(
      .hidden, "the file is marked \(flag), so git does not report its changes",
      [.run("git update-index --no-\(flag) \(.paths)")])
  }

  static func unexecutableHook(_ path: Path) -> Self {
    Self(
      .ignoredHook, "\(path) calls git-munge, but git ignores it because it is not executable",
      [.run("chmod +x \(path.shellWord)")])
  }

  static func brokenHook(_ path: Path, isGuard: Bool, program: Path) -> Self {
    let effect = isGuard ? "it blocks git" : "it does nothing"
    return Self(.brokenHook, "\(path) runs \(program), which does not exist: \(effect)", [.install])
  }

  /// A missing check of commits or pushes. `exists`: whether there is a hook, which can call git-munge in a way that
  /// cannot be read; `canRun`: whether git would run it.
  static func missingGuard(_ what: String, _ path: Path, exists: Bool, canRun: Bool) -> Self {
    Self(
      .missingGuard,
      exists
        ? "\(what) may not be checked: \(path) does not name `git-munge hook \(path.name)`"
        : "\(what) are not checked: there is no hook \(path)",
      (canRun ? [adding] : []) + [.run("git munge install --no-hooks", if: "not wanted")])
  }

  /// The command that writes hooks, and prints the lines for those of other tools.
  private static let adding = Finding.Step.run("git munge install --hooks", if: "add it")

  /// A commit that no hook has checked. `leak`: the first error in it.
  static func uncheckedCommit(_ commit: Substring, _ leak: String?) -> Self {
    Self(
      .missingGuard, "no hook has checked commit \(commit.prefix(12)): \(leak ?? "it has no local text")",
      [leak == nil ? adding : .run("git munge repair --commits")])
  }

  /// A hook that keeps git-lfs from its work. `line`: the one for a hook of another tool.
  static func withoutLFS(_ path: Path, _ line: String?) -> Self {
    Self(
      .sharedHook, "this clone uses git-lfs, and \(path) does not do its work",
      [line.map { .run("\($0)", if: "put into \(path), in place of a line of the same program") } ?? .install])
  }

  static func leftover(_ path: Path) -> Self {
    Self(.leftover, "\(path) was left by a killed command", [.install])
  }

  static func displacedEdit(_ path: Path) -> Self {
    Self(
      .displacedEdit, "\(path) was left by a killed command, and may hold an edit that was saved at that moment",
      [.words("compare it with your files, then remove it")])
  }
}

extension RulesDifference {
  /// A short description of each change.
  package var names: [String] {
    rules.map { change in
      switch change {
      case .added(let rule, _): "rule '\(escaped(rule.name))' is new"
      case .removed(let rule): "rule '\(escaped(rule.name))' was removed"
      case .changed(let name, _, _, _): "rule '\(escaped(name))' has changed"
      case .asItIs(let rule): "rule '\(escaped(rule.name))' has changed"
      case .kind(let name, _, _): "variable '\(name)' has changed"
      }
    }.uniqued + values.filter { !$0.isNew }.map { "the value of \(escaped($0.name)) has changed" }
  }
}
