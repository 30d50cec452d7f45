public import Platform
import Smudge

/// The expressions of `git filter-repo --replace-text` that put canonical texts into the place of somebody's.
///
/// They are applied one after the other to every version of every file without a NUL, whatever its name. So no
/// expression touches a canonical text that its own text is a part of, be it there already or put there by another.
public struct ReplaceText: Sendable, Equatable {
  /// What the file does not say by itself.
  public enum Remark: Sendable, Hashable {
    /// The repository could have held any of these instead of the text; the first was taken.
    case ambiguous([UInt8], canonicals: [[UInt8]])
    /// No expression takes it out: nobody knows what stood there.
    case stays([UInt8])
  }

  /// The file: a line for each expression; empty where there is nothing to replace.
  public let bytes: [UInt8]
  /// Each once, in the order of the findings.
  public let remarks: [Remark]

  /// `rules`: those that the findings speak of; their texts are not to be replaced.
  public init(_ findings: [Finding], rules: Rules) {
    let leaks = findings.flatMap { LeakedText.all($0, rules) }
    let merged = LeakedText.merged(leaks).filter { $0.canonical != $0.text }
    let kept = rules.rules.flatMap { $0.covered + $0.excepts } + merged.map(\.canonical)
    let lines = merged.sorted(by: LeakedText.isEarlier).flatMap { ReplacementLines($0, keeping: kept.uniqued).lines }
    bytes = Array(lines.joined().utf8)
    remarks = Self.remarks(findings, merged)
  }

  /// Of all that a report has found.
  public init(_ report: VerifyReport) { self.init(report.findings, rules: report.rules ?? Rules()) }

  /// Writes the file, for its owner's eyes alone.
  public func write(to path: Path) throws(MungeError) {
    try wrapping { () throws(SystemError) in try FileSystem.replace(path, with: bytes, mode: 0o600) }
  }

  private static func remarks(_ findings: [Finding], _ leaks: [LeakedText]) -> [Remark] {
    let ambiguous = leaks.filter { $0.canonicals.count > 1 }.map { Remark.ambiguous($0.text, canonicals: $0.canonicals) }
    let staying = findings.compactMap { finding in
      if case .nearLeak(_, let word) = finding.matter { Remark.stays(word) } else { nil }
    }
    var seen: Set<Remark> = []
    return (ambiguous + staying).filter { seen.insert($0).inserted }
  }
}

/// A text that is to be replaced.
struct LeakedText: Hashable {
  enum Scope: Hashable {
    /// Wherever it stands alone.
    case everywhere
    /// In the values of a key.
    case values(key: [UInt8], KeyedScope.Extent)
  }

  let text: [UInt8]
  let scope: Scope
  /// At least one.
  var canonicals: [[UInt8]]

  var canonical: [UInt8] { canonicals.first ?? [] }

  /// None where the finding is of no text, or nobody knows its canonical one.
  static func all(_ finding: Finding, _ rules: Rules) -> [LeakedText] {
    let rule = rules.rules.first { $0.name == finding.rule }
    switch finding.matter {
    case .foreignValue(let text, let key, let canonicals):
      return [LeakedText(text: text, scope: .values(key: key, .whole), canonicals: canonicals)]
    case .looksLocal(let text, _, let canonical), .localText(let text, let canonical), .ownText(let text, let canonical),
      .formerText(let text, let canonical):
      return scopes(rule).map { LeakedText(text: text, scope: $0, canonicals: [canonical] + others(rule)) }
    case .nearLeak, .replacedCanonical, .partlySearched, .badRules, .missingRules, .unusedRule, .unusedLine, .missingAttribute,
      .needlessAttribute, .otherFilter, .neverMunged, .ambiguousTexts, .unseenLocal, .acceptedByChange, .noLongerMunged,
      .notRestored, .filterActive, .changedFile:
      return []
    }
  }

  private static func scopes(_ rule: Rule?) -> [Scope] {
    guard let rule, let extent = rule.extent else { return [.everywhere] }
    return rule.keys.map { .values(key: $0, extent) }
  }

  private static func others(_ rule: Rule?) -> [[UInt8]] {
    rule.map { $0.canonicals.count > 1 ? $0.canonicals : [] } ?? []
  }

  /// Each text once in each scope, with all that it may stand for.
  static func merged(_ leaks: [LeakedText]) -> [LeakedText] {
    var (merged, places): ([LeakedText], [LeakedText: Int]) = ([], [:])
    for leak in leaks {
      let bare = LeakedText(text: leak.text, scope: leak.scope, canonicals: [])
      let place = places[bare] ?? merged.count
      if place == merged.count { merged.append(bare) }
      places[bare] = place
      merged[place].canonicals += leak.canonicals
    }
    return merged.map { LeakedText(text: $0.text, scope: $0.scope, canonicals: $0.canonicals.uniqued) }
  }

  /// The longest text first, so that none is gone before what it is a part of; a key before all content.
  static func isEarlier(_ one: LeakedText, _ other: LeakedText) -> Bool {
    if one.text.count != other.text.count { return one.text.count > other.text.count }
    if one.text != other.text { return one.text.lexicographicallyPrecedes(other.text) }
    return one.rank.lexicographicallyPrecedes(other.rank)
  }

  private var rank: [UInt8] {
    switch scope {
    case .values(let key, .whole): [0] + key
    case .values(let key, .part): [1] + key
    case .everywhere: [2]
    }
  }
}
