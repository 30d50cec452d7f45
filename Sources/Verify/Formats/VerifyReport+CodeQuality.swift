import Platform

// The report for merge requests of GitLab.
extension VerifyReport {
  /// The report as a list of issues (GitLab documentation, "Code Quality report format").
  func codeQualityText(strictly: Bool) -> String {
    var counts: [String: Int] = [:]
    let issues = listed.map { finding -> JSONObject in
      // GitLab shows one issue of each fingerprint, and equal lines of a file have the same.
      let number = counts[finding.fingerprint, default: 0] + 1
      counts[finding.fingerprint] = number

      let place = finding.location
      let severity =
        switch finding.severity(strictly: strictly) {
        case .error: "critical"
        case .warning: "minor"
        case .note: "info"
        }

      let words = ["\(finding.message). To fix: \(finding.remedy).", finding.commitWords].compactMap(\.self)
      return [
        "description": words.joined(separator: " "), "check_name": finding.kind.rawValue,
        "fingerprint": finding.fingerprint + (number == 1 ? "" : "-\(number)"),
        "severity": severity,
        "location": [
          "path": JSONText.string((place?.path ?? Path(finding.kind.file)).bytes),
          "lines": ["begin": place?.line ?? 1] as JSONObject,
        ] as JSONObject,
      ]
    }
    return JSONText.encoded(issues) + "\n"
  }
}
