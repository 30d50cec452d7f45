import ArgumentParser
import Smudge
import Verify
import WorkingTree

/// `git munge doctor`
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check everything that git-munge depends on, and print what is wrong.",
    discussion: """
      Checks git, the filter program, git's configuration at all levels, rules, plan, attributes, files \
      and hooks, and runs the filter through git in both directions: with the environment of this \
      terminal, and with an empty one, as a GUI client can run git. The last line is `git munge install` \
      if that cures a problem; the others are printed with their fixes. Exits with 0 if there is no problem, \
      else with 1.
      """)

  @Flag(help: "Print the findings as one JSON document, each as in `git munge status --json`.")
  var json = false

  func run() throws {
    try reporting {
      let report = try Doctor.run(in: tree())
      return (json ? report.json + "\n" : report.text, report.needsAttention)
    }
  }
}

extension DoctorReport {
  fileprivate var text: String {
    let next = findings.contains(where: \.detail.isInstallable) ? "git munge install" : nil
    return (outcomes.flatMap(lines) + bypassLines(findings) + nextLines(next)).text
  }

  private func lines(_ check: Doctor.Check, _ outcome: CheckOutcome) -> [String] {
    switch outcome {
    case .fine(let detail): ["\(palette.paint("ok", .good))       \(check.words(detail))"]
    case .skipped: ["skipped  \(check.words(nil))"]
    case .found(let findings): lines(findings)
    }
  }

  /// The findings, at most ten of a kind, with what repairs them.
  private func lines(_ findings: [Finding]) -> [String] {
    let (shown, more) = findings.merged.capped(10)
    return shown.flatMap { equal in
      equal.prefix(1).flatMap { finding in
        let mark = finding.severity == .error ? palette.paint("problem", .problem) + "  " : "note     "
        let remedy = finding.detail.isInstallable ? [] : ["         -> \(finding.remedy)"]
        return [mark + finding.words] + equal.moreLines.map { "     " + $0 } + remedy
      }
    } + more.map { "           \($0)" }
  }
}

extension Doctor.Check {
  fileprivate func words(_ detail: String?) -> String {
    let suffix = detail.map { " (\($0))" } ?? ""
    return switch self {
    case .git: "git\(suffix)"
    case .program: "filter program\(suffix)"
    case .configuration: "filter configuration, at all levels"
    case .rules: "rules file\(suffix)"
    case .plan: "plan"
    case .start: "git filters files in both directions\(suffix)"
    case .bareStart: "the same with an empty environment (PATH=/usr/bin:/bin)"
    case .attributes: "attributes\(detail.map { " (\($0 == "1" ? "1 file" : "\($0) files") with filter=munge)" } ?? "")"
    case .files: "files on disk match the plan"
    case .hooks: "hooks"
    case .leftovers: "no leftovers of killed commands"
    }
  }
}
