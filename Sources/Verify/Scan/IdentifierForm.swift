import Platform
import Rules
import Smudge

/// The form of an identifier. A value of another form than the texts of a rule is not a leak of that rule.
enum IdentifierForm: Hashable {
  case uuid
  case number
  /// A team identifier of Apple.
  case team
  /// Words joined by dots, such as a bundle id or a host name.
  case dotted
  /// An IP address, `localhost`, or a host with a port.
  case machine
  case word
  /// Words with blanks or other bytes between them.
  case phrase

  /// The most specific form of a text; `nil` for an empty one.
  init?(of text: [UInt8]) {
    if text.isEmpty { return nil }
    let kinds: [(VariableKind, IdentifierForm)] = [(.uuid, .uuid), (.number, .number), (.teamID, .team)]
    let isHostWithPort = text.contains(UInt8.colon) && VariableKind.host.accepts(text)

    if let (_, form) = kinds.first(where: { kind, _ in kind.accepts(text) }) {
      self = form
    } else if isHostWithPort || text.elementsEqual("localhost".utf8) {
      self = .machine
    } else if text.allSatisfy(Boundary.isIdentifier) {
      self = .word
    } else {
      self.init(ofParts: text.split(separator: .dot, omittingEmptySubsequences: false))
    }
  }

  /// The form of a text with other bytes than those of a word, by its parts between dots; a version such as `1.0.2` is
  /// not dotted.
  private init(ofParts parts: [ArraySlice<UInt8>]) {
    let isDotted =
      parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(Boundary.isIdentifier) }
      && parts.contains { $0.first.map { (0x41...0x5A).contains($0 & 0xDF) } ?? false }
    let isAddress = parts.count == 4 && parts.allSatisfy { VariableKind.number.accepts(Array($0)) && $0.count < 4 }
    self =
      if isDotted {
        .dotted
      } else {
        isAddress ? .machine : .phrase
      }
  }
}

/// The forms of the texts of a rule.
struct IdentifierForms {
  private let forms: Set<IdentifierForm>

  /// The forms by the kind of the variable, if the local text is only that variable and the kind has a form; else from
  /// the texts.
  init(of rule: Rule, _ rules: Rules) {
    let kind = rule.local.parts.count == 1 ? rule.local.variables.first.flatMap { rules.variable($0)?.kind } : nil
    let texts = rule.canonicals + [rule.local.filled { _ in nil }].compactMap(\.self)
    switch kind {
    case .teamID: forms = [.team]
    case .bundleID, .applicationID: forms = [.dotted]
    case .host: forms = [.dotted, .machine]
    case .uuid: forms = [.uuid]
    case .number: forms = [.number]
    case .label, .word: forms = Set(texts.compactMap { IdentifierForm(of: $0) } + [.word])
    case .text, nil: forms = Set(texts.compactMap { IdentifierForm(of: $0) })
    }
  }

  /// Whether a value has one of the forms; if there are none, any value fits.
  func fit(_ value: [UInt8]) -> Bool {
    if forms.isEmpty { return true }
    // The value can continue: `TEAM=ABCDE12345 xcodebuild`, `ABCDE12345.com.acme.app`.
    let first = value.prefix { $0 != .space }
    let word = IdentifierForm(of: Array(first.prefix(while: Boundary.isIdentifier))).flatMap {
      [.team, .uuid].contains($0) ? $0 : nil
    }
    return [IdentifierForm(of: value), IdentifierForm(of: Array(first)), word].compactMap(\.self).contains(where: has)
  }

  private func has(_ form: IdentifierForm) -> Bool { forms.contains(form) || form == .word && forms.contains(.phrase) }
}
