// Texts inside longer words, which no rule matches.

package import Smudge

extension [PlanMatch] {
  /// The canonical texts inside longer words, one hit for each word. `plan`: that of the matches.
  package func nearMisses(of plan: Plan, in bytes: [UInt8]) -> [LeakScanner.Hit] {
    var known: Set<Finding.Detail> = []
    return filter { $0.fit == .insideWord && $0.meanings.contains(where: \.isCanonical) }.compactMap { match in
      let word = match.word(in: bytes)
      let rule = match.meanings.filter(\.isCanonical).map(\.rule).min().map { plan.rules[$0] }
      let line = match.line(covering: word, of: rule?.pairs.first?.canonical ?? match.text)
      let detail = Finding.Detail.nearMiss(match.text, word: word, line: line)
      return known.insert(detail).inserted ? LeakScanner.Hit(detail: detail, rule: rule?.name ?? [], range: match.range) : nil
    }
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
