/// Escapes bytes as one line of text that is safe on a terminal and in the log of a CI server: bytes that are not
/// printable as `\n`, `\x1b` and the like, and workflow commands of CI servers (`::name::`, `##[name]`).
///
/// `codes` replaces characters, for example `'` inside a quoted shell word; `secondHash` replaces the second `#` of
/// `##`.
package func escaped(
  _ bytes: some Collection<UInt8>, writing codes: [Unicode.Scalar: String] = [:], secondHash: String = "\\x23"
) -> String {
  let bytes = Array(bytes)
  let text = bytes.string
  if codes.isEmpty, bytes.allSatisfy({ (0x20...0x7E).contains($0) && !"#:".utf8.contains($0) }) { return text }
  let isText = text.utf8.elementsEqual(bytes)
  let line = isText ? text : bytes.map { $0 < 0x80 ? String(UnicodeScalar($0)) : escapedByte($0) }.joined()
  return withoutCommand(escaped(line, writing: codes) { $0 == "#" ? secondHash : escapedScalar($0) })
}

/// Replaces characters of a text: those in `codes`, and by `hidden` control characters, invisible characters,
/// characters that change the direction of text, and the second `#` of `##`.
///
/// `##` starts a command anywhere in a line: `##[name]` for GitHub's runner, `##vso[...]` for Azure Pipelines.
package func escaped(
  _ text: String, writing codes: [Unicode.Scalar: String], hidden: (Unicode.Scalar) -> String
) -> String {
  var result = ""
  var isAfterHash = false
  for scalar in text.unicodeScalars {
    let isSecond = isAfterHash && scalar == "#"
    isAfterHash = scalar == "#" && !isSecond
    result += codes[scalar] ?? (isSecond || scalar.isHidden ? hidden(scalar) : String(scalar))
  }
  return result
}

/// The line with the first colon escaped where GitHub's runner reads a command: `::name::` at its start, after blanks
/// if any.
private func withoutCommand(_ line: String) -> String {
  let blanks = line.unicodeScalars.prefix { $0 == " " || $0.value > 0x7F }
  guard line.unicodeScalars.dropFirst(blanks.count).starts(with: "::".unicodeScalars) else { return line }
  return String(blanks) + "\\x3a" + String(line.unicodeScalars.dropFirst(blanks.count + 1))
}

extension Unicode.Scalar {
  fileprivate var isHidden: Bool {
    value < 0x20 || (0x7F...0x9F).contains(value) || invisible.contains { $0.contains(value) }
  }
}

/// Characters that are invisible or change the direction of text: text with them does not read as it is stored.
private let invisible: [ClosedRange<UInt32>] = [
  0x00AD...0x00AD, 0x061C...0x061C, 0x180E...0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
  0xFEFF...0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F,
]

/// The escape of a character: `\n`, `\x1b`, `\u{202e}`.
package func escapedScalar(_ scalar: Unicode.Scalar) -> String {
  scalar.value < 0x100 && scalar.value != 0xAD
    ? escapedByte(UInt8(scalar.value)) : "\\u{\(String(scalar.value, radix: 16))}"
}

private func escapedByte(_ byte: UInt8) -> String {
  let letters: [UInt8: String] = [0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r"]
  return letters[byte] ?? "\\x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
}

/// A text for a message: cut if it is longer than any text of a rule.
package func excerpt(_ bytes: some Collection<UInt8>) -> String {
  bytes.count > 255 ? escaped(bytes.prefix(60)) + "..." : escaped(bytes)
}

/// The words for a number of things, such as `1 file` or `2 files`.
package func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
