/// Values in the form of `git-config(1)`.
package enum ConfigValue {
  /// A value in double quotes.
  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    let escapes: [UInt8: [UInt8]] = [
      .newline: "\\n".bytes,
      .quotationMark: [.backslash, .quotationMark],
      .backslash: [.backslash, .backslash],
    ]
    return [.quotationMark] + text.flatMap { escapes[$0] ?? [$0] } + [.quotationMark]
  }

  /// A value of one line, in quotes if it would not be read back without them.
  package static func written(_ text: [UInt8]) -> [UInt8] {
    text.contains(where: "#;\"\\".utf8.contains) ? quoted(text) : text
  }
}
