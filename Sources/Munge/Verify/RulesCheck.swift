import Git
import Platform
import Smudge

/// Reads the rules file of a commit, and looks for what is wrong with it and with the attributes that go with it.
struct RulesCheck {
  /// What the rules file of a commit is.
  enum Standing {
    case none
    case fine(Rules, LeakScanner)
    case bad(Finding)
  }

  static func read(_ tree: CommittedTree, _ git: GitCommand, own: Plan?) throws(MungeError) -> Standing {
    do throws(MungeError) {
      guard let bytes = try tree.rulesFile(git) else { return .none }
      let rules = try parsed(bytes)
      return .fine(rules, try LeakScanner(rules, own: own))
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

  private static func finding(_ words: String, _ place: Place?) -> Finding {
    let location = Finding.Location(path: Path(RulesFile.name), line: place?.line, column: place?.column)
    return Finding(
      .badRules(words), .error, at: location, fingerprint: Finding.fingerprint(.badRules, nil, location.path, []))
  }

  /// Files have the attribute, and nothing says what to munge.
  static func missing(files: Int) -> Finding {
    let path = Path(RulesFile.name)
    return Finding(
      .missingRules(files: files), .error, at: Finding.Location(path: path),
      fingerprint: Finding.fingerprint(.missingRules, nil, path, []))
  }

  /// Rules with a local text that nobody can see in the repository.
  static func advice(on rules: Rules) -> [Finding] {
    rules.rules.filter { $0.keys.isEmpty && !$0.local.variables.isEmpty && LocalShape($0.local, rules) == nil }.map { rule in
      finding(.unseenLocal(template: rule.local.description), .advice, rule)
    }
  }

  /// At the line of a rule.
  static func finding(_ matter: Finding.Matter, _ severity: Finding.Severity, _ rule: Rule) -> Finding {
    let location = Finding.Location(path: Path(RulesFile.name), line: rule.place.line, column: rule.place.column)
    return Finding(
      matter, severity, at: location, rule: rule.name,
      fingerprint: Finding.fingerprint(matter.kind, rule.name, location.path, []))
  }
}

/// What the files of a tree say about its rules, gathered one by one.
struct RulesTally {
  private let rules: Rules
  private let plan: Plan
  private let lexicon: Lexicon
  private var used: Set<Int> = []
  private(set) var findings: [Finding] = []

  init(_ rules: Rules, _ scanner: LeakScanner) {
    (self.rules, lexicon, plan) = (rules, scanner.idle, scanner.plan)
  }

  mutating func look(at content: [UInt8], _ path: Path, _ attribute: WorktreeFile.Attribute) {
    if Exclusion.isExcluded(path) { return }
    switch attribute {
    case .munged: lookAtMunged(content, path)
    case .unspecified: if let (text, rule) = canonical(in: content, path) { note(.missingAttribute(text), path, rule) }
    case .declined, .other: break
    }
  }

  /// A file of another filter, as far as its path says: what is in it is the business of that filter.
  mutating func note(otherFilter filter: String, _ path: Path) {
    for (rule, planned) in zip(rules.rules, plan.rules) where !rule.paths.isEmpty && planned.applies(to: path) {
      note(.otherFilter(filter: filter), path, rule)
      return
    }
  }

  private mutating func lookAtMunged(_ content: [UInt8], _ path: Path) {
    let bytes = lexicon.readable(content)
    if Exclusion.kind(of: bytes) != nil {
      if let (text, rule) = canonical(in: bytes.filter { $0 != 0 }, path) { note(.neverMunged(text), path, rule) }
      return
    }
    if used.count == plan.rules.count { return }
    let found = lexicon.occurrences(in: bytes).filter { $0.isToken([.canonical, .local]) }
    for (index, rule) in plan.rules.enumerated() where !used.contains(index) && rule.applies(to: path) {
      let isUsed = found.contains { sighting in
        rule.covers(sighting) && rule.pairs.contains { $0.canonical == sighting.text || $0.local == sighting.text }
      }
      if isUsed { used.insert(index) }
    }
  }

  /// A text of a rule that would be munged here.
  private func canonical(in content: [UInt8], _ path: Path) -> (text: [UInt8], rule: Rule)? {
    for sighting in lexicon.occurrencesAnyway(in: content) where sighting.isToken(.canonical) && !sighting.text.isEmpty {
      for (rule, planned) in zip(rules.rules, plan.rules)
      where rule.covered.contains(sighting.text) && planned.covers(sighting) && planned.applies(to: path) {
        return (sighting.text, rule)
      }
    }
    return nil
  }

  private mutating func note(_ matter: Finding.Matter, _ path: Path, _ rule: Rule) {
    findings.append(Finding(
      matter, .warning, at: Finding.Location(path: path), rule: rule.name,
      fingerprint: Finding.fingerprint(matter.kind, rule.name, path, [])))
  }

  /// Rules that no file has a text of.
  var unused: [Finding] {
    rules.rules.enumerated().filter { !used.contains($0.offset) }.map { _, rule in
      RulesCheck.finding(.unusedRule(canonicals: rule.canonicals), .warning, rule)
    }
  }
}

extension Finding {
  /// Of what it is, whose, and what its line says; not of where the line stands.
  static func fingerprint(_ kind: Kind, _ rule: [UInt8]?, _ path: Path, _ line: some Sequence<UInt8>) -> String {
    fingerprint(of: [Array(kind.rawValue.utf8), rule ?? [], path.bytes, Array(line)])
  }
}
