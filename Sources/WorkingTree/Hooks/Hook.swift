package import Platform

/// A hook by which git can call git-munge (`githooks(5)`).
package enum Hook: String, Sendable, CaseIterable {
  // After these the rules may be other ones than before.
  case postCheckout = "post-checkout"
  case postMerge = "post-merge"
  case postRewrite = "post-rewrite"
  // These can stop git.
  case preCommit = "pre-commit"
  case prePush = "pre-push"

  /// What git-munge is called for.
  package enum Role: Sendable {
    /// To follow rules: whatever happens, git goes on.
    case sync
    /// To look at what leaves the working tree, or the clone, and to stop git where it should not.
    case `guard`
  }

  package var role: Role {
    switch self {
    case .postCheckout, .postMerge, .postRewrite: .sync
    case .preCommit, .prePush: .guard
    }
  }

  /// Those with this duty.
  package static func all(to role: Role) -> [Hook] { allCases.filter { $0.role == role } }

  /// What git has done when it runs the hook, though what it keeps for as long as that lasts is still there.
  ///
  /// `arguments`: those that git gives the hook.
  func completed(_ arguments: [String]) -> Operation? {
    switch self {
    case .postCheckout, .preCommit, .prePush: nil
    case .postMerge: .merge
    case .postRewrite: arguments.first == "rebase" ? .rebase : nil
    }
  }

  /// What follows the name of git-munge in a hook.
  package var command: String {
    switch role {
    case .sync: "refresh --hook \(rawValue)"
    case .guard: "verify --hook \(rawValue)"
    }
  }

  /// The whole hook.
  func script(for program: Path) -> [UInt8] {
    Array("""
      #!/bin/sh
      # Written by `git munge install --hooks`; `git munge uninstall` removes it.
      program=\(program.shellQuoted)
      \(start)

      """.utf8)
  }

  private var start: String {
    switch role {
    // Without the program it says nothing: git says enough, as the filter is gone, too.
    case .sync:
      """
      test -x "$program" || exit 0
      exec "$program" \(command) "$@"
      """
    // Without the program nobody can tell, and what is staged already passes no filter any more.
    case .guard:
      """
      test -x "$program" && exec "$program" \(command) "$@"
      printf '%s\\n' "git-munge: $program is missing, so nothing was checked." \\
        "  Install git-munge again, or remove $0; --no-verify skips this once." >&2
      exit 2
      """
    }
  }

  /// The program that a hook of ours starts; `nil` for any other content, also where ours was changed.
  func program(in content: [UInt8]) -> Path? {
    let mark = Array("program='".utf8)
    let line = content.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: mark) }
    guard let word = line?.dropFirst(mark.count).dropLast() else { return nil }
    let text = String(decoding: word, as: UTF8.self).split(separator: "'\\''", omittingEmptySubsequences: false)
    let program = Path(text.joined(separator: "'"))
    return script(for: program) == content ? program : nil
  }
}

/// A hook that git-munge leaves alone.
package enum HookAdvice: Sendable, Equatable {
  /// Another program or the developer has written it, or keeps the directory; a line in it would do the same as ours.
  case foreign(Hook, file: Path)
  /// git looks for hooks in what is no directory, and so runs none.
  case notRun(Hook, directory: Path)

  package var hook: Hook {
    switch self {
    case .foreign(let hook, _), .notRun(let hook, _): hook
    }
  }
}
