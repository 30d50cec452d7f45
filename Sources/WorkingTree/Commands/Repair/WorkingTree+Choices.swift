import Platform
import Rules
import Smudge
import Verify

// Values that were typed in place of those of this working tree, as Xcode does when another team is chosen. Until they
// are committed, only the developer knows whether they are new values or texts of others.
extension WorkingTree {
  /// The findings, with one for each choice in place of the leaks that it explains.
  func namingChoices(in findings: [Finding], _ rules: Rules) throws -> [Finding] {
    // What git is about to apply is of a commit.
    if try plan() == nil || GitOperation.inProgress(in: gitDirectory.own) != nil { return findings }

    // Many lines of a file can have one text, and git is asked for each.
    var answers: [[[UInt8]?]: VariableValue?] = [:]
    let choices = try findings.map { finding in
      let identity = [finding.location?.path.bytes, finding.detail.leaked, finding.rule]
      let answer = try answers[identity] ?? choice(finding, rules)
      answers.updateValue(answer, forKey: identity)
      return answer
    }

    return try zip(findings, choices).enumerated().compactMap { index, pair in
      let (finding, choice) = pair
      guard let choice else { return finding }
      if choices.firstIndex(of: choice) != index { return nil }

      let files = zip(findings, choices)
        .filter { $1 == choice }
        .compactMap { $0.0.location?.path }
        .uniqued
      let staged = try files.filter { try holds(finding, ":", $0) }
      let detail = Finding.Detail.chosenValue(finding.detail, choice, in: files, staged: staged)
      return Finding(detail, at: finding.location, rule: finding.rule, mark: choice.text)
    }
  }

  /// The new value with which a rule gives the text of a finding; `nil` if there is none, or `HEAD` has the text.
  private func choice(_ finding: Finding, _ rules: Rules) throws -> VariableValue? {
    guard finding.kind.isOfOthers, finding.base == nil, let path = finding.location?.path else { return nil }
    let values = try configuration().values
    let leaks = Leak.all(finding.hit, rules)
    let value = leaks.lazy
      .compactMap { rules.value(giving: $0.stem, by: rules.rules[$0.rule], values) }
      .first
    return try value == nil || holds(finding, "HEAD:", path) ? nil : value
  }

  /// Whether a revision of a file holds the text of a finding.
  private func holds(_ finding: Finding, _ revision: String, _ path: Path) throws -> Bool {
    try TextSearch([finding.detail.leaked ?? []]).occurs(in: blob(revision, path))
  }
}
