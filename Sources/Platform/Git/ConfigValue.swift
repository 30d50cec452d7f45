/// Values in the form of `git-config(1)`.
package enum ConfigValue {
  /// A value in double quotes.
  package static func quoted(_ text: [UInt8]) -> [UInt8] {
    let escapes = [UInt8.newline: "\\n", UInt8(ascii: "\""): "\\\"", UInt8(ascii: "\\"): "\\\\"]
    return Array("\"".utf8) + text.flatMap { byte in escapes[byte].map { Array($0.utf8) } ?? [byte] } + Array("\"".utf8)
  }

  /// A value of one line, in quotes if it would not be read back without them.
  package static func written(_ text: [UInt8]) -> [UInt8] {
    text.contains(where: "#;\"\\".utf8.contains) ? quoted(text) : text
  }
}
