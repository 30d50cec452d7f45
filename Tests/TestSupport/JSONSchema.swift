/// As much of JSON Schema (draft 2020-12) as our own schemas use; any other word in one is an error.
public struct JSONSchema: Sendable {
  private let root: JSON

  public init(_ text: String) throws { root = try JSON(text) }

  /// What is wrong with a document, each with its place; none: it is valid.
  public func flaws(of document: JSON) -> [String] { flaws(document, root, "$") }

  /// Words that a schema may have and that ask nothing of a document.
  private static let notes: Set = ["$schema", "$defs", "title", "description"]

  private func flaws(_ value: JSON, _ schema: JSON, _ place: String) -> [String] {
    schema.members.sorted { $0.key < $1.key }.flatMap { word, rule in
      Self.notes.contains(word) ? [] : flaws(value, word, rule, place)
    }
  }

  private func flaws(_ value: JSON, _ word: String, _ rule: JSON, _ place: String) -> [String] {
    func flaw(_ words: String, unless isFine: Bool) -> [String] { isFine ? [] : ["\(place): \(words)"] }
    switch word {
    case "type":
      return flaw("no \(rule.text ?? "known type")", unless: isOf(rule.text ?? "", value))
    case "const":
      return flaw("not \(rule)", unless: value == rule)
    case "enum":
      return flaw("\(value) is none of the values", unless: rule.list.contains(value))
    case "minLength":
      return flaw("too short", unless: value.text.map { Double($0.unicodeScalars.count) >= rule.number ?? 0 } ?? true)
    case "minimum":
      return flaw("too small", unless: value.number.map { $0 >= rule.number ?? 0 } ?? true)
    case "required":
      guard case .object(let members) = value else { return [] }
      return rule.list.compactMap(\.text).flatMap { flaw("no member '\($0)'", unless: members[$0] != nil) }
    case "properties":
      return rule.members.sorted { $0.key < $1.key }.flatMap { name, schema in
        value[name].map { flaws($0, schema, "\(place).\(name)") } ?? []
      }
    case "items":
      return value.list.enumerated().flatMap { flaws($1, rule, "\(place)[\($0)]") }
    case "anyOf":
      return flaw("as none of them", unless: rule.list.contains { flaws(value, $0, place).isEmpty })
    case "$ref":
      return resolved(rule).map { flaws(value, $0, place) } ?? ["\(place): \(rule) leads nowhere"]
    default:
      return ["\(place): the schema says '\(word)', which is not known here"]
    }
  }

  private func isOf(_ type: String, _ value: JSON) -> Bool {
    switch value {
    case .null: type == "null"
    case .truth: type == "boolean"
    case .number(let number): type == "number" || type == "integer" && number == number.rounded()
    case .text: type == "string"
    case .list: type == "array"
    case .object: type == "object"
    }
  }

  private func resolved(_ reference: JSON) -> JSON? {
    guard let text = reference.text, text.hasPrefix("#/$defs/") else { return nil }
    return root["$defs"]?[String(text.dropFirst("#/$defs/".count))]
  }

  // MARK: What is described

  /// Every member that the schema describes, as `state.name` or `rules[].name`, with its description.
  public var described: [String: String] { described(root, "") }

  private func described(_ schema: JSON, _ place: String) -> [String: String] {
    let target = schema["$ref"].flatMap(resolved) ?? schema
    if let items = target["items"] { return described(items, place + "[]") }
    return (target["properties"]?.members ?? [:]).reduce(into: [:]) { found, member in
      let name = place.isEmpty ? member.key : "\(place).\(member.key)"
      found[name] = member.value["description"]?.text ?? ""
      found.merge(described(member.value, name)) { one, _ in one }
    }
  }

  /// Every member that a document has, under the same names.
  public static func members(of document: JSON) -> Set<String> { members(document, "") }

  private static func members(_ value: JSON, _ place: String) -> Set<String> {
    switch value {
    case .list(let list): list.reduce(into: []) { $0.formUnion(members($1, place + "[]")) }
    case .object(let object):
      object.reduce(into: []) { found, member in
        let name = place.isEmpty ? member.key : "\(place).\(member.key)"
        found.formUnion(members(member.value, name).union([name]))
      }
    case .null, .truth, .number, .text: []
    }
  }
}
