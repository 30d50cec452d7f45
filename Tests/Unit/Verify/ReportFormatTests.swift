import TestSupport

@testable import Verify
@testable import WorkingTree

struct ReportFormatTests {
  @Test func `There are samples of every kind, with the kind's usual severity`() {
    #expect(Finding.samples.map(\.kind) == Finding.Kind.allCases)
    #expect(Set(Finding.samples.map(\.severity)) == Set(Finding.Severity.allCases))
  }

  @Test(arguments: ReportFormat.allCases)
  func `A report is deterministic text that ends with a newline`(format: ReportFormat) {
    let text = VerifyReport.full.written(format)
    #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
    #expect(text == VerifyReport.full.written(format))
  }

  /// The formats that have the texts of findings.
  private static let described = ReportFormat.allCases.filter { $0 != .baseline }
  /// Those that programs read. People read the same lines in Markdown.
  private static let escaped = described.filter { $0 != .human && $0 != .markdown }

  @Test(arguments: escaped)
  func `Every finding has its fix and the commit that introduced it`(format: ReportFormat) {
    let text = VerifyReport.full.written(format).lowercased()
    // GitHub shows ten annotations of a severity.
    let bySeverity = Dictionary(
      grouping: Finding.samples.grouped { $0.location?.path }.flatMap(\.elements), by: \.severity
    ).values
    for finding in bySeverity.flatMap({ $0.prefix(format == .github ? 10 : .max) }) {
      #expect(text.contains(finding.kind.rawValue))
    }
    #expect(text.contains("0123456789"))
    #expect(text.contains("git munge repair"))
  }

  /// A CI server reads the output of its steps and executes some lines as commands.
  @Test(arguments: escaped)
  func `No line of a report begins with text of the repository`(format: ReportFormat) {
    let words = "x\n::error::y\n##vso[task]\r\n::warning::z"
    let report = VerifyReport.of(Awkward.finding(Path("p\n::notice::q"), words: words))
    let lines = report.written(format).split(whereSeparator: \.isNewline)
    for line in format == .github ? lines.dropLast() : lines[...] {
      let isOurs = format == .github ? line.hasPrefix("::error file=") : !line.drop { $0 == " " }.hasPrefix("::")
      #expect(isOurs && !line.hasPrefix("##"), "\(line)")
    }
  }

  /// Names that a terminal or a CI server could interpret.
  private static let hostile = [
    "##[error]x", "a ##[group]b", "###[x]", "##vso[task.setvariable]", "::error::x", "  ::stop-commands::x",
    "\u{3000}::warning::y",
    "x\n::error::y", "x\r##[endgroup]", "\u{1B}[2Jx", "\u{9B}2J", "a\u{202E}b\u{2066}c", "\u{061C}\u{200E}\u{200F}",
    "]]>&\"'",
    "\u{0}", "a\u{7F}b", "\u{FEFF}##[x]", "%0A::error::z", "\\##[x]", "\u{E0001}x",
  ]

  @Test(arguments: escaped, hostile)
  func `Names are escaped in every place`(format: ReportFormat, name: String) {
    var report = VerifyReport(.revision(name))
    let location = Finding.Location(path: Path(name), line: 1)
    let matters: [Finding.Detail] = [
      .badRules(name), .otherFilter(filter: name, Path(name), in: name),
      .filterActive(ConfigEntry(scope: .local, file: name, key: "filter.munged.process", value: bytes("x"))),
      .looksLocal(bytes(name), template: name, canonical: bytes(name), in: name), .notRestored(values: [name]),
      .foreignValue(bytes(name), key: bytes(name), canonicals: [bytes(name)]),
      .nearLeak(bytes(name), word: bytes(name), canonical: nil, line: nil, in: name),
    ]
    report.findings = matters.map {
      Finding(
        $0, .error, at: location, rule: bytes(name), commit: "0123456789012345", fingerprint: Finding.fingerprint(1))
    }
    let text = report.text(as: format, strictly: false)
    #expect(!text.contains("##"))
    let strange = text.unicodeScalars.filter { scalar in
      scalar != "\n" && (scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format)
    }
    #expect(strange.isEmpty, "\(Platform.escaped(bytes(text)))")
    for line in text.split(separator: "\n") where line.drop(while: \.isWhitespace).hasPrefix("::") {
      #expect(format == .github && line.hasPrefix("::error "), "\(line)")
    }
  }

  @Test func `Equal findings share their sentence, and findings with one remedy share it`() {
    func findings(_ path: String, _ lines: [Int], _ words: String) -> [Finding] {
      lines.map { Finding(.badRules(words), .error, at: Finding.Location(path: Path(path), line: $0), fingerprint: "") }
    }
    let all = findings("a", [3, 9, 12], "one") + findings("a", [4], "two") + findings("b", [5] + Array(10...21), "one")
    #expect(
      all.lines(in: .plain) == [
        "a:3: (3 places)", "b:5: (13 places)", "  one [bad-rules]", "a:4:", "  two [bad-rules]",
        "    correct .gitmunge; `git munge install --dry-run` checks it",
      ])
  }

  /// That of GitLab is a list of findings.
  @Test(arguments: described.filter { $0 != .gitlab })
  func `Every report has the target and the summary`(format: ReportFormat) {
    let summary = VerifyReport.full.summary
    #expect(summary.hasPrefix("7 commits, 40 new versions of files, 0 rules, round trips with generated values: "))
    #expect(summary.hasSuffix(" (and 3 accepted)."))
    #expect(VerifyReport.full.written(format).contains(summary))
    #expect(VerifyReport.clean.written(format).contains("0 munged files of HEAD: nothing found."))
  }

  @Test(arguments: Finding.Kind.allCases)
  func `Every kind has a description in whole sentences`(kind: Finding.Kind) {
    for words in [kind.summary, kind.meaning, kind.remedy] {
      #expect(words.hasSuffix(".") && words.count > 20 && !words.contains("\n"))
    }
  }
}
