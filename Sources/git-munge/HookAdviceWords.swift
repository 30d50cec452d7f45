// How somebody else's hook is made to call git-munge.

import Munge

extension HookAdvice {
  /// The line to add, and where.
  var lines: [String] {
    switch keeper {
    case .nobody: ["No \(hook.rawValue) hook: git runs none, as \(file) is no folder."]
    case .somebody, .husky, .lefthook, .preCommit:
      ["The \(hook.rawValue) hook is \(keeper.words); to \(purpose) there, add this line to \(file)\(place):", "  \(line)"]
    }
  }

  private var purpose: String {
    switch hook.duty {
    case .follow: "follow rules"
    case .check: "stop what holds somebody's identifiers"
    }
  }

  private var place: String {
    switch keeper {
    case .lefthook: ", below `\(hook.rawValue):` and `commands:`"
    case .preCommit: ", below `repos:`"
    case .somebody, .husky, .nobody: hook == .prePush ? ", above all that reads standard input" : ""
    }
  }

  /// What does the same as our hook.
  private var line: String {
    switch keeper {
    case .somebody, .husky, .nobody: shellLine
    case .lefthook: "git-munge: {run: '\(Self.asFarAsInstalled(call(arguments)))'\(hook == .prePush ? ", use_stdin: true" : "")}"
    case .preCommit:
      "- {repo: local, hooks: [{id: \(hook.identifier), name: git-munge, language: system, always_run: true, pass_filenames: false, "
        + "\(verbosity)stages: [\(hook.rawValue)], entry: sh -c '\(Self.asFarAsInstalled(call(arguments)))'}]}"
    }
  }

  /// The lines that git writes to a pre-push hook are there for whatever comes behind this one, too: git-lfs reads them.
  private var shellLine: String {
    let call = call("\"$@\"")
    return switch hook {
    case .postCheckout, .postMerge, .postRewrite: Self.asFarAsInstalled(call)
    case .preCommit: Self.asFarAsInstalled(call) + " || exit"
    case .prePush: Self.asFarAsInstalled(
      #"{ t=$(mktemp) && cat >"$t" && exec 3<"$t" <"$t" && rm "$t" && \#(call) <&3 && exec 3<&-; }"#) + " || exit"
    }
  }

  private func call(_ arguments: String) -> String {
    arguments.isEmpty ? "git-munge \(hook.command)" : "git-munge \(hook.command) \(arguments)"
  }

  /// Others may share the file, and not have git-munge.
  private static func asFarAsInstalled(_ call: String) -> String { "! command -v git-munge >/dev/null || \(call)" }

  /// What git gave the hook, where its keeper has that by other names.
  private var arguments: String {
    switch hook {
    case .postCheckout, .postMerge, .postRewrite: keeper == .preCommit ? "$PRE_COMMIT_REWRITE_COMMAND" : "{1}"
    case .preCommit: ""
    case .prePush: keeper == .preCommit ? "" : "{1}"
    }
  }

  /// What a hook of pre-commit's says that ends well is shown only to those who ask for it.
  private var verbosity: String {
    switch hook.duty {
    case .follow: "verbose: true, "
    case .check: ""
    }
  }
}

extension HookKeeper {
  fileprivate var words: String {
    switch self {
    case .husky: "husky's"
    case .lefthook: "lefthook's"
    case .preCommit: "pre-commit's"
    case .somebody, .nobody: "not git-munge's"
    }
  }
}
