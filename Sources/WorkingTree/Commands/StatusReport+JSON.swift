import Platform
import Rules
import Smudge
import Verify

// The report for programs, as JSON (docs/status.schema.json).
extension StatusReport {
  /// The version of the format. Within a version, names and meanings do not change; names can be added.
  static let version = 1

  /// The document. Bytes that are not UTF-8 are written as `\xNN`.
  package func json(summary: String) -> String {
    let state: JSONObject = [
      "name": state.name, "summary": summary, "needsAttention": needsAttention, "next": nextStep,
    ]
    return JSONText.encoded(
      [
        "version": Self.version,
        "program": Version.current,
        "worktree": text(session.tree.top),
        "state": state,
        "rules": (plan?.currentRules ?? []).map(rule),
        "values": values.map(value),
        "missingValues": (unset.open + unset.declined).map {
          ["name": $0.name, "kind": $0.kind.rawValue, "description": $0.description] as JSONObject
        },
        "files": ["munged": scan?.attributed ?? 0] as JSONObject,
        "findings": findings.map(\.json),
        "findingsLeftOut": scan?.leftOut.values.reduce(0, +) ?? 0,
        "warnings": warnings,
        "saves": saves.map(text),
        "touched": touched.map(text),
        "notCommitted": notCommitted,
        "submodules": submodules.map(text),
        "rulesFrom": source.name,
        "guards": guards.map(\.rawValue),
        "checks": passed,
      ] as JSONObject)
  }

  private func rule(_ rule: PlanRule) -> JSONObject {
    let count = scan?.shown.counts.first { $0.rule == rule.name }
    let first = rule.pairs.first
    return [
      "name": text(rule.name),
      "canonical": text(first?.canonical ?? []),
      "canonicals": rule.canonicals.map(text),
      "keys": (rule.keyed?.keys ?? []).map(text),
      "local": first?.local.map(text),
      "isIdle": rule.pairs.allSatisfy { $0.replacement == nil },
      "isAmbiguous": rule.certainty == .ambiguous,
      "prefixes": rule.prefixes.map(text),
      "suffixes": rule.suffixes.map(text),
      "places": count?.places ?? 0,
      "files": count?.files ?? 0,
    ]
  }

  private func value(_ value: VariableValue) -> JSONObject {
    let (scope, file): (String, String?) =
      switch value.origin {
      case .config(let scope, let file): (scope.rawValue, file)
      case .argument, .asked, .madeUp: ("command", nil)
      }
    return ["name": value.name, "value": text(value.text), "scope": scope, "file": file]
  }
}

private func text(_ bytes: [UInt8]) -> String { JSONText.string(bytes) }

private func text(_ path: Path) -> String { text(path.bytes) }
