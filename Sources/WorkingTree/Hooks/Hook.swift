package import Platform

/// A hook that calls git-munge (githooks(5)).
package enum Hook: String, Sendable, CaseIterable {
  // The rules can have changed after these.
  case postCheckout = "post-checkout"
  case postMerge = "post-merge"
  case postRewrite = "post-rewrite"
  // These can block git.
  case preCommit = "pre-commit"
  case prePush = "pre-push"
  // This can reject a push to a server.
  case preReceive = "pre-receive"

  package enum Role: Sendable {
    /// Applies rules; an error does not stop git.
    case sync
    /// Checks what is committed or pushed, and blocks git if it holds a local text.
    case `guard`
    /// Checks what a server receives. Its administrator writes the hook.
    case server
  }

  package var role: Role {
    switch self {
    case .postCheckout, .postMerge, .postRewrite: .sync
    case .preCommit, .prePush: .guard
    case .preReceive: .server
    }
  }

  /// The hooks that git-munge writes in clones.
  package static let ofClones = allCases.filter { $0.role != .server }
  /// The hooks that run `git munge verify`.
  package static let verifying = allCases.filter { $0.role != .sync }

  package static func all(to role: Role) -> [Hook] { allCases.filter { $0.role == role } }

  /// The operation that is finished when git runs the hook, although its files in the git directory still exist.
  ///
  /// `arguments`: those that git gives the hook.
  func completed(_ arguments: [String]) -> GitOperation? {
    switch self {
    case .postCheckout, .preCommit, .prePush, .preReceive: nil
    case .postMerge: .merge
    case .postRewrite: arguments.first == "rebase" ? .rebase : nil
    }
  }

  /// The arguments of git-munge in the hook.
  package var command: String { "\(role == .sync ? "refresh" : "verify") --hook \(rawValue)" }

  func script(for program: Path) -> [UInt8] {
    let start = switch role {
    // Silent if the program is missing: then git itself fails, because the filter is missing as well.
    case .sync:
      """
      test -x "$program" || exit 0
      exec "$program" \(command) "$@"
      """
    // Blocks if the program is missing: content that is staged already passes no filter.
    case .guard, .server:
      """
      test -x "$program" && exec "$program" \(command) "$@"
      printf '%s\\n' "git-munge: $program is missing, so nothing was checked: run 'git munge doctor --fix'" \\
        "  or reinstall git-munge; without git-munge, remove $0. --no-verify skips this once." >&2
      exit 2
      """
    }
    return Array("""
      #!/bin/sh
      # Written by `git munge install`; `git munge uninstall` removes it.
      program=\(program.shellQuoted)
      \(start)

      """.utf8)
  }

  /// The program of a hook of git-munge; `nil` for any other content, also for a changed hook.
  func program(in content: [UInt8]) -> Path? {
    let mark = Array("program='".utf8)
    let line = content.split(separator: .newline).first { $0.starts(with: mark) }
    guard let word = line?.dropFirst(mark.count).dropLast() else { return nil }
    let program = Path(String(decoding: word, as: UTF8.self).replacing("'\\''", with: "'"))
    return script(for: program) == content ? program : nil
  }
}

/// Advice for a hook that git-munge does not write.
package enum HookAdvice: Sendable, Equatable {
  /// The hook or its directory is not of git-munge: add a line to this file.
  case foreign(Hook, file: Path)
  /// The hooks path of git is not a directory, so git runs no hook.
  case notRun(Hook, directory: Path)

  package var hook: Hook {
    switch self {
    case .foreign(let hook, _), .notRun(let hook, _): hook
    }
  }
}
