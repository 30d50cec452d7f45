import Platform
import Rules
import Smudge

/// Finds values of keys that a change has emptied or removed where they were canonical, and canonical ones that replace
/// a reference.
struct ChangedValues {
  let scanner: LeakScanner
  let path: Path
  /// Whether the change is not committed yet: then the value can be put back.
  let isStaged: Bool

  /// A value with its block, which is known by the texts of its first line and its parents (`IndentTree`).
  private struct BlockValue {
    struct Place: Hashable {
      let block: Int?
      let key: [UInt8]
    }

    let place: Place
    let text: [UInt8]
    let start: Int
  }

  /// The values, and the offset of each block.
  private func values(in bytes: [UInt8]) -> (values: [BlockValue], blocks: [Int: Int]) {
    let lines = TextLines(bytes)
    let tree = IndentTree(lines.numbers.map { lines.text(of: $0) })
    let values = scanner.keyMatches(in: bytes).map { match in
      let block = tree.parents[lines.number(at: match.range.lowerBound) - 1].map { tree.paths[$0] }
      return BlockValue(
        place: .init(block: block, key: match.key),
        text: Array(bytes[match.range]),
        start: match.range.lowerBound)
    }
    return (values, Dictionary(zip(tree.paths, lines.numbers.map(lines.start))) { one, _ in one })
  }

  /// The rule with the key whose canonical text the value is.
  private func owner(of value: BlockValue) -> LeakRule? {
    scanner.known.first {
      $0.concerns(value.place.key) && $0.canonicals.contains(value.text) && scanner.applies($0, to: path)
    }
  }

  /// Hits in the new content, in ascending order. A value that has moved is none, nor is one whose block is gone.
  func hits(from old: [UInt8], to new: [UInt8]) -> [LeakScanner.Hit] {
    let before = values(in: old).values
    let after = values(in: new)
    let texts = { (values: [BlockValue]) in values.map { [$0.place.key, $0.text] }.counted }

    var gone = texts(before).subtracting(texts(after.values))
    var partners = Dictionary(grouping: after.values, by: \.place).mapValues { $0[...] }
    return before.compactMap { value -> LeakScanner.Hit? in
      let partner = partners[value.place]?.popFirst()
      let key = value.place.key
      func hit(_ detail: Finding.Detail, _ rule: LeakRule, _ start: Int, _ severity: Finding.Severity? = nil)
        -> LeakScanner.Hit
      {
        LeakScanner.Hit(detail: detail, rule: rule.rule.name, range: start..<start, severity: severity)
      }

      if let partner, let rule = owner(of: partner), ValueReference.isReference(value.text) {
        return hit(.replacedReference(value.text, canonical: partner.text, key: key), rule, partner.start)
      }

      guard partner?.text.isEmpty ?? true,
        let rule = owner(of: value),
        !rule.canonicals.contains([]),
        gone.take([key, value.text]),
        let start = partner?.start ?? value.place.block.map({ after.blocks[$0] }) ?? 0
      else { return nil }
      let detail = Finding.Detail.lostCanonical(value.text, key: key, isStaged: isStaged)
      return hit(detail, rule, start, isStaged ? .error : nil)
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}
