import Platform
import Rules
import Smudge
import Verify

/// The report of `git munge status` for programs, as JSON (docs/status.schema.json).
///
/// Within a version, names and meanings do not change; names can be added. Bytes that are not UTF-8 are written as `\xNN`.
package struct StatusDocument: Sendable {
  /// The version of the format.
  package static let version = 1

  private let report: StatusReport
  private let canonical: CanonicalReport
  private let summary: String

  /// `canonical`: the result of the check of the files on disk.
  package init(_ report: StatusReport, canonical: CanonicalReport, summary: String) {
    (self.report, self.canonical, self.summary) = (report, canonical, summary)
  }

  package func text() -> String { JSONText.encoded(document) }

  private var document: JSONObject {
    let scan = report.scan
    return [
      "version": Self.version, "program": Version.current, "worktree": json(report.worktree), "state": state,
      "rules": (report.plan?.currentRules ?? []).map(rule), "values": report.values.map(value),
      "missingValues": (report.unset.open + report.unset.declined).map(missing),
      "files": ["munged": scan?.attributed ?? 0, "local": canonical.local.map(json)] as JSONObject,
      "findings": report.findings.map { $0.json(.plain) }, "findingsLeftOut": scan?.leftOut.values.reduce(0, +) ?? 0,
      "conflicts": report.conflicts.map(conflict), "warnings": report.warnings,
      "submodules": report.submodules.map(json), "interrupted": report.interrupted.map(json),
      "attributes": report.attributes.name, "formerRules": report.formerRules.map(json), "rules_from": report.source.name,
    ]
  }

  private var state: JSONObject {
    [
      "name": report.state.name, "summary": summary, "isCanonical": canonical.isCanonical,
      "needsAttention": report.needsAttention, "next": report.nextStep,
    ]
  }

  private func rule(_ rule: PlanRule) -> JSONObject {
    let (count, first) = (report.scan?.counts.first { $0.rule == rule.name }, rule.pairs.first)
    return [
      "name": json(rule.name), "canonical": json(first?.canonical ?? []), "canonicals": rule.canonicals.map(json),
      "keys": (rule.keyed?.keys ?? []).map(json), "local": first?.local.map(json),
      "isIdle": rule.pairs.allSatisfy { $0.replacement == nil }, "isAmbiguous": rule.certainty == .ambiguous,
      "prefixes": rule.prefixes.map(json), "suffixes": rule.suffixes.map(json),
      "places": count?.places ?? 0, "files": count?.files ?? 0,
    ]
  }

  private func value(_ value: VariableValue) -> JSONObject {
    let (scope, file): (String, String?) = switch value.origin {
    case .config(let scope, let file): (scope, file)
    case .argument, .asked, .madeUp: ("command", nil)
    }
    return ["name": value.name, "value": json(value.text), "scope": scope, "file": file]
  }

  private func missing(_ variable: Variable) -> JSONObject {
    ["name": variable.name, "kind": variable.kind.rawValue, "description": variable.description]
  }

  private func conflict(_ conflict: AmbiguityAnalysis.Conflict) -> JSONObject {
    ["text": json(conflict.text), "relation": conflict.kind.rawValue, "other": json(conflict.other)]
  }
}

private func json(_ bytes: [UInt8]) -> String { JSONText.string(bytes) }
private func json(_ path: Path) -> String { JSONText.string(path.bytes) }

extension FallbackAttributes.State {
  fileprivate var name: String {
    switch self {
    case .current: "current"
    case .missing, .lost: "missing"
    case .outdated: "outdated"
    case .behind: "behind"
    case .replaced: "replaced"
    }
  }
}
