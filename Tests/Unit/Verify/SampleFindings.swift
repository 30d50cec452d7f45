// Findings of every kind, reports with them, and their schemas.

import TestSupport

@testable import Platform
@testable import Rules
@testable import Smudge
@testable import Verify
@testable import WorkingTree

extension Finding {
  /// One finding of each kind, in the order of `Kind.all`.
  static let samples: [Finding] = matters.enumerated().map { index, one in
    Finding(
      one.detail, at: one.location, rule: one.rule.map(bytes), commit: index % 2 == 0 ? commit : nil,
      fingerprint: fingerprint(index))
  }

  static let secret = bytes("Z9Y8X7W6V5")
  static let commit = String(repeating: "0123456789", count: 4)

  static func fingerprint(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  private static let place = Location(path: Path("App.xcodeproj/project.pbxproj"), line: 27, column: 24, endColumn: 34)
  private static let file = Location(path: Path("App/Info.plist"))
  private static let rules = Location(path: Path(".gitmunge"), line: 3, column: 2, endColumn: 9)
  private static let team = bytes("ABCDE12345")
  private static let chosen = VariableValue(name: "team", text: secret, origin: .argument)

  private static let matters = ofFiles + installation.map { ($0, nil, nil) }

  private static let program = Path("/opt/bin/git-munge-filter")

  private static let installation: [Detail] = [
    .programMissing(program),
    .otherVersion(program, found: "git-munge-filter 0.0.1"),
    .unsetKey("filter.munged.required"),
    .damagedPlan(.missing), .outdated(RulesDifference()), .brokenFilter(Path("a.txt"), words: "fatal: x"),
    .missingAttributes, .newAttributes,
    .ownAttributes(Path(".git/info/attributes"), line: 2, text: bytes("a -filter")),
    .unexecutableHook(Path(".git/hooks/pre-push")),
    .missingGuard("pushes", Path(".git/hooks/pre-push"), exists: true, canRun: true),
    .brokenHook(Path(".git/hooks/pre-push"), isGuard: true, program: Path("/opt/bin/git-munge")),
    .withoutLFS(Path("theirs/post-merge"), "git lfs post-merge"), .leftover(Path(".git/munge/.plan")),
    .displacedEdit(Path(".git/munge/new.1")),
  ]

  private static let ofFiles: [(detail: Detail, location: Location?, rule: String?)] = [
    (.foreignValue(secret, key: bytes("DEVELOPMENT_TEAM"), canonicals: [team, []]), place, "team"),
    (.looksLocal(secret, template: "${team}", canonical: team, in: ".gitmunge"), place, "team"),
    (
      .chosenValue(
        .foreignValue(secret, key: bytes("DEVELOPMENT_TEAM"), canonicals: [team]), chosen, in: [place.path]), place,
      "team"
    ),
    (.localText(secret, canonical: team), place, "team"),
    (.ownText(secret, canonical: team, [.repair()]), place, "team"),
    (.ownText(secret, canonical: team, isFormer: true, [.repair()]), place, "team"),
    (.untrackedText(Path("a.log")), Location(path: Path("a.log")), nil),
    (.nearLeak(secret, word: secret + bytes("UI"), canonical: nil, line: nil, in: ".gitmunge"), place, "team"),
    (.nearMiss(team, word: team + bytes("UI"), line: ("suffix", bytes("UI")), in: ".gitmunge"), place, "team"),
    (.replacedCanonical(secret, canonical: team, in: ".gitmunge"), place, "team"),
    (.ownSigning(bytes("Apple Development: A (B)"), key: bytes("CODE_SIGN_IDENTITY")), place, nil),
    (.partlySearched, place, nil),
    (.badRules("expected a section, found 'x'"), rules, nil), (.missingRules(files: 2), nil, nil),
    (.unusedRule(canonicals: [team]), rules, "team"), (.unusedLine(bytes("suffix = Tests")), rules, "team"),
    (.missingAttribute(team), file, "team"), (.noLongerMunged(files: 2, base: commit), file, nil),
    (.otherFilter(filter: "lfs", Path("a.txt"), in: ".gitmunge"), file, "team"),
    (.neverMunged(team, in: ".gitmunge"), file, "team"),
    (.ambiguousTexts(team, relation: "contains", other: bytes("ABCDE")), nil, "team"),

    (.acceptedByChange(findings: 2, first: place), rules, nil), (.stale, file, nil),
    (.hidden("skip-worktree"), file, nil), (.notRestored(values: ["team = BNR1234567"]), file, nil),
    (
      .filterActive(ConfigEntry(scope: .local, file: ".git/config", key: "filter.munged.process", value: bytes("x"))),
      nil, nil
    ),
    (.changedFile(isFiltered: false), file, nil),
  ]
}

extension VerifyReport {
  /// A report with findings of every kind and with all numbers.
  static let full = {
    var report = VerifyReport(.range(["A..B"]))
    report.findings = Finding.samples
    report.accepted = 3
    (report.commits, report.files) = (7, 40)
    report.rules = Rules()
    report.isSimulated = true
    return report
  }()

  static let clean = VerifyReport(.revision("HEAD"))

  /// The same with few findings: with all details, without a commit, a line or a file.
  static let few = {
    var report = full
    report.findings =
      Finding.samples.prefix(2) + [
        Finding(
          .otherFilter(filter: "lfs", Path("a.txt"), in: ".gitmunge"), .warning, at: .init(path: Path("a.txt")),
          fingerprint: Finding.fingerprint(2)),
        Finding(.missingRules(files: 1), .error, fingerprint: Finding.fingerprint(3)),
        Finding(.unusedLine(bytes("x")), .note, fingerprint: Finding.fingerprint(4)),
      ]
    return report
  }()

  static func of(_ findings: Finding...) -> VerifyReport {
    var report = VerifyReport(.staged)
    report.findings = findings
    return report
  }

  func written(_ format: ReportFormat, strictly: Bool = false) -> String { text(as: format, strictly: strictly) }
}

/// Texts that are hard to write in one format or another.
enum Awkward {
  static let paths = [
    "a b/ü.txt", "new\nline.txt", "100%/a:b,c.txt", "\"q\" & <r>.txt", "a\u{301}:\u{301}.txt", "-n", "a\\b",
    "\u{FFFE}]]>",
  ]
  static let bytes = unescaped(#"caf\xe9/\x01.txt"#)

  static func finding(_ path: Path, words: String = "fine") -> Finding {
    Finding(.badRules(words), .error, at: Finding.Location(path: path, line: 1), fingerprint: Finding.fingerprint(1))
  }
}
