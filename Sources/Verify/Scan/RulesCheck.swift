import Git
import Platform
import Smudge

/// Reads the rules file of a commit, and looks for what is wrong with it and with the attributes that go with it.
struct RulesCheck {
  /// What the rules file of a commit is.
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

    /// What is wrong with them.
    var problem: Finding? {
      switch self {
      case .bad(let finding): finding
      case .none, .fine: nil
      }
    }
  }

  /// `others`: rules of other commits, whose texts are the project's as well; `formers`: what other versions know.
  static func read(
    _ tree: CommittedTree, _ git: Plumbing, own: Plan?, others: [Plan] = [], formers: FormerTexts = .none
  ) throws(MungeError) -> RulesState {
    do throws(MungeError) {
      guard let bytes = try tree.rulesFile(git) else { return .none }
      let rules = try parsed(bytes)
      return .fine(rules, try LeakScanner(rules, own: own, others: others, formers: formers))
    } catch {
      return .bad(try bad(error))
    }
  }

  /// What an installation would say of the rules; any other error is one of this run.
  static func bad(_ error: MungeError) throws(MungeError) -> Finding {
    switch error {
    case .rules(let error): return finding("\(error.problem)", error.place)
    // Of a local text without variables, or of values that nobody has: the rules are to blame.
    case .value(let error): return finding("\(error)", nil)
    case let other: throw other
    }
  }

  private static func parsed(_ bytes: [UInt8]) throws(MungeError) -> Rules {
    do throws(RulesError) { return try RulesFile.parse(bytes) } catch { throw .rules(error) }
  }

  private static func finding(_ words: String, _ place: RulesPosition?) -> Finding {
    let location = Finding.Location(path: Path(RulesFile.name), line: place?.line, column: place?.column)
    return Finding(.badRules(words), at: location)
  }

  /// Files have the attribute, and nothing says what to munge.
  static func missing(files: Int) -> Finding {
    Finding(.missingRules(files: files), at: Finding.Location(path: Path(RulesFile.name)))
  }

  /// Rules with a local text that nobody can see in the repository.
  static func notes(on rules: Rules) -> [Finding] {
    rules.rules.filter { isUnseen($0, rules) }.map { finding(.unseenLocal(template: $0.local.description), $0) }
  }

  /// A local text that could be any, or that goes on from the canonical one, as names of the project do.
  private static func isUnseen(_ rule: Rule, _ rules: Rules) -> Bool {
    guard let shape = LocalShape(rule.local, rules) else { return false }
    let isExtension = rule.canonicals.contains { canonical in
      !canonical.isEmpty && shape.beginning.starts(with: canonical)
        && !(shape.beginning.dropFirst(canonical.count).first.map(Boundary.isIdentifier) ?? false)
    }
    return isExtension || rule.keys.isEmpty && shape.anchorText == nil
  }

  /// At the line of a rule.
  static func finding(_ detail: Finding.Detail, _ rule: Rule) -> Finding {
    let location = Finding.Location(path: Path(RulesFile.name), line: rule.place.line, column: rule.place.column)
    return Finding(detail, at: location, rule: rule.name)
  }
}

/// What the files of a tree say about its rules, gathered one by one.
struct RulesTally {
  private let scanner: LeakScanner
  private let check: AttributeCheck
  private var used: Set<Int> = []
  private var lines: UnusedLines
  private(set) var findings: [Finding] = []

  init(_ scanner: LeakScanner) { (self.scanner, check, lines) = (scanner, AttributeCheck(scanner), UnusedLines(scanner)) }

  /// `bytes`: content as it is read.
  mutating func look(at bytes: [UInt8], _ path: Path, _ attribute: WorktreeFile.Attribute) {
    if Exclusion.isExcluded(path) { return }
    findings += check.findings(in: bytes, path, attribute)
    guard attribute == .munged else { return }
    use(bytes, path)
    lines.look(at: bytes, path)
  }

  private mutating func use(_ bytes: [UInt8], _ path: Path) {
    if used.count == scanner.known.count { return }
    let found = scanner.idle.matches(in: bytes).filter { $0.isToken([.canonical, .local]) }
    for (index, known) in scanner.known.enumerated() where !used.contains(index) && known.plan.applies(to: path) {
      // Its lines come and go: the repository need not have one.
      if known.rule.mayBeAbsent || found.contains(where: { $0.isText(of: index) }) { used.insert(index) }
    }
  }

  var unusedLines: [Finding] { lines.findings(of: used) }

  /// Rules that no file has a text of.
  var unused: [Finding] {
    scanner.known.enumerated().filter { !used.contains($0.offset) }.map { _, known in
      RulesCheck.finding(.unusedRule(canonicals: known.rule.canonicals), known.rule)
    }
  }
}

extension PlanMatch {
  /// Whether it is a canonical or a local text of a rule.
  fileprivate func isText(of rule: Int) -> Bool {
    meanings.contains { $0.rule == rule && ($0.isCanonical || $0.canonical != nil) }
  }
}

extension Finding {
  /// Of what it is, whose, and what its line says; not of where the line stands.
  static func fingerprint(_ kind: Kind, _ rule: [UInt8]?, _ path: Path, _ line: some Sequence<UInt8>) -> String {
    fingerprint(of: [Array(kind.id.utf8), rule ?? [], path.bytes, Array(line)])
  }
}
