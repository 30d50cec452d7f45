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

  /// Hits in the new content, in ascending order. A value that has moved is none, nor is one whose block is gone.
  func hits(from old: [UInt8], to new: [UInt8]) -> [LeakScanner.Hit] {
    let before = TextLines(old)
    let after = TextLines(new)
    let formers = scanner.keyMatches(in: old)
    let values = scanner.keyMatches(in: new)
    var gone = texts(formers, old).subtracting(texts(values, new))
    let formersByLine = Dictionary(grouping: formers) {
      before.number(at: $0.range.lowerBound)
    }
    let valuesByLine = Dictionary(grouping: values) {
      after.number(at: $0.range.lowerBound)
    }
    return before.hunks(to: after).flatMap { hunk in
      var partners = Dictionary(grouping: hunk.new.flatMap { valuesByLine[$0] ?? [] }, by: \.key).mapValues { $0[...] }
      let outermost = hunk.old.compactMap(before.indentation).min()
      return hunk.old.flatMap { line in
        (formersByLine[line] ?? []).compactMap { former -> LeakScanner.Hit? in
          let key = former.key
          let text = Array(old[former.range])
          let partner = partners[key]?.popFirst()
          if let partner, let rule = owner(of: Array(new[partner.range]), key), ValueReference.isReference(text) {
            let detail = Finding.Detail.replacedReference(text, canonical: Array(new[partner.range]), key: key)
            return hit(detail, rule, partner.range.lowerBound)
          }
          // The lines of a block have more indentation than its ends.
          guard
            partner?.range.isEmpty ?? (before.indentation(line) == outermost),
            let rule = owner(of: text, key),
            !rule.canonicals.contains([]),
            gone.take([key, text])
          else { return nil }
          let start = partner?.range.lowerBound ?? after.start(of: max(1, hunk.new.lowerBound - 1))
          return hit(.lostCanonical(text, key: key, isStaged: isStaged), rule, start, isStaged ? .error : nil)
        }
      }
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func texts(_ values: [KeySearch.KeyMatch], _ bytes: [UInt8]) -> [[[UInt8]]: Int] {
    values.map { [$0.key, Array(bytes[$0.range])] }.counted
  }

  /// The rule with the key whose canonical text the value is.
  private func owner(of text: [UInt8], _ key: [UInt8]) -> LeakRule? {
    scanner.known.first {
      $0.concerns(key)
        && $0.canonicals.contains(text)
        && scanner.applies($0, to: path)
    }
  }

  private func hit(_ detail: Finding.Detail, _ rule: LeakRule, _ start: Int, _ severity: Finding.Severity? = nil)
    -> LeakScanner.Hit
  {
    LeakScanner.Hit(detail: detail, rule: rule.rule.name, range: start..<start, severity: severity)
  }
}

extension TextLines {
  /// The number of blanks before the text of a line; `nil` without text.
  fileprivate func indentation(_ line: Int) -> Int? {
    trimmed(line).isEmpty ? nil : text(of: line).prefix(while: isBlank).count
  }
}
