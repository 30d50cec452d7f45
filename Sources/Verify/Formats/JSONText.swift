import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// JSON text of reports, and property lists. No other file uses Foundation.
package enum JSONText {
  /// The JSON text of a value, pretty-printed, with sorted members, without a newline at the end.
  package static func encoded(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Encoding fails only for NaN and infinity, which reports do not have.
    let data = try? encoder.encode(value)
    // The encoder leaves some characters unescaped that control a terminal or a CI server.
    return escaped((data ?? Data()).string, writing: ["\n": "\n"], hidden: unicodeEscape)
  }

  /// The escape of a character: `\uXXXX`, or two of them for a surrogate pair.
  private static func unicodeEscape(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in "\\u" + String(0x10000 + Int(unit), radix: 16).dropFirst() }.joined()
  }

  /// The value of JSON text; `nil` if the bytes are not JSON of this type; unknown members are ignored.
  package static func decoded<Value: Decodable>(from bytes: [UInt8]) -> Value? {
    try? JSONDecoder().decode(Value.self, from: Data(bytes))
  }

  /// The value of a property list; `nil` if the bytes are none of this type.
  package static func decoded<Value: Decodable>(fromPropertyList bytes: [UInt8]) -> Value? {
    try? PropertyListDecoder().decode(Value.self, from: Data(bytes))
  }

  /// The text if it is UTF-8, else with invalid bytes escaped.
  package static func string(_ bytes: [UInt8]) -> String {
    let text = bytes.string
    return text.utf8.elementsEqual(bytes) ? text : escaped(bytes)
  }
}

/// A JSON object; members without a value are left out.
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private let members: [(name: String, value: any Encodable)]

  package init(dictionaryLiteral members: (String, (any Encodable)?)...) {
    self.members = members.compactMap { name, value in value.map { (name, $0) } }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (name, value) in members { try container.encode(value, forKey: Name(stringValue: name)) }
  }
}
