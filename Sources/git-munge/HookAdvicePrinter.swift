// How another hook is made to call git-munge.

import Munge

extension HookAdvice {
  /// The line to add, and where.
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
    case .guard: "block local identifiers"
    }
  }

  fileprivate var place: String { self == .prePush ? ", before anything that reads standard input" : "" }

  /// What does the same as our hook. Others may share the file, and not have git-munge; and the lines that git writes to a
  /// pre-push hook are there for whatever comes behind this one, too: git-lfs reads them.
  fileprivate var line: String {
    let call = "git-munge \(command) \"$@\""
    let asFarAsInstalled = "! command -v git-munge >/dev/null || "
    return switch self {
    case .postCheckout, .postMerge, .postRewrite: asFarAsInstalled + call
    case .preCommit: asFarAsInstalled + call + " || exit"
    case .prePush:
      asFarAsInstalled + #"{ t=$(mktemp) && cat >"$t" && exec 3<"$t" <"$t" && rm "$t" && \#(call) <&3 && exec 3<&-; } || exit"#
    }
  }
}
