import Platform

/// A local text with variables: `com.blah.user-${handle}`.
package struct Template: Sendable, Equatable, CustomStringConvertible {
  /// A part of the text.
  package enum Part: Sendable, Equatable {
    case text([UInt8])
    case variable(String)
  }

  package let parts: [Part]
  let place: RulesPosition

  /// The names of the variables, in order.
  package var variables: [String] {
    parts.compactMap { part in
      if case .variable(let name) = part { name } else { nil }
    }
  }

  /// The text with the values of all variables; `nil` if one is missing.
  package func filled(_ value: (String) -> [UInt8]?) -> [UInt8]? {
    var text: [UInt8] = []
    for part in parts {
      switch part {
      case .text(let bytes):
        text += bytes
      case .variable(let name):
        guard let value = value(name) else { return nil }
        text += value
      }
    }
    return text
  }

  /// The value of a variable with which the text is this one. `values`: those of the others.
  package func value(of variable: String, giving text: [UInt8], _ values: (String) -> [UInt8]?) -> [UInt8]? {
    guard let marked = filled({ $0 == variable ? [0] : values($0) }) else { return nil }
    let ends = marked.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
    return ends.count == 2 ? Affix(prefix: ends[0], suffix: ends[1]).stem(of: text) : nil
  }

  /// Whether the fixed text has only bytes of words.
  var isOfTokenBytes: Bool {
    TextFlaw.flaw(ofBytes: filled { _ in [] } ?? []) == nil
  }

  /// The template as it is written in the rules file.
  package var description: String {
    (filled { "${\($0)}".bytes } ?? []).string
  }
}
