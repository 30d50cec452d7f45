// Bytes for tests: string literals for input, and readable differences for failures.

package func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The bytes of a text in which `\n`, `\t`, `\r`, `\e`, `\0`, `\\` and `\xNN` stand for one byte each,
/// for input that is not UTF-8: `unescaped(#"caf\xe9"#)`.
package func unescaped(_ text: String) -> [UInt8] {
  var (result, rest) = ([UInt8](), Array(text.utf8)[...])
  while let byte = rest.popFirst() { result.append(byte == UInt8(ascii: "\\") ? escape(&rest) : byte) }
  return result
}

private func escape(_ rest: inout ArraySlice<UInt8>) -> UInt8 {
  switch rest.popFirst() {
  case UInt8(ascii: "n"): return 0x0A
  case UInt8(ascii: "t"): return 0x09
  case UInt8(ascii: "r"): return 0x0D
  case UInt8(ascii: "e"): return 0x1B
  case UInt8(ascii: "0"): return 0
  case UInt8(ascii: "\\"): return UInt8(ascii: "\\")
  case UInt8(ascii: "x"):
    let digits = String(decoding: rest.prefix(2), as: UTF8.self)
    guard let byte = UInt8(digits, radix: 16) else { fatalError("\\x\(digits) is no byte") }
    rest = rest.dropFirst(2)
    return byte
  case let other: fatalError("unknown escape \(other.map { escaped([$0]) } ?? "at the end")")
  }
}

/// The first position at which two byte arrays differ, with an excerpt of both.
package struct ByteDifference: CustomStringConvertible, Sendable, Equatable {
  package let description: String
}

/// The difference of two byte arrays; `nil` if they are equal.
///
///     #expect(difference(found, expected) == nil, "a text at the edge of the file is a token")
package func difference(_ found: [UInt8], _ expected: [UInt8]) -> ByteDifference? {
  if found == expected { return nil }
  let place = zip(found, expected).prefix { $0 == $1 }.count
  return ByteDifference(
    description: """
      they differ at byte \(place)
        found    (\(found.count) bytes): \(excerpt(of: found, around: place))
        expected (\(expected.count) bytes): \(excerpt(of: expected, around: place))
      """)
}

private func excerpt(of bytes: [UInt8], around place: Int) -> String {
  let start = max(0, place - 40)
  let end = min(bytes.count, place + 80)
  return (start > 0 ? "..." : "") + "'\(escaped(bytes[start..<end]))'" + (end < bytes.count ? "..." : "")
}

/// An argument of a test with a name, for values that are too long for a report.
package struct Named<Argument: Sendable>: CustomStringConvertible, Sendable {
  package let description: String
  package let value: Argument

  package init(_ name: String, _ value: Argument) { (description, self.value) = (name, value) }
}
