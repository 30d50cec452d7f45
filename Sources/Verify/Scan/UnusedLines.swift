import Platform
import Rules
import Smudge

/// Finds lines of the rules that have no effect in any munged file: those of keys that can be repeated, without `canonical`.
struct UnusedLines: Sendable {
  /// Lines of one rule that no file has used yet.
  private struct Unused {
    let rule: Rule
    let plan: PlanRule
    var lines: [(line: Rule.RuleLine, texts: WholeWordSearch)]
  }

  private let scanner: LeakScanner
  private var unused: [Unused]

  init(_ scanner: LeakScanner) {
    self.scanner = scanner
    unused = scanner.known.map { known in
      Unused(
        rule: known.rule, plan: known.plan,
        lines: known.rule.lines.map { ($0, WholeWordSearch(known.rule.texts(of: $0))) })
    }
  }

  /// Removes the lines that other files use.
  mutating func add(_ other: UnusedLines) {
    for index in unused.indices {
      let left = Set(other.unused[index].lines.map(\.line))
      unused[index].lines.removeAll { !left.contains($0.line) }
    }
  }

  /// Checks a munged file; `bytes`: readable content, `matches`: those of the scanner in it.
  mutating func look(at bytes: [UInt8], _ path: Path, _ matches: [PlanMatch]) {
    if unused.allSatisfy(\.lines.isEmpty) { return }
    let tokens = Set(matches.filter { $0.fit == .token }.map(\.text))
    let keys = Set(scanner.keyMatches(in: bytes).map(\.key))
    for index in unused.indices {
      let (rule, plan) = (unused[index].rule, unused[index].plan)
      let isForFile = plan.applies(to: path)
      unused[index].lines.removeAll { line, texts in
        switch line.key {
        case .path: PathPattern(line.value).covers(path)
        case .key, .exceptKey, .check: isForFile && keys.contains(line.value)
        case .prefix, .suffix: isForFile && !tokens.isDisjoint(with: rule.covered(by: line))
        case .except: isForFile && texts.occur(in: bytes)
        case .canonical, .local, .onInsert: true
        }
      }
    }
  }

  /// Findings for the rules in `used`, except those with `mayBeAbsent`.
  func findings(of used: Set<Int>) -> [Finding] {
    unused.enumerated().filter { used.contains($0.offset) && !$0.element.rule.mayBeAbsent }.flatMap { _, unused in
      unused.lines.map { Self.finding($0.line, unused.rule) }
    }
  }

  private static func finding(_ line: Rule.RuleLine, _ rule: Rule) -> Finding {
    let location = Finding.Location(path: Path(RulesFile.name), line: line.place.line, column: line.place.column)
    let words = Array("\(line.key.rawValue) = ".utf8) + line.value
    return Finding(.unusedLine(words), at: location, rule: rule.name, mark: words)
  }
}

extension Rule {
  /// Whether the repository can be without a line of it: an empty canonical text with `on-insert = drop`.
  var mayBeAbsent: Bool { onInsert == .drop && canonicals.contains([]) }

  /// The texts that the rule covers only with a `prefix` or `suffix` line.
  fileprivate func covered(by line: RuleLine) -> [[UInt8]] {
    let added = affixes.filter { (line.key == .prefix ? $0.prefix : $0.suffix) == line.value }
    return added.flatMap { affix in canonicals.map { affix.around($0) } }
  }

  /// The texts to search for in files.
  fileprivate func texts(of line: RuleLine) -> [[UInt8]] {
    switch line.key {
    case .except: [line.value]
    case .canonical, .local, .key, .exceptKey, .check, .onInsert, .prefix, .suffix, .path: []
    }
  }
}
