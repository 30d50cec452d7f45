/// The subset of JSON Schema (drafts 4 and 7, and 2020-12) that the schemas in these tests use; any other keyword is an
/// error.
package struct JSONSchema: Sendable {
  private let root: JSON

  package init(_ text: String) throws { root = try JSON(text) }

  /// The errors of a document, each with its place; empty if the document is valid.
  package func flaws(of document: JSON) -> [String] { flaws(document, root, "$") }

  /// Keywords without effect on validity.
  private static let notes: Set = ["$schema", "$id", "id", "$defs", "definitions", "title", "description", "default"]

  private func flaws(_ value: JSON, _ schema: JSON, _ place: String) -> [String] {
    schema.members.sorted { $0.key < $1.key }.flatMap { word, rule in
      if Self.notes.contains(word) { return [String]() }
      return wordFlaws(value, word, rule, place) ?? memberFlaws(value, word, rule, schema, place)
        ?? schemaFlaws(value, word, rule, place) ?? ["\(place): the schema says '\(word)', which is not known here"]
    }
  }

  /// Errors of the value itself; `nil` if the keyword is about something else.
  private func wordFlaws(_ value: JSON, _ word: String, _ rule: JSON, _ place: String) -> [String]? {
    func flaw(_ words: String, unless isFine: Bool?) -> [String] { isFine ?? true ? [] : ["\(place): \(words)"] }
    let limit = rule.number ?? 0
    switch word {
    case "type":
      let types = rule.text.map { [$0] } ?? rule.list.compactMap(\.text)
      return flaw("no \(types.joined(separator: " or "))", unless: types.contains { isOf($0, value) })
    case "const": return flaw("not \(rule)", unless: value == rule)
    case "enum": return flaw("\(value) is none of the values", unless: rule.list.contains(value))
    case "minimum": return flaw("too small", unless: value.number.map { $0 >= limit })
    case "maximum": return flaw("too large", unless: value.number.map { $0 <= limit })
    case "minLength": return flaw("too short", unless: value.text.map { Double($0.unicodeScalars.count) >= limit })
    case "pattern": return flaw("not of the pattern", unless: value.text.map { Self.matches($0, rule.text ?? "") })
    case "format":
      return flaw("no \(rule.text ?? "known format")", unless: value.text.map { Self.isOf(format: rule.text, $0) })
    case "minItems": return flaw("too few", unless: Double(value.list.count) >= limit || !isOf("array", value))
    case "uniqueItems": return flaw("twice the same", unless: rule == .truth(false) || Self.areUnique(value.list))
    default: return nil
    }
  }

  private func memberFlaws(_ value: JSON, _ word: String, _ rule: JSON, _ schema: JSON, _ place: String) -> [String]? {
    switch word {
    case "required":
      guard case .object(let members) = value else { return [] }
      return rule.list.compactMap(\.text).filter { members[$0] == nil }.map { "\(place): no member '\($0)'" }
    case "properties":
      return rule.members.sorted { $0.key < $1.key }.flatMap { name, schema in
        value[name].map { flaws($0, schema, "\(place).\(name)") } ?? []
      }
    case "additionalProperties":
      let others = value.members.filter { schema["properties"]?[$0.key] == nil }.sorted { $0.key < $1.key }
      if let isAllowed = rule.truth { return isAllowed ? [] : others.map { "\(place): '\($0.key)' is not known" } }
      return others.flatMap { flaws($0.value, rule, "\(place).\($0.key)") }
    case "items":
      return value.list.enumerated().flatMap { flaws($1, rule, "\(place)[\($0)]") }
    default: return nil
    }
  }

  private func schemaFlaws(_ value: JSON, _ word: String, _ rule: JSON, _ place: String) -> [String]? {
    let count = rule.list.count { flaws(value, $0, place).isEmpty }
    switch word {
    case "allOf": return rule.list.flatMap { flaws(value, $0, place) }
    case "anyOf": return count > 0 ? [] : ["\(place): as none of them"]
    case "oneOf": return count == 1 ? [] : ["\(place): as \(count) of them"]
    case "not": return flaws(value, rule, place).isEmpty ? ["\(place): as it must not be"] : []
    case "$ref": return resolved(rule).map { flaws(value, $0, place) } ?? ["\(place): \(rule) leads nowhere"]
    default: return nil
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

  /// Whether a pattern matches in a text; an invalid pattern matches nothing.
  private static func matches(_ text: String, _ pattern: String) -> Bool {
    guard let pattern = try? Regex(pattern) else { return false }
    return text.firstMatch(of: pattern) != nil
  }

  private static func isOf(format: String?, _ text: String) -> Bool {
    let characters = "(?:[A-Za-z0-9\\-._~:/?#\\[\\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*"
    switch format {
    case "uri": return matches(text, "^[A-Za-z][A-Za-z0-9+.\\-]*:\(characters)$")
    // In a relative URI, a colon in the first segment would end a scheme.
    case "uri-reference": return matches(text, "^(?:[A-Za-z][A-Za-z0-9+.\\-]*:|(?![^/?#]*:))\(characters)$")
    case "date-time":
      return matches(text, "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:\\d\\d)$")
    default: return false
    }
  }

  private static func areUnique(_ list: [JSON]) -> Bool { list.indices.allSatisfy { !list[..<$0].contains(list[$0]) } }

  /// The subschema that a pointer such as `#/definitions/run` refers to.
  private func resolved(_ reference: JSON) -> JSON? {
    guard let text = reference.text, text.hasPrefix("#/") else { return nil }
    return text.dropFirst(2).split(separator: "/").reduce(Optional(root)) { place, name in place?[String(name)] }
  }

  /// Every member that the schema describes, as `state.name` or `rules[].name`, with its description.
  package var described: [String: String] { described(root, "") }

  private func described(_ schema: JSON, _ place: String) -> [String: String] {
    let target = schema["$ref"].flatMap(resolved) ?? schema
    if let items = target["items"] { return described(items, place + "[]") }
    return (target["properties"]?.members ?? [:]).reduce(into: [:]) { found, member in
      let name = place.isEmpty ? member.key : "\(place).\(member.key)"
      found[name] = member.value["description"]?.text ?? ""
      found.merge(described(member.value, name)) { one, _ in one }
    }
  }

  /// Every member of a document, by the same names.
  package static func members(of document: JSON) -> Set<String> { members(document, "") }

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
