#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Platform

/// JSON as reports have it. All that is known of Foundation is in this file.
enum JSONText {
  /// On several lines, members in the order of their names, without a newline at the end.
  static func encoded(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Only numbers that are none cannot be written, and reports have none of those.
    let data = try? encoder.encode(value)
    // The encoder writes some characters as they are that a terminal or a CI server takes for more than text.
    return escaped(String(decoding: data ?? Data(), as: UTF8.self), writing: ["\n": "\n"], hidden: unicodeEscape)
  }

  /// `\uXXXX`, twice for what UTF-16 holds in two units.
  private static func unicodeEscape(_ scalar: Unicode.Scalar) -> String {
    UTF16.encode(scalar).map { Array($0) }.map { units in
      units.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    } ?? ""
  }

  /// `nil` where the bytes are no JSON, or hold something else; members that the type does not know are passed over.
  static func decoded<VariableValue: Decodable>(_ type: VariableValue.Type, from bytes: [UInt8]) -> VariableValue? {
    try? JSONDecoder().decode(type, from: Data(bytes))
  }

  /// As it is where that is text, else with what is not escaped.
  static func string(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : escaped(bytes)
  }
}
