import Platform
package import Rules
package import Smudge

/// The local texts of this working tree, current and former.
struct OwnTexts: Sendable {
  let compiled: CompiledPlan
  /// Canonical texts, which are not reported.
  private let canonicals: Set<[UInt8]>
  /// Local texts without variables, which are the same for all developers; in files without the attribute they are not
  /// reported.
  private let constants: Set<[UInt8]>

  /// The rules, which know their files.
  private let known: Rules

  init(_ plan: Plan, besides rules: [Plan], _ known: Rules) {
    self.known = known
    compiled = CompiledPlan(plan)
    canonicals = Set(rules.flatMap(\.rules).flatMap { $0.pairs.map(\.canonical) })
    constants = Set(rules.flatMap(\.rules).flatMap { $0.pairs.compactMap(\.replacement) })
  }

  /// The hits in content of any type, also in one that is never munged, because it is committed as is.
  func hits(in bytes: [UInt8], isOurs: Bool, _ steps: ([UInt8]) -> [Finding.Step]) -> [LeakScanner.Hit] {
    let allowed = isOurs ? canonicals : canonicals.union(constants)
    return compiled.matchesInAnyContent(in: bytes)
      .filter { !$0.roles.contains(.canonical) && !allowed.contains($0.text) }
      .compactMap { match in
        let rule = match.meanings.first(where: \.isForeign).map { compiled.rules[$0.rule].name } ?? []
        return detail(match, bytes, known.file(of: rule), steps).map {
          LeakScanner.Hit(detail: $0, rule: rule, range: match.range)
        }
      }
  }

  private func detail(_ match: PlanMatch, _ bytes: [UInt8], _ file: String, _ steps: ([UInt8]) -> [Finding.Step])
    -> Finding.Detail?
  {
    if match.roles.isDisjoint(with: .foreign) { return nil }
    switch match.fit {
    case .insideWord:
      let word = match.word(in: bytes)
      let local = match.meanings.first { if case .local = $0.role { true } else { false } }
      // The local text of the rule without a prefix and a suffix.
      let whole = local.flatMap { compiled.rules[$0.rule].pairs.first?.replacement } ?? match.text
      return .nearLeak(
        match.text, word: word, canonical: match.canonical, line: match.line(covering: word, of: whole), in: file)
    case .token:
      if match.roles == .outsideKey {
        let pairs = match.meanings.flatMap { compiled.rules[$0.rule].pairs }
        let canonical = pairs.first { $0.replacement == match.text }?.canonical
        return .outsideKeys(
          match.text, canonical: canonical ?? [], key: KeySearch.key(of: match.range, in: bytes), in: file)
      }
      let canonical = match.canonical ?? []
      return .ownText(
        match.text, canonical: canonical, isFormer: !match.roles.contains(.local), steps(canonical))
    }
  }
}

extension [PlanMatch] {
  /// The canonical texts inside longer words, one hit for each word. `plan`: that of the matches.
  package func nearMisses(of plan: Plan, in bytes: [UInt8], _ known: Rules?) -> [LeakScanner.Hit] {
    var reported: Set<Finding.Detail> = []
    return filter { $0.fit == .insideWord && $0.meanings.contains(where: \.isCanonical) }.compactMap { match in
      let word = match.word(in: bytes)
      let rule = match.meanings.filter(\.isCanonical).map(\.rule).min().map { plan.rules[$0] }
      let line = match.line(covering: word, of: rule?.pairs.first?.canonical ?? match.text)
      let detail = Finding.Detail.nearMiss(
        match.text, word: word, line: line, in: known?.file(of: rule?.name) ?? RulesFile.name)
      return reported.insert(detail).inserted
        ? LeakScanner.Hit(detail: detail, rule: rule?.name ?? [], range: match.range) : nil
    }
  }
}

extension PlanMatch {
  /// The `prefix` or `suffix` line that covers a word; `nil` if none can. `whole`: the text of the rule without these.
  package func line(covering word: [UInt8], of whole: [UInt8]) -> (key: String, value: [UInt8])? {
    guard word.count <= Self.longest, let range = text.firstRange(of: whole) else { return nil }
    if word.starts(with: text) {
      return ("suffix", Array(text[range.upperBound...] + word.dropFirst(text.count)))
    }
    guard word.suffix(text.count) == text[...] else { return nil }
    return ("prefix", Array(word.dropLast(text.count) + text[..<range.lowerBound]))
  }
}
