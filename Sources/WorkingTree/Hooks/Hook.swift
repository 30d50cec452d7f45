package import Platform
import Verify

/// A hook that calls git-munge (githooks(5)).
package enum Hook: String, Sendable, CaseIterable {
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
  package enum Role: Sendable {
    /// Applies rules; an error does not stop git.
    case sync
    /// Checks what is committed or pushed, and blocks git if it holds a local text.
    case `guard`
    /// Runs git-lfs alone.
    case relay
    /// Checks what a server receives. Its administrator writes the hook.
    case server
  }

  package var role: Role {
    switch self {
    case .postCheckout, .postMerge, .postRewrite: .sync
    case .preCommit, .prePush: .guard
    case .postCommit: .relay
    case .preReceive: .server
    }
  }

  /// The hooks that git-munge writes in clones.
  package static let ofClones = allCases.filter { $0.role != .server }
  /// The hooks that run `git munge verify`.
  package static let verifying = all(to: .guard) + all(to: .server)
  /// The hooks that git-lfs has as well.
  package static let ofLFS = [postCheckout, postMerge, postCommit, prePush]

  /// The hooks with a role.
  package static func all(to role: Role) -> [Hook] { allCases.filter { $0.role == role } }

  /// The operation that is finished when git runs the hook, although its files in the git directory still exist.
  ///
  /// `arguments`: those that git gives the hook.
  func completed(_ arguments: [String]) -> GitOperation? {
    switch self {
    case .postCheckout, .preCommit, .prePush, .postCommit, .preReceive: nil
    case .postMerge: .merge
    case .postRewrite: arguments.first == "rebase" ? .rebase : nil
    }
  }

  /// The arguments of git-munge in the hook.
  package var command: String { "\(role == .sync ? "install" : "verify") --hook \(rawValue)" }

  /// The file of the hook. `isRelaying`: whether it also runs git-lfs, unlike the hooks of earlier versions.
  func script(for program: Path, isRelaying: Bool = true) -> [UInt8] {
    let (call, missing) =
      switch role {
      // Silent if the program is missing: then git itself fails, because the filter is missing as well.
      case .sync: ("test -x \"$program\" || exit 0\nexec \"$program\" \(command) \"$@\"\n", "")
      case .relay: ("", "")
      // Blocks if the program is missing: content that is staged already passes no filter.
      case .guard, .server:
        (
          "test -x \"$program\" && exec \"$program\" \(command) \"$@\"\n",
          "printf '%s\\n' \"git-munge: $program is missing, so nothing was checked: run 'git munge install'\" \\\n"
            + "  \"  or reinstall git-munge; without git-munge, remove $0. --no-verify skips this once.\" >&2\nexit 2\n"
        )
      }
    let start =
      "#!/bin/sh\n# Written by `git munge install`; `git munge uninstall` removes it.\n"
      + "program=\(program.shellQuoted)\n"
    return Array((start + (isRelaying && Hook.ofLFS.contains(self) ? relay : call) + missing).utf8)
  }

  /// The lines that run git-munge, then git-lfs with the same input, in a clone in which git-lfs would have written its
  /// own hook.
  private var relay: String {
    let isPush = self == .prePush
    // Without input there is nothing to push. The dot keeps the last newline.
    let read = isPush ? "input=$(cat && echo .)\n  test \"$input\" != . || exit 0\n  " : ""
    let input = isPush ? "printf %s \"${input%.}\" | " : ""
    let call = "  \(read)\(input)\"$program\" \(command) \"$@\"\(isPush ? " || exit" : "")"

    return [
      "if test -x \"$program\"; then", role == .relay ? "" : call,
      "  # git-lfs writes its hooks only where there are none, so this one does the work of both.",
      "  git config --get-regexp '^filter\\.lfs\\.(clean|process)' >/dev/null || exit 0",
      "  test -d \"$(git rev-parse --git-common-dir)/lfs\" || git config lfs.storage >/dev/null || exit 0",
      "  command -v git-lfs >/dev/null || {",
      "    echo \"git-munge: this clone uses git-lfs, which is not on PATH: "
        + "install it, or remove filter.lfs from git's\" \\",
      "      \"configuration (git config --show-origin --get-regexp '^filter.lfs' shows where it is).\" >&2",
      "    exit 2", "  }", "  \(input)\(callOfLFS)", "  exit", "fi\n",
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The line of git-lfs in its hook.
  package var callOfLFS: String { "git lfs \(rawValue) \"$@\"" }

  /// The hook of git-lfs, in a wording that its later versions replace.
  var scriptOfLFS: String {
    let warning =
      "This repository is configured for Git LFS but 'git-lfs' was not found on your path. "
      + "If you no longer wish to use Git LFS, remove this hook by deleting '.git/hooks/\(rawValue)'."
    return "#!/bin/sh\ncommand -v git-lfs >/dev/null 2>&1 || { echo >&2 \"\\n\(warning)\\n\"; exit 2; }\n"
      + "\(callOfLFS)\n"
  }

  /// Whether it is the hook of git-lfs as any of its versions writes it: the call, after a test with a message that
  /// varies.
  func isOfLFS(_ content: [UInt8]) -> Bool {
    let lines = content.lines
    return lines.first == "#!/bin/sh" && lines.last == callOfLFS
      && lines.dropFirst().dropLast().allSatisfy { $0.hasPrefix("command -v git-lfs ") && $0.hasSuffix("; }") }
  }

  /// The program of a hook of git-munge; `nil` for any other content, also for a changed hook.
  func program(in content: [UInt8]) -> Path? {
    let mark = "program='".bytes
    let line = content.split(separator: .newline).first { $0.starts(with: mark) }
    guard let word = line?.dropFirst(mark.count).dropLast() else { return nil }
    let program = Path(word.string.replacing("'\\''", with: "'"))
    // Earlier versions wrote these words.
    let renewed = content.string.replacing("munge doctor --fix", with: "munge install")
      .replacing("refresh --hook", with: "install --hook")
    return [true, false].contains { script(for: program, isRelaying: $0).elementsEqual(renewed.utf8) } ? program : nil
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
