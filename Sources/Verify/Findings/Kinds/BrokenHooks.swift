// The findings `ignored-hook` and `broken-hook`.

import Platform

extension Finding.Kind {
  static let ignoredHook = Finding.Kind(
    "ignored-hook", .error, "git does not run a hook that calls git-munge.",
    meaning: "The hook is not executable, or git looks for hooks in another directory. What it was written for does not happen.",
    remedy: "Make the hook executable, or add its line to the hook that git runs; `git munge install --hooks` says which.")

  static let brokenHook = Finding.Kind(
    "broken-hook", .error, "The program that a hook of git-munge starts is missing.",
    meaning: "A guard stops git then; a hook that follows rules does nothing.", remedy: "Run `git munge doctor --fix`.")
}

extension Finding.Detail {
  static func deafHook(_ path: Path) -> Self {
    Self(
      .ignoredHook, "\(path) calls git-munge, and git passes over it, as it is not executable",
      .words("chmod +x \(path.shellQuoted)"))
  }

  /// A hook of ours in a directory in which git does not look for hooks.
  static func bypassedHook(_ path: Path, hooksPath: Path) -> Self {
    Self(
      .ignoredHook, "\(path) is never run, as core.hooksPath is \(hooksPath)",
      .words("git munge install --hooks (it says which line to add where)"))
  }

  static func brokenHook(_ path: Path, _ hook: Hook, program: Path) -> Self {
    let effect = hook.role == .guard ? "git stops" : "it does nothing"
    return Self(.brokenHook, fix: .renewHooks, "\(path) is to start \(program), and there is no such program: \(effect)")
  }
}
