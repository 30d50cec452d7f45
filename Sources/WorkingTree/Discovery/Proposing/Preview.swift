package import Platform
package import Rules
package import Smudge
import Verify

/// What developers will see by the rules of a proposal, with made-up values.
package struct Preview: Sendable {
  /// A line of a file.
  package struct NumberedLine: Sendable {
    package let path: Path
    /// The number of the line, from 1.
    package let number: Int
    /// The line without blanks at its ends.
    package let text: [UInt8]
  }

  /// The places of a rule.
  package struct RuleChanges: Sendable {
    package let rule: PlanRule
    package private(set) var places = 0
    package private(set) var files: Set<Path> = []
    /// The first line of each file, at most three.
    package private(set) var lines: [NumberedLine] = []

    init(_ rule: PlanRule) { self.rule = rule }

    /// Counts a place, and keeps the first line of a file.
    mutating func add(_ line: NumberedLine) {
      places += 1
      if files.insert(line.path).inserted, lines.count < 3 { lines.append(line) }
    }
  }

  package private(set) var rules: [RuleChanges]
  /// The values of the user, and made-up ones.
  package let values: [VariableValue]
  /// The texts of rules that stay.
  package private(set) var left: Remainder
  private let compiled: CompiledPlan

  /// Smudges the files of `HEAD`. `files`: what `git munge init` would write.
  init(_ head: HeadTree, _ files: InitFiles, _ commit: ProposedCommit, own: [VariableValue]) throws {
    let (values, plan) = try Self.plan(RulesFile.parse(files.rules), own)
    self.values = values
    compiled = CompiledPlan(plan)
    rules = plan.rules.map { RuleChanges($0) }
    let filters = try commit.filters(of: head.files.paths)
    left = Remainder(plan, head)

    let holding = try Set(head.files(holding: left.texts).map(\.path))
    let wanted = head.files.filter { filters[$0.path] == .munged || holding.contains($0.path) }
    try head.forEach(wanted) { file, content in
      let path = file.path
      let filter = filters[path]
      let smudged = filter == .munged ? look(at: content, path) : content
      if holding.contains(path) { left.add(smudged, path, filter) }
    }
  }

  /// The plan with the example of each kind, or with a longer one, as a text without keys has at least 4 bytes.
  private static func plan(_ rules: Rules, _ own: [VariableValue]) throws -> (values: [VariableValue], plan: Plan) {
    func values(isLong: Bool) -> [VariableValue] {
      rules.variables.map { variable in
        let name = variable.name
        let kind = variable.kind
        let value = own.first { $0.name == name && kind.accepts($0.text) }
        let text = isLong && kind.example.count < 4 ? kind.example + kind.example : kind.example
        return value ?? VariableValue(name: name, text: text.bytes, origin: .madeUp)
      }
    }

    let short = values(isLong: false)
    if let plan = try? Compiler(rules, values: short).plan() { return (short, plan) }
    let long = values(isLong: true)
    return (long, try Compiler(rules, values: long).plan())
  }

  /// Counts what rules change, and returns the content as smudge gives it.
  private mutating func look(at content: [UInt8], _ path: Path) -> [UInt8] {
    let transform = compiled.transform(for: path)
    guard let smudged = try? transform.smudge(content).bytes, smudged != content else { return content }
    let old = FileText.lines(of: content)
    let new = FileText.lines(of: smudged)
    let starts = old.map(\.startIndex)

    for match in compiled.matches(in: content) where match.isToken(.canonical) {
      let meanings = match.meanings.filter(\.isCanonical)
        .map(\.rule)
        .filter { rules[$0].rule.applies(to: path) }
      let best = meanings.first { (rules[$0].rule.keyed != nil) == (match.key != nil) }
      guard let index = best ?? meanings.first else { continue }

      let line = starts.partitioningIndex { $0 > match.offset } - 1
      guard
        old.indices.contains(line),
        new.indices.contains(line),
        !old[line].elementsEqual(new[line])
      else { continue }
      rules[index].add(NumberedLine(path: path, number: line + 1, text: Array(new[line].trimmed)))
    }
    return smudged
  }
}

extension VariableKind {
  /// A short value of the kind.
  package var example: String {
    switch self {
    case .teamID: "BNR1234567"
    case .label, .word, .text: "bnr"
    case .bundleID, .applicationID: "org.example.bnr"
    case .host: "bnr.example.org"
    case .uuid: "01234567-89AB-CDEF-0123-456789ABCDEF"
    case .number: "42"
    }
  }
}
