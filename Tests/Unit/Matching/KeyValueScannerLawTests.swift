import TestSupport

@testable import Smudge

struct KeyValueScannerLawTests {
  private static let scanner = KeyValueScanner(keys: ["KEY", "OTHER", "KEY.x", "a:KEY"].map { bytes($0) })

  private static let pieces = [
    "KEY", "KEY", "KEY", "OTHER", "KEY.x", "a:KEY", "a", "x", " ", " ", "\t", "=", "=", " = ", ": ", ":", ";", ",",
    "\"", "\"", "'",
    "\\", "(", ")", "[", "]", "{", "}", "<", ">", "</", "/>", "\n", "\n", "\r\n", "\r", "#", "//", "/*", "*/", "<!--",
    "-->", "|",
    "<key>", "</key>", "<key>KEY</key>", "<string>", "</string>", "<string/>", "<array>", "</array>", "<KEY>", "</KEY>",
    "<KEY ",
    "KEY = (", "KEY = [", "KEY([", "KEY:\n", "KEY:\n- ", "\n- ", "\n  - ", "- ", "@", "@\"", "String", " = \"", "KEY[",
    "\"KEY\": ", "KEY=\"", "é", "\0",
  ]

  @Test(arguments: 0..<4)
  func `Key values are in order, without overlaps, in bounds and on one line`(batch: Int) {
    var generator = SeededGenerator(salt: "sites \(batch)")
    var found = 0
    for _ in 0..<700 {
      let count = Int.random(in: 0...40, using: &generator)
      let content = (0..<count).flatMap { _ in bytes(Self.pieces.randomElement(using: &generator) ?? "") }
      let keyValues = Self.scanner.keyValues(in: content)
      found += keyValues.count
      let fault = fault(of: keyValues, in: content)
      #expect(fault == nil, "'\(escaped(content))'; \(TestSeed.note)")
    }
    #expect(found > 60, "else the pieces form no key values")
  }

  private func fault(of keyValues: [KeyValue], in content: [UInt8]) -> String? {
    for (keyValue, next) in zip(keyValues, keyValues.dropFirst())
    where next.value.lowerBound < keyValue.value.upperBound || next.value.lowerBound <= keyValue.value.lowerBound {
      return "\(keyValue) and \(next)"
    }
    for keyValue in keyValues {
      guard content.indices.contains(keyValue.name.lowerBound), keyValue.name.upperBound <= keyValue.value.lowerBound,
        keyValue.value.upperBound <= content.count
      else { return "\(keyValue) is out of bounds" }
      if content[keyValue.value].contains(where: { $0 == 0x0A || $0 == 0x0D }) { return "\(keyValue) holds a newline" }
      if content[keyValue.value].allSatisfy(Boundary.isIdentifier) && !isKept(keyValue, content) {
        return "\(keyValue): a value that is put there is not found there"
      }
    }
    return nil
  }

  /// Whether another word as the value is found again: else clean could not replace it.
  private func isKept(_ keyValue: KeyValue, _ content: [UInt8]) -> Bool {
    // As it is written: after a colon with a blank.
    let blank = keyValue.value.isEmpty && content[..<keyValue.value.lowerBound].last == UInt8(ascii: ":") ? " " : ""
    let other = content[..<keyValue.value.lowerBound] + bytes(blank + "v0") + content[keyValue.value.upperBound...]
    let start = keyValue.value.lowerBound + blank.utf8.count
    let value = start..<start + 2
    let expected = KeyValue(key: keyValue.key, name: keyValue.name, value: value, quotes: keyValue.quotes)
    return Self.scanner.keyValues(in: Array(other)).contains(expected)
  }

  /// If the text after each key were read to its end, each of these would take a minute.
  @Test(arguments: [
    ("KEY", ""), ("KEY ", "\""), ("KEY=", ""), ("KEY=", "\""), ("KEY = ", "<"), ("KEY: ", "\""), ("{KEY: ", "\""),
    ("\"KEY\": ", ""), ("KEY=\\", "\""), ("KEY=\"", ""), ("KEY='\"", ""), ("KEY=\"\\\"", ""), ("KEY=\"[\",", ""),
    ("KEY>", ""),
    ("KEY = (", ")"), ("KEY = [", "]"), ("KEY=(/*", ""), ("KEY=(/*", "*/ a b"), ("KEY=['',\"", ""), ("KEY=(a,", ")"),
    ("KEY:\n", ""), ("KEY:\n", "- x"), ("KEY:\n- ", ""), ("KEY:\n- x\n", ""), ("- KEY:\n", "- x"),
    ("KEY:\n- x\n- ", "a: b"), ("- ", "KEY:\n"),
    ("- KEY:", ""), ("KEY:\n#\n", ""), ("KEY([", ""), ("KEY([\"\",", ""), ("KEY: String", ""),
    ("KEY: String = @\"", ""),
    ("KEY[", ""), ("KEY[", "]"), ("KEY[]", ""), ("KEY[KEY[x]", ""),
    ("<KEY ", ">v</KEY>"), ("<KEY>", "v</KEY>"), ("<KEY a='", "'>v</KEY>"), ("<KEY \"", "\">v</KEY>"),
    ("<key>KEY</key>", "<string>v</string>"), ("<key>KEY</key><string>", ""), ("<key>KEY</key><array><string/>", ""),
    ("<key>KEY</key><!--", ""), ("<key>KEY</key><!--", "--> v"), ("<!-- <key>KEY</key><!-- -->", "v"),
  ])
  func `The time is linear in the size of the content`(piece: String, end: String) {
    let content = bytes(String(repeating: piece, count: 50_000 / piece.utf8.count) + end)
    let duration = ContinuousClock().measure { _ = Self.scanner.keyValues(in: content) }
    #expect(duration < .seconds(5))
  }
}
