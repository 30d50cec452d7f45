import Platform
import Smudge

/// The report of `git munge status` for programs, as JSON (docs/status.schema.json).
///
/// Names and meanings stay as they are within a version; new ones may come. Bytes that are no UTF-8 are
/// written as `\xNN`.
public struct StatusDocument: Sendable {
  /// Of the format.
  public static let version = 1

  private let document: Document

  /// `canonical`: what a look at the files on disk has found.
  public init(_ report: StatusReport, canonical: CanonicalReport, summary: String) {
    document = Document(report, canonical, summary)
  }

  public func text() -> String { JSONText.encoded(document) }
}

private struct Document: Encodable {
  let version: Int
  let program: String
  let worktree: String
  let state: State
  let rules: [Rule]
  let values: [Value]
  let missingValues: [MissingValue]
  let files: Files
  let findings: [FindingEntry]
  let findingsLeftOut: Int
  let conflicts: [Conflict]
  let warnings: [String]
  let submodules: [String]
  let interrupted: [String]
  let attributes: String
  let formerRules: String?

  struct State: Encodable {
    let name: String
    let summary: String
    let isCanonical: Bool
    let needsAttention: Bool
    let next: String?
  }

  struct Rule: Encodable {
    let name: String
    let canonical: String
    let canonicals: [String]
    let keys: [String]
    let local: String?
    let isIdle: Bool
    let isAmbiguous: Bool
    let suffixes: [String]
    let places: Int
    let files: Int
  }

  struct Value: Encodable {
    let name: String
    let value: String
    let scope: String
    let file: String?
  }

  struct MissingValue: Encodable {
    let name: String
    let kind: String
    let description: String?
  }

  struct Files: Encodable {
    let munged: Int
    let local: [String]
  }

  struct Conflict: Encodable {
    let text: String
    let relation: String
    let other: String
  }
}

extension Document {
  init(_ report: StatusReport, _ canonical: CanonicalReport, _ summary: String) {
    version = StatusDocument.version
    program = Version.current
    worktree = text(report.worktree.bytes)
    state = State(
      name: report.state.name, summary: summary, isCanonical: canonical.isCanonical,
      needsAttention: report.needsAttention, next: report.state.nextStep)
    rules = (report.plan?.currentRules ?? []).map { Rule($0, report.scan) }
    values = report.values.map { Value($0) }
    missingValues = (report.unset.open + report.unset.declined).map {
      MissingValue(name: $0.name, kind: $0.kind.rawValue, description: $0.description)
    }
    files = Files(munged: report.scan?.attributed ?? 0, local: canonical.local.map { text($0.bytes) })
    findings = report.findings.map { FindingEntry($0, .plain) }
    findingsLeftOut = (report.scan?.leftOut ?? [:]).values.reduce(0, +)
    conflicts = report.conflicts.map {
      Conflict(text: text($0.text), relation: $0.kind.rawValue, other: text($0.other))
    }
    warnings = report.warnings
    submodules = report.submodules.map { text($0.bytes) }
    interrupted = report.interrupted.map { text($0.bytes) }
    attributes = report.attributes.name
    formerRules = report.formerRules.map { text($0.bytes) }
  }
}

extension Document.Rule {
  fileprivate init(_ rule: PlanRule, _ scan: WorkingTreeScan?) {
    let count = scan?.counts.first { $0.rule == rule.name }
    self.init(
      name: text(rule.name), canonical: text(rule.pairs.first?.canonical ?? []),
      canonicals: rule.canonicals.map { text($0) }, keys: (rule.keyed?.keys ?? []).map { text($0) },
      local: rule.pairs.first?.local.map { text($0) }, isIdle: rule.pairs.allSatisfy { $0.replacement == nil },
      isAmbiguous: rule.certainty == .ambiguous, suffixes: rule.suffixes.map { text($0) },
      places: count?.places ?? 0, files: count?.files ?? 0)
  }
}

extension Document.Value {
  fileprivate init(_ value: Value) {
    switch value.origin {
    case .config(let scope, let file): (self.scope, self.file) = (scope, file)
    case .argument, .asked, .madeUp: (scope, file) = ("command", nil)
    }
    (name, self.value) = (value.name, text(value.text))
  }
}

extension FallbackAttributes.Standing {
  /// For programs.
  fileprivate var name: String {
    switch self {
    case .current: "current"
    case .missing: "missing"
    case .outdated: "outdated"
    case .behind: "behind"
    case .replaced: "replaced"
    }
  }
}

extension CloneState {
  /// For programs.
  fileprivate var name: String {
    switch self {
    case .foreign: "foreign"
    case .notInstalled: "not-installed"
    case .munged: "munged"
    case .idle: "idle"
    case .outdated: "outdated"
    case .rulesUnreadable: "rules-unreadable"
    case .rulesMissing: "rules-missing"
    case .branchWithoutRules: "branch-without-rules"
    case .misconfigured: "misconfigured"
    case .programMissing: "program-missing"
    case .damaged: "damaged"
    }
  }
}

private func text(_ bytes: [UInt8]) -> String { JSONText.string(bytes) }
