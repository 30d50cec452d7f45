import Platform
import Rules

// The summary of a report.
extension VerifyReport {
  /// The summary in one line: what was checked, and the number of findings. Every format has it.
  package var summary: String {
    let errors = findings.count { $0.severity == .error }
    let warnings = findings.count { $0.severity == .warning }
    let numbers = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { count($0.0, $0.1) }
    let result = numbers.isEmpty ? "nothing found" : numbers.joined(separator: ", ")
    return "\(lookedAt): \(result)" + (accepted == 0 ? "" : " (and \(accepted) accepted)") + "."
  }

  /// What to do about commits, which a repair of files does not change; `nil` if nothing is needed.
  var rewriting: Finding.Step? {
    if findings.allSatisfy({ $0.detail.leaked == nil || $0.severity != .error }) { return nil }
    return switch target {
    case .pushed, .range: .run("git munge repair --commits", if: "rewrite the commits that no remote has")
    case .history: .words("`git filter-repo` rewrites the commits, `--baseline` accepts them")
    case .revision, .staged, .worktree: nil
    }
  }

  /// The content that was checked.
  private var lookedAt: String {
    let content =
      switch target {
      case .revision(let name): "\(count(files, privateRules == nil ? "munged file" : "file")) of \(escaped(name.utf8))"
      case .range, .pushed, .history: "\(count(commits, "commit")), \(count(files, "new version")) of files"
      case .staged: count(files, "staged file")
      case .worktree: "\(count(files, "munged file")) on disk"
      }
    return content + (rules.map { ", \(count($0.rules.count, "rule"))" } ?? "")
      + (isSimulated ? ", round trips with generated values" : "")
      + (privateRules.map { " searched for your local texts (the rules are private: \($0))" } ?? "")
  }
}
