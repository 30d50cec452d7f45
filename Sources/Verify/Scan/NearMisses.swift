package import Smudge

/// Finds canonical texts inside longer words, which no rule matches.
package struct NearMisses {
  private let plan: Plan

  package init(_ plan: Plan) { self.plan = plan }

  /// One hit for each word. `found`: the matches of the plan in the content.
  package func hits(_ found: [PlanMatch], in bytes: [UInt8]) -> [LeakScanner.Hit] {
    var known: Set<Finding.Detail> = []
    return found.filter { $0.fit == .insideWord && $0.meanings.contains(where: \.isCanonical) }.compactMap { match in
      let hit = hit(match, match.word(in: bytes))
      return known.insert(hit.detail).inserted ? hit : nil
    }
  }

  private func hit(_ match: PlanMatch, _ word: [UInt8]) -> LeakScanner.Hit {
    let rule = match.meanings.filter(\.isCanonical).map(\.rule).min().map { plan.rules[$0] }
    let whole = rule?.pairs.first?.canonical ?? match.text
    let detail = Finding.Detail.nearMiss(match.text, word: word, line: match.line(covering: word, of: whole))
    return LeakScanner.Hit(detail: detail, rule: rule?.name ?? [], range: match.range)
  }
}

extension PlanMatch {
  /// The `prefix` or `suffix` line that covers a word; `nil` if none can. `whole`: the text of the rule without these.
  package func line(covering word: [UInt8], of whole: [UInt8]) -> [UInt8]? {
    guard word.count <= Self.longest, let range = text.firstRange(of: whole) else { return nil }
    if word.starts(with: text) { return Array("suffix = ".utf8) + text[range.upperBound...] + word.dropFirst(text.count) }
    guard word.suffix(text.count) == text[...] else { return nil }
    return Array("prefix = ".utf8) + word.dropLast(text.count) + text[..<range.lowerBound]
  }
}
