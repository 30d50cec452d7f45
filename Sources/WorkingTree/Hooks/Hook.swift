package import Platform
import Verify

/// A hook that calls git-munge (githooks(5)).
package enum Hook: String, Sendable, CaseIterable, Codable {
  // The rules can have changed after these.
  case postCheckout = "post-checkout"
  case postMerge = "post-merge"
  case postRewrite = "post-rewrite"
  // These can block git.
  case preCommit = "pre-commit"
  case prePush = "pre-push"
  // git-lfs writes this after the others, and stops at the first one that it finds.
  case postCommit = "post-commit"
  // This can reject a push to a server.
  case preReceive = "pre-receive"

  /// The purpose of a hook.
  package enum Purpose: Sendable {
    /// Applies rules; an error does not stop git.
    case sync
    /// Checks what is committed, pushed or received, and blocks git if it holds a local text.
    case `guard`
    /// Runs git-lfs alone.
    case relay
  }

  package var role: Purpose {
    switch self {
    case .postCheckout, .postMerge, .postRewrite: .sync
    case .preCommit, .prePush, .preReceive: .guard
    case .postCommit: .relay
    }
  }

  /// The hooks that git-munge writes in clones. That of a server is written by its administrator.
  package static let ofClones = allCases.filter { $0 != .preReceive }
  /// The guards of a clone.
  static let guards = [preCommit, prePush]

  /// The operation that is finished when git runs the hook, although its files in the git directory still exist.
  ///
  /// `arguments`: those that git gives the hook.
  func completed(_ arguments: [String]) -> GitOperation? {
    if self == .postMerge { return .merge }
    return self == .postRewrite && arguments.first == "rebase" ? .rebase : nil
  }

  /// The file of the hook.
  func script(for program: Path) -> [UInt8] {
    let call = "exec \"$program\" hook --alone \(rawValue) \"$@\"\n"
    let calls =
      switch role {
      // Silent if the program is missing: then git itself fails, because the filter is missing as well.
      case .sync, .relay: "test -x \"$program\" || exit 0\n\(call)"
      // Blocks if the program is missing: content that is staged already passes no filter.
      case .guard:
        "test -x \"$program\" && \(call)"
          + "printf '%s\\n' \"git-munge: $program is missing, so nothing was checked: run 'git munge install'\" \\\n"
          + "  \"  or reinstall git-munge; without git-munge, remove $0. --no-verify skips this once.\" >&2\nexit 2\n"
      }
    let mark = "# Written by `git munge install`; `git munge uninstall` removes it.\n"
    return "#!/bin/sh\n\(mark)program=\(program.shellQuoted)\n\(calls)".bytes
  }

  /// The line for a hook of another tool. It does nothing where git-munge is not installed. `withLFS`: git-lfs gets the
  /// standard input after it.
  package func line(withLFS: Bool = false) -> String {
    "! command -v git-munge >/dev/null || git-munge hook \(rawValue)" + (self == .preCommit ? "" : " \"$@\"")
      + (withLFS ? " -- \(callOfLFS)" : "") + (role == .sync ? "" : " || exit")
  }

  /// The owner of the file of a hook.
  enum Owner { case ours, others }

  /// The owner of the file with this content; `nil` if there is none, and for the hook of git-lfs: that of git-munge
  /// runs git-lfs as well and replaces it.
  func owner(of content: [UInt8]?) -> Owner? {
    guard let content, !isOfLFS(content) else { return nil }
    return program(in: content) == nil ? .others : .ours
  }

  /// The content that the file should have. `program`: the filter program; `nil` without hooks of git-munge.
  func wanted(_ found: [UInt8]?, for program: Path?, usesLFS: Bool) -> [UInt8]? {
    let owner = owner(of: found)
    if let program, owner != .others, role != .relay || usesLFS {
      return script(for: (program.parent ?? Path("/")) / "git-munge")
    }
    if owner != .ours { return found }
    return usesLFS && Hook.ofLFS.contains(self) ? scriptOfLFS.bytes : nil
  }

  /// The program of a hook of git-munge; `nil` for any other content, also for a changed hook.
  func program(in content: [UInt8]) -> Path? {
    let line = content.lines.first { $0.hasPrefix("program='") }
    let program = line.map { Path(String($0.dropFirst(9).dropLast()).replacing("'\\''", with: "'")) }
    return program.flatMap { content == script(for: $0) ? $0 : nil }
  }
}

/// A line for a hook that is not of git-munge, or whose directory is not.
package struct HookAdvice: Sendable, Equatable {
  package let hook: Hook
  /// The file to add the line to.
  package let file: Path
  /// Whether git-lfs needs the input of the hook, too.
  package let withLFS: Bool
}
