// The check of an `attributes` line.

import Platform

extension RulesError.AttributesFlaw {
  /// Why a line cannot be an `attributes` line; `nil` if it can: a pattern with `filter=munge`, `-filter` or `!filter` alone.
  static func flaw(of line: [UInt8]) -> Self? {
    if !String(decoding: line, as: UTF8.self).utf8.elementsEqual(line) { return .notUTF8 }
    guard let parsed = AttributeLine(line), case .pattern(let pattern) = parsed.subject, !pattern.isEmpty
    else { return .noPattern }
    guard parsed.attributes.count == 1, parsed.attributes[0].name == Array("filter".utf8) else { return .notOnlyFilter }
    switch parsed.attributes[0].state {
    case .unset, .unspecified: return nil
    case .value(let name): return name == Array("munge".utf8) ? nil : .otherFilter
    case .set: return .otherFilter
    }
  }
}
