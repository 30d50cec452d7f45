import Platform

/// A report as JUnit XML, as Ant introduced it and Jenkins reads it: each finding is a test case.
///
/// An error is a test case that fails. A warning is a test case that passes, with its message in `system-out`, so that it is
/// the same test case when `--strict` makes it fail. Notes are in the `system-out` of the suite.
struct JUnitReport {
  let text: String

  init(_ report: VerifyReport, _ showing: Finding.Showing, strictly: Bool) {
    let cases = report.problems.map { Self.testCase($0, showing, strictly: strictly) }
    let failures = report.findings.count { $0.severity(strictly: strictly) == .error }
    let counts = [("tests", "\(max(cases.count, 1))"), ("failures", "\(failures)"), ("errors", "0")]
    let suite = Element(
      "testsuite", [("name", "git munge verify")] + counts + [("skipped", "0")],
      .elements((cases.isEmpty ? [Self.nothing] : cases) + [Self.output(report, showing)]))
    let root = Element("testsuites", [("name", Self.name)] + counts, .elements([suite]))
    text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + root.text(indent: "")
  }

  private static let name = "git-munge"

  /// The test case of a report without findings: a suite must have one.
  private static let nothing = Element("testcase", [("classname", "\(name).verify"), ("name", "nothing was found")])

  private static func testCase(_ finding: Finding, _ showing: Finding.Showing, strictly: Bool) -> Element {
    let message = finding.message(showing)
    let isFailure = finding.severity(strictly: strictly) == .error
    let outcome = isFailure
      ? Element("failure", [("type", finding.kind.rawValue), ("message", message)], .text(finding.lines(showing)))
      : Element("system-out", [], .text(finding.lines(showing)))
    return Element(
      "testcase", [("classname", "\(name).\(finding.kind.rawValue)"), ("name", finding.caseName)], .elements([outcome]))
  }

  private static func output(_ report: VerifyReport, _ showing: Finding.Showing) -> Element {
    Element("system-out", [], .text(report.summary + "\n" + report.notes.map { $0.lines(showing) }.joined()))
  }
}

extension Finding {
  /// The name of its test case, which is the same in every run while the finding does not move.
  fileprivate var caseName: String {
    let rest = [rule.map { escaped($0) }, origin.map { String($0.commit.prefix(12)) }].compactMap { $0 }
    return (location?.words ?? "repository") + (rest.isEmpty ? "" : " (\(rest.joined(separator: ", ")))")
  }

  /// All parts of the finding. Each line begins with a fixed word, so that a CI server takes none for a command.
  fileprivate func lines(_ showing: Showing) -> String {
    let lines = ["\(severity.rawValue) [\(kind.rawValue)]: \(message(showing))", "at: \(location?.words ?? "repository")", "next: \(remedy)", originWords]
    return lines.compactMap { $0 }.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n" }.joined()
  }
}

private struct Element {
  enum Content {
    case elements([Element])
    case text(String)
  }

  let name: String
  let attributes: [(String, String)]
  let content: Content

  init(_ name: String, _ attributes: [(String, String)], _ content: Content = .elements([])) {
    (self.name, self.attributes, self.content) = (name, attributes, content)
  }

  func text(indent: String) -> String {
    let start = indent + "<" + name + attributes.map { " \($0)=\"\(Self.escaped($1, Self.inAttributes))\"" }.joined()
    switch content {
    case .elements(let elements) where elements.isEmpty: return start + "/>\n"
    case .elements(let elements):
      return start + ">\n" + elements.map { $0.text(indent: indent + "  ") }.joined() + indent + "</\(name)>\n"
    case .text(let text): return start + ">" + Self.escaped(text, Self.inText) + "</\(name)>\n"
    }
  }

  /// Escapes in text. A parser reads an unescaped carriage return as a newline.
  private static let inText: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;", "\n": "\n", "\t": "\t", "\u{FFFE}": "", "\u{FFFF}": "",
  ]
  /// Escapes in attributes, where a parser reads white space as blanks.
  private static let inAttributes = inText.merging(["\"": "&quot;", "\n": "&#10;", "\t": "&#9;"]) { $1 }

  private static func escaped(_ text: String, _ names: [Unicode.Scalar: String]) -> String {
    Platform.escaped(text, writing: names) { isAllowed($0) ? "&#\($0.value);" : "" }
  }

  /// Whether XML 1.0 allows a character (production 2); others cannot be escaped either.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: true
    case _: false
    }
  }
}
