public import Platform

/// A hook by which git can call git-munge (`githooks(5)`).
public enum Hook: String, Sendable, CaseIterable {
  // After these the rules may be other ones than before.
  case postCheckout = "post-checkout"
  case postMerge = "post-merge"
  case postRewrite = "post-rewrite"
  // These can stop git.
  case preCommit = "pre-commit"
  case prePush = "pre-push"

  /// What git-munge is called for.
  public enum Duty: Sendable {
    /// To follow rules: whatever happens, git goes on.
    case follow
    /// To look at what leaves the working tree, or the clone, and to stop git where it should not.
    case check
  }

  public var duty: Duty {
    switch self {
    case .postCheckout, .postMerge, .postRewrite: .follow
    case .preCommit, .prePush: .check
    }
  }

  /// Those with this duty.
  public static func all(to duty: Duty) -> [Hook] { allCases.filter { $0.duty == duty } }

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
  public var command: String {
    switch duty {
    case .follow: "refresh --hook \(rawValue)"
    case .check: "verify --hook \(rawValue)"
    }
  }

  /// The name that `.pre-commit-hooks.yaml` has for it, and the lines that are printed for that program.
  public var identifier: String { "git-munge-\(rawValue)" }

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
    switch duty {
    // Without the program it says nothing: git says enough, as the filter is gone, too.
    case .follow:
      """
      test -x "$program" || exit 0
      exec "$program" \(command) "$@"
      """
    // Without the program nobody can tell, and what is staged already passes no filter any more.
    case .check:
      """
      test -x "$program" && exec "$program" \(command) "$@"
      printf '%s\\n' "git-munge: $program is missing, so nothing checks what leaves here." \\
        "  Install git-munge again, or remove $0; --no-verify passes this once." >&2
      exit 2
      """
    }
  }

  /// Whether git-munge has written this, for a program anywhere, and nobody has changed it since.
  func isOurs(_ content: [UInt8]) -> Bool { program(in: content) != nil }

  /// The program that a hook of ours starts; `nil` for any other content.
  func program(in content: [UInt8]) -> Path? {
    let mark = Array("program='".utf8)
    let line = content.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: mark) }
    guard let word = line?.dropFirst(mark.count).dropLast() else { return nil }
    let text = String(decoding: word, as: UTF8.self).split(separator: "'\\''", omittingEmptySubsequences: false)
    let program = Path(text.joined(separator: "'"))
    return script(for: program) == content ? program : nil
  }
}

/// Who keeps the hooks of a clone, where that is not git-munge.
public enum HookKeeper: Sendable, Equatable {
  case husky, lefthook, preCommit
  /// The developer, or a program that is not known here.
  case somebody
  /// git looks for hooks in what is no folder, and so runs none.
  case nobody

  /// Whose a hook is that lies there already.
  init(of content: [UInt8]) {
    let text = String(decoding: content, as: UTF8.self)
    self =
      text.contains("lefthook") ? .lefthook
      : text.contains("pre-commit.com") ? .preCommit : text.contains("husky") ? .husky : .somebody
  }
}

/// A hook that git-munge leaves alone, and where a line of the developer's would do the same.
public struct HookAdvice: Sendable, Equatable {
  public let hook: Hook
  public let keeper: HookKeeper
  /// The file that the line belongs into; where git runs no hooks, what it takes for their folder.
  public let file: Path
}
