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
    if (try? plan()) == nil || GitOperation.inProgress(in: gitDirectory.own) != nil { return findings }

    // Many lines of a file can have one text, and git is asked for each.
    var answers: [[[UInt8]?]: VariableValue?] = [:]
    let choices = try findings.map { finding in
      let identity = [finding.location?.path.bytes, finding.detail.leaked, finding.rule]
      let answer = try answers[identity] ?? choice(finding, rules)
      answers.updateValue(answer, forKey: identity)
      return answer
    }

    return zip(findings, choices).enumerated().compactMap { index, pair in
      let (finding, choice) = pair
      guard let choice else { return finding }
      if choices.firstIndex(of: choice) != index { return nil }

      let files = zip(findings, choices)
        .filter { $1 == choice }
        .compactMap { $0.0.location?.path }
        .uniqued
      let detail = Finding.Detail.chosenValue(finding.detail, choice, in: files)
      return Finding(detail, at: finding.location, rule: finding.rule, mark: choice.text)
    }
  }

  /// The new value with which a rule gives the text of a finding; `nil` if there is none, or `HEAD` has the text.
  private func choice(_ finding: Finding, _ rules: Rules) throws -> VariableValue? {
    guard [.foreignValue, .looksLocal].contains(finding.kind), finding.base == nil, let path = finding.location?.path
    else { return nil }
    let values = try configuration().values
    let leaks = Leak.all(finding.hit, rules)
    let value = leaks.lazy
      .compactMap { rules.value(giving: $0.stem, by: rules.rules[$0.rule], values) }
      .first
    // What `HEAD` has is no choice of this developer.
    return try value == nil || TextSearch([finding.detail.leaked ?? []]).occurs(in: blob("HEAD:", path)) ? nil : value
  }
}
