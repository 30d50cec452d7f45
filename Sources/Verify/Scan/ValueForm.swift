import Smudge

/// What an identifier looks like: a value of another form than a rule's texts is no developer's text of that rule.
enum ValueForm: Hashable {
  case uuid
  case number
  /// Apple's, for a team.
  case team
  /// Words joined by dots, such as a bundle id or the name of a host.
  case dotted
  /// The address of a machine that has no dotted name.
  case machine
  case word
  /// Words with blanks or other bytes between them.
  case phrase

  /// The narrowest form of a text; `nil` for an empty one, which has none.
  init?(of text: [UInt8]) {
    if text.isEmpty { return nil }
    let kinds: [(VariableKind, ValueForm)] = [(.uuid, .uuid), (.number, .number), (.teamID, .team)]
    if let (_, form) = kinds.first(where: { kind, _ in kind.accepts(text) }) {
      self = form
    } else if text.elementsEqual("localhost".utf8) || VariableKind.host.accepts(text) && text.contains(where: Self.isColon) {
      self = .machine
    } else if text.allSatisfy(Boundary.isIdentifier) {
      self = .word
    } else {
      self = Self.isDotted(text) ? .dotted : Self.isAddress(text) ? .machine : .phrase
    }
  }

  private static func isColon(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ":") }

  private static func parts(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  }

  /// A version such as `1.0.2` is not.
  private static func isDotted(_ text: [UInt8]) -> Bool {
    let parts = parts(of: text)
    return parts.count > 1 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(Boundary.isIdentifier) }
      && parts.contains { $0.first.map { (0x41...0x5A).contains($0 & 0xDF) } ?? false }
  }

  private static func isAddress(_ text: [UInt8]) -> Bool {
    let parts = parts(of: text)
    return parts.count == 4 && parts.allSatisfy { VariableKind.number.accepts(Array($0)) && $0.count < 4 }
  }
}

/// The forms that the texts of a rule have.
struct ValueForms {
  private let forms: Set<ValueForm>

  /// By the kind of the variable, where the local text is nothing else and the kind says enough; else by the texts themselves.
  init(of rule: Rule, _ rules: Rules) {
    let kind = rule.local.parts.count == 1 ? rule.local.variables.first.flatMap { rules.variable($0)?.kind } : nil
    let texts = rule.canonicals + [rule.local.filled { _ in nil }].compactMap(\.self)
    switch kind {
    case .teamID: forms = [.team]
    case .bundleID, .applicationID: forms = [.dotted]
    case .host: forms = [.dotted, .machine]
    case .uuid: forms = [.uuid]
    case .number: forms = [.number]
    case .label: forms = Set(texts.compactMap { ValueForm(of: $0) } + [.word])
    case .text, nil: forms = Set(texts.compactMap { ValueForm(of: $0) })
    }
  }

  /// Whether a value has one of them. Where a rule says nothing about its texts, any value could be one.
  func fit(_ value: [UInt8]) -> Bool {
    if forms.isEmpty { return true }
    // The rest of a line may follow, as in `TEAM=ABCDE12345 xcodebuild`, or an identifier of that team.
    let first = value.prefix { $0 != UInt8(ascii: " ") }
    let word = ValueForm(of: Array(first.prefix(while: Boundary.isIdentifier))).flatMap { [.team, .uuid].contains($0) ? $0 : nil }
    return [ValueForm(of: value), ValueForm(of: Array(first)), word].compactMap(\.self).contains(where: has)
  }

  private func has(_ form: ValueForm) -> Bool { forms.contains(form) || form == .word && forms.contains(.phrase) }
}
