package import Engine

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
    let detail = Finding.Detail.nearMiss(match.text, word: word, suffix: match.suffix(covering: word, of: whole))
    return LeakScanner.Hit(detail: detail, rule: rule?.name ?? [], range: match.range)
  }
}

extension PlanMatch {
  /// The value of a `suffix` line that covers a word; `nil` if none can. `whole`: the text of the rule without a suffix.
  package func suffix(covering word: [UInt8], of whole: [UInt8]) -> [UInt8]? {
    guard word.starts(with: text), word.count <= Self.longest else { return nil }
    return Array(text.dropFirst(whole.count) + word.dropFirst(text.count))
  }
}
