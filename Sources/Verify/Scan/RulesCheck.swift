import Platform
import Rules
import Smudge

/// Reads the rules file of a commit and finds problems of the rules.
package struct RulesCheck {
  enum RulesState {
    case none
    case fine(Rules, LeakScanner)
    case bad(Finding)

    var rules: Rules? {
      switch self {
      case .fine(let rules, _): rules
      case .none, .bad: nil
      }
    }

    /// The problem, if they are invalid.
    var problem: Finding? {
      switch self {
      case .bad(let finding): finding
      case .none, .fine: nil
      }
    }
  }

  /// `others`: plans of other commits, whose texts belong to the project as well; `formers`: texts of other versions.
  static func read(
    _ tree: CommittedTree, _ here: VerifyRepository, own: Plan?, others: [Plan] = [], formers: FormerCanonicalTexts = .none
  ) throws -> RulesState {
    do {
      guard let bytes = try tree.rulesFile(here) else { return .none }
      let rules = try RulesFile.parse(bytes)
      return .fine(rules, try LeakScanner(rules, own: own, others: others, formers: formers))
    } catch {
      return .bad(try bad(error))
    }
  }

  /// The finding for an error of the rules; throws any other error.
  package static func bad(_ error: any Error) throws -> Finding {
    switch error {
    case let error as RulesError: return finding("\(error.problem)", error.place, in: error.file)
    // Without values of a developer, the rules are invalid.
    case let error as ValueError: return finding("\(error)", nil)
    default: throw error
    }
  }

  private static func finding(_ words: String, _ place: RulesPosition?, in file: String = RulesFile.name) -> Finding {
    let location = Finding.Location(path: Path(file), line: place?.line, column: place?.column)
    return Finding(.badRules(words, in: file), at: location)
  }

  static func missing(files: Int) -> Finding {
    Finding(.missingRules(files: files), at: Finding.Location(path: Path(RulesFile.name)))
  }

  /// Notes on rules whose local texts cannot be recognized.
  static func notes(on rules: Rules) -> [Finding] {
    rules.rules.filter { isUnseen($0, rules) }.map { finding(.unseenLocal(template: $0.local.description), $0) }
  }

  /// Whether the local text can be any text, or continues the canonical one, as other identifiers of the project do.
  private static func isUnseen(_ rule: Rule, _ rules: Rules) -> Bool {
    guard let shape = LocalShape(rule.local, rules) else { return false }
    let isExtension = rule.canonicals.contains { canonical in
      !canonical.isEmpty && shape.beginning.starts(with: canonical)
        && !(shape.beginning.dropFirst(canonical.count).first.map(Boundary.isIdentifier) ?? false)
    }
    let isRecognized = rule.keys.isEmpty ? shape.anchorText != nil : shape.isDistinctive
    return isExtension || rule.checkedKeys.isEmpty && !isRecognized
  }

  static func finding(_ detail: Finding.Detail, _ rule: Rule) -> Finding {
    let location = Finding.Location(path: Path(RulesFile.name), line: rule.place.line, column: rule.place.column)
    return Finding(detail, at: location, rule: rule.name)
  }
}

/// Counts which rules and lines the files of a tree use.
struct RulesTally: Sendable {
  private let scanner: LeakScanner
  private let check: AttributeCheck
  private var used: Set<Int> = []
  private var lines: UnusedLines
  private(set) var findings: [Finding] = []

  init(_ scanner: LeakScanner) { (self.scanner, check, lines) = (scanner, AttributeCheck(scanner), UnusedLines(scanner)) }

  /// `bytes`: readable content; `matches`: those of the scanner in it, if it is munged.
  mutating func look(at bytes: [UInt8], _ path: Path, _ attribute: FilterAttribute, _ matches: [PlanMatch]) {
    if Exclusion.isExcluded(path) { return }
    findings += check.findings(in: bytes, path, attribute)
    guard attribute == .munged else { return }
    use(matches, path)
    lines.look(at: bytes, path, matches)
  }

  /// Adds the counts of other files.
  mutating func add(_ other: RulesTally) {
    used.formUnion(other.used)
    lines.add(other.lines)
    findings += other.findings
  }

  private mutating func use(_ matches: [PlanMatch], _ path: Path) {
    if used.count == scanner.known.count { return }
    let found = matches.filter { $0.isToken([.canonical, .local]) }
    for (index, known) in scanner.known.enumerated() where !used.contains(index) && known.plan.applies(to: path) {
      // With `on-insert = drop` and an empty canonical text, the repository can be without it.
      if known.rule.mayBeAbsent || found.contains(where: { $0.isText(of: index) }) { used.insert(index) }
    }
  }

  var unusedLines: [Finding] { lines.findings(of: used) }

  var unused: [Finding] {
    scanner.known.enumerated().filter { !used.contains($0.offset) }.map { _, known in
      RulesCheck.finding(.unusedRule(canonicals: known.rule.canonicals), known.rule)
    }
  }
}

extension PlanMatch {
  fileprivate func isText(of rule: Int) -> Bool {
    meanings.contains { $0.rule == rule && ($0.isCanonical || $0.canonical != nil) }
  }
}

extension Finding {
  /// The digest of the kind, the rule, the path and the line, without its number.
  static func fingerprint(_ kind: Kind, _ rule: [UInt8]?, _ path: Path, _ line: some Sequence<UInt8>) -> String {
    fingerprint(of: [Array(kind.rawValue.utf8), rule ?? [], path.bytes, Array(line)])
  }
}
