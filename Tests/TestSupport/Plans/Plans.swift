@testable import Rules
@testable package import Smudge

// Short notations for plans, and their effect on content.

extension PlanRule {
  /// `local`: `nil` for a rule without a value.
  package init(
    _ canonical: String, _ local: String?, prefixes: [String] = [], suffixes: [String] = [], retired: [String] = [],
    watched: [String] = [], excepts: [String] = [], paths: [String] = [], exceptKeys: [String] = []
  ) {
    let pairs = ([""] + prefixes).flatMap { prefix in
      ([""] + suffixes).map { suffix in
        TextPair(canonical: bytes(prefix + canonical + suffix), local: local.map { bytes(prefix + $0 + suffix) })
      }
    }
    self.init(
      name: bytes("rule-\(canonical)"), pairs: pairs,
      retired: retired.map { RetiredText(text: bytes($0), canonical: bytes(canonical)) },
      watched: watched.map { bytes($0) }, excepts: excepts.map { bytes($0) },
      paths: paths.map { PathPattern(bytes($0)) }, exceptKeys: exceptKeys.map { bytes($0) })
  }
}

extension PlanRule {
  /// A rule restricted to keys; several canonical texts, and short ones, match whole values.
  package init(
    keys: [String], _ canonicals: [String], _ local: String?, suffixes: [String] = [], retired: [String] = [],
    excepts: [String] = [], paths: [String] = [], onInsert: KeyScope.OnInsert = .keep
  ) {
    let isPart = canonicals.count == 1 && canonicals[0].utf8.count >= 4 && !canonicals[0].contains(" ")
    let pairs = ([""] + suffixes).flatMap { suffix in
      canonicals.map { TextPair(canonical: bytes($0 + suffix), local: local.map { bytes($0 + suffix) }) }
    }
    self.init(
      name: bytes("rule-\(keys[0])"), pairs: pairs,
      retired: retired.map { RetiredText(text: bytes($0), canonical: bytes(canonicals[0])) },
      excepts: excepts.map { bytes($0) }, paths: paths.map { PathPattern(bytes($0)) },
      keyed: KeyScope(keys: keys.map { bytes($0) }, extent: isPart ? .part : .whole, onInsert: onInsert))
  }
}

extension Plan {
  /// With certainties computed, as in an installation.
  package init(_ rules: PlanRule...) { self.init(withCertainty: rules) }

  package init(withCertainty rules: [PlanRule]) {
    self = AmbiguityAnalysis.withCertainty(Plan(rules: rules, fingerprint: Digest([])))
  }

  package var words: String {
    rules.map { rule in
      let pairs = rule.pairs.map { "\(escaped($0.canonical))->\($0.local.map { escaped($0) } ?? "idle")" }
      let others = [
        ("retired", rule.retired.map { "\(escaped($0.text))->\(escaped($0.canonical))" }),
        ("watched", rule.watched.map { escaped($0) }), ("except", rule.excepts.map { escaped($0) }),
        ("path", rule.paths.map { escaped($0.text) }),
        ("\(rule.keyed?.extent.rawValue ?? "") value of", rule.keyed?.keys.map { escaped($0) } ?? []),
        ("except-key", rule.exceptKeys.map { escaped($0) }),
      ].filter { !$0.1.isEmpty }.map { "\($0) \($1.joined(separator: ", "))" }
      return "[" + (pairs + others + [rule.certainty.rawValue]).joined(separator: "; ") + "]"
    }.joined(separator: " ")
  }
}

package struct Munger {
  package let transform: Transform

  package init(_ plan: Plan, at path: String? = "file") {
    transform = CompiledPlan(plan).transform(for: path.map { Path($0) })
  }

  package func smudge(_ content: [UInt8]) throws -> [UInt8] { try transform.smudge(content).bytes }
  package func smudge(_ content: String) throws -> String { try text(smudge(bytes(content))) }

  package func clean(_ content: [UInt8]) throws -> [UInt8] { try transform.clean(content).bytes }
  package func clean(_ content: String) throws -> String { try text(clean(bytes(content))) }

  package func summary(_ direction: Direction, _ content: String) throws -> ScanSummary {
    try transform.apply(direction, to: bytes(content)).summary
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension [UInt8] {
  /// Copies with the byte at a position changed, removed, and preceded by another one.
  package func damaged(at place: Int, _ generator: inout SeededGenerator) -> [[UInt8]] {
    var (changed, removed, added) = (self, self, self)
    changed[place] ^= UInt8.random(in: 1...255, using: &generator)
    removed.remove(at: place)
    added.insert(UInt8.random(in: 0...255, using: &generator), at: place)
    return [changed, removed, added]
  }
}

extension Transform {
  package func apply(
    _ direction: Direction, to content: [UInt8]
  ) throws(TransformError) -> (bytes: [UInt8], summary: ScanSummary) {
    switch direction {
    case .smudge: try smudge(content)
    case .clean: try clean(content)
    }
  }

  package func apply(
    _ direction: Direction, to input: borrowing Spool, into output: inout Spool
  ) throws(TransformError) -> ScanSummary {
    switch direction {
    case .smudge: try smudge(input, into: &output)
    case .clean: try clean(input, into: &output)
    }
  }
}

extension LineLens {
  /// A lens with one version of the file as the source.
  package init(_ transform: Transform, source: [UInt8]) throws(TransformError) {
    try self.init(transform, [SourceVersion(source, by: transform)])
  }
}

/// The plan of a rules file and of values as a developer sets them.
package func compiled(
  _ text: String, _ values: [String: String] = [:], after previous: Plan = .idle
) throws -> Plan {
  let rules = try RulesFile.parse(bytes(text))
  let values = values.sorted { $0.key < $1.key }.map { name, text in
    VariableValue(name: name, text: bytes(text), origin: .argument)
  }
  return try Compiler(rules, values: values, previous: previous).plan()
}

/// A rule with a variable of kind `text`, which accepts any value.
package enum OneRule {
  package static let variable = "[variable \"v\"]\nkind = text\n"
  package static let text = variable + "[rule \"r\"]\ncanonical = com.acme\nlocal = ${v}\n"

  package static func plan(_ value: String?, after previous: Plan = .idle) throws -> Plan {
    try compiled(text, value.map { ["v": $0] } ?? [:], after: previous)
  }
}
