// Advice for hooks that git-munge does not write.

import WorkingTree

extension HookAdvice {
  /// The line to add, and the file.
  var lines: [String] {
    switch self {
    case .notRun(let hook, let directory): ["No \(hook.rawValue) hook: git runs none, because \(directory) is not a directory."]
    case .foreign(let hook, let file):
      [
        "The \(hook.rawValue) hook is not git-munge's; to \(hook.purpose), "
          + "add this line to \(file)\(hook.place), or to the tool that writes it:",
        "  \(hook.line)",
      ]
    }
  }
}

extension Hook {
  fileprivate var purpose: String {
    switch role {
    case .sync: "apply approved rule changes"
    case .guard, .server: "block local identifiers"
    }
  }

  fileprivate var place: String { self == .prePush ? ", before anything that reads standard input" : "" }

  /// The line that does the same as the hook of git-munge. It does nothing where git-munge is not installed, and keeps the
  /// standard input of a pre-push hook for later lines, such as that of git-lfs.
  fileprivate var line: String {
    let call = "git-munge \(command) \"$@\""
    let asFarAsInstalled = "! command -v git-munge >/dev/null || "
    return switch self {
    case .postCheckout, .postMerge, .postRewrite: asFarAsInstalled + call
    case .preCommit, .preReceive: asFarAsInstalled + call + " || exit"
    case .prePush:
      asFarAsInstalled + #"{ t=$(mktemp) && cat >"$t" && exec 3<"$t" <"$t" && rm "$t" && \#(call) <&3 && exec 3<&-; } || exit"#
    }
  }
}
