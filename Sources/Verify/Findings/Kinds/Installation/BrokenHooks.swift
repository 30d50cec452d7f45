// The findings `ignored-hook` and `broken-hook`.

package import Platform

extension Finding.Kind {
  static let ignoredHook = Finding.Kind(
    "ignored-hook", .error, "git does not run a hook that calls git-munge.",
    meaning: "The hook is not executable, or git looks for hooks in another directory, so it has no effect.",
    remedy: "Make the hook executable, or add its line to the hook that git runs; `git munge install --hooks` prints it.")

  static let brokenHook = Finding.Kind(
    "broken-hook", .error, "The program that a hook of git-munge runs is missing.",
    meaning: "A guard then blocks git; other hooks do nothing.", remedy: "Run `git munge doctor --fix`.")
}

extension Finding.Detail {
  package static func unexecutableHook(_ path: Path) -> Self {
    Self(
      .ignoredHook, "\(path) calls git-munge, but git ignores it because it is not executable",
      .words("chmod +x \(path.shellQuoted)"))
  }

  /// A hook of git-munge outside the hooks directory of git.
  package static func bypassedHook(_ path: Path, hooksPath: Path) -> Self {
    Self(
      .ignoredHook, "git never runs \(path), because core.hooksPath is \(hooksPath)",
      .words("git munge install --hooks (prints the line to add)"))
  }

  package static func brokenHook(_ path: Path, isGuard: Bool, program: Path) -> Self {
    let effect = isGuard ? "it blocks git" : "it does nothing"
    return Self(.brokenHook, fix: .renewHooks, "\(path) runs \(program), which does not exist: \(effect)")
  }
}
