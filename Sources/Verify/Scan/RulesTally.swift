import Platform
import Rules
import Smudge

/// Counts which rules and lines the files of a tree use.
struct RulesTally: Sendable {
  private struct RuleUse {
    let known: LeakRule
    var isUsed = false
    /// Lines that no file has used yet: those of keys that can be repeated, without `canonical`; with the texts of
    /// `except`.
    var lines: [(line: Rule.RuleLine, texts: WholeWordSearch)]
  }

  private let scanner: LeakScanner
  private var rules: [RuleUse]
  private(set) var findings: [Finding] = []

  init(_ scanner: LeakScanner) {
    self.scanner = scanner
    rules = scanner.known.map { known in
      RuleUse(known: known, lines: known.rule.lines.map { ($0, WholeWordSearch($0.key == .except ? [$0.value] : [])) })
    }
  }

  /// Counts the uses in a file. `bytes`: its content; `matches`: those of the scanner in it; `nil` in content that
  /// is not munged.
  mutating func count(_ bytes: [UInt8], _ path: Path, _ attribute: FilterAttribute, _ matches: LeakScanner.Matches?) {
    if Exclusion.isExcluded(path) { return }
    findings += scanner.attributeFindings(in: bytes, path, attribute)
    if attribute != .munged || rules.allSatisfy({ $0.isUsed && $0.lines.isEmpty }) { return }

    let uses = matches?.texts.filter { $0.isToken([.canonical, .local]) } ?? []
    let tokens = Set(matches?.texts.filter { $0.fit == .token }.map(\.text) ?? [])
    let keys = Set((matches?.values ?? scanner.keyMatches(in: bytes)).map(\.key))

    for index in rules.indices {
      let known = rules[index].known
      let isForFile = known.plan.applies(to: path)
      if isForFile, !rules[index].isUsed {
        // With `on-insert = drop` and an empty canonical text, the repository can be without it.
        rules[index].isUsed =
          known.rule.mayBeAbsent
          || uses.contains { match in
            match.meanings.contains { $0.rule == index && ($0.isCanonical || $0.canonical != nil) }
          }
      }

      rules[index].lines.removeAll { line, texts in
        switch line.key {
        case .path: PathPattern(line.value).covers(path)
        case .key, .exceptKey, .check: isForFile && keys.contains(line.value)
        case .prefix, .suffix: isForFile && !tokens.isDisjoint(with: known.rule.covered(by: line))
        case .except: isForFile && texts.occur(in: bytes)
        case .canonical, .local, .onInsert: true
        }
      }
    }
  }

  mutating func merge(_ other: RulesTally) {
    for index in rules.indices {
      let left = Set(other.rules[index].lines.map(\.line))
      rules[index].lines.removeAll { !left.contains($0.line) }
      rules[index].isUsed = rules[index].isUsed || other.rules[index].isUsed
    }
    findings += other.findings
  }

  /// Findings about lines of used rules that have no effect.
  var unusedLines: [Finding] {
    rules.filter { $0.isUsed && !$0.known.rule.mayBeAbsent }.flatMap { use in
      // A key of lines that a program inserts is in the repository by chance.
      use.lines.filter { $0.line.key != .key || use.known.rule.onInsert != .drop }.map { line, _ in
        let text = "\(line.key.rawValue) = ".bytes + line.value
        return RulesCheck.finding(.unusedLine(text), line.place, of: use.known.rule, mark: text)
      }
    }
  }

  /// Findings about rules that match nothing.
  var unused: [Finding] {
    rules.filter { !$0.isUsed }.map { use in
      let rule = use.known.rule
      let detail = Finding.Detail.unusedRule(canonicals: rule.canonicals, isKeyed: !rule.keys.isEmpty)
      return RulesCheck.finding(detail, rule.place, of: rule)
    }
  }
}

extension Rule {
  /// Whether the repository can be without a line of it: an empty canonical text with `on-insert = drop`.
  fileprivate var mayBeAbsent: Bool { onInsert == .drop && canonicals.contains([]) }

  /// The texts that the rule covers only with a `prefix` or `suffix` line.
  fileprivate func covered(by line: RuleLine) -> [[UInt8]] {
    let added = affixes.filter { (line.key == .prefix ? $0.prefix : $0.suffix) == line.value }
    return added.flatMap { affix in canonicals.map { affix.around($0) } }
  }
}
