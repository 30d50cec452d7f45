/// What a rule adds before and after a text; both can be empty.
package struct Affix: Sendable, Hashable {
  package let prefix: [UInt8]
  package let suffix: [UInt8]

  package static let none = Affix(prefix: [], suffix: [])

  /// The text with what the rule adds.
  package func around(_ text: [UInt8]) -> [UInt8] { prefix + text + suffix }

  /// The rest of a text without both; `nil` if they are not its ends.
  package func stem(of text: [UInt8]) -> [UInt8]? {
    guard
      text.count > prefix.count + suffix.count,
      text.starts(with: prefix),
      text.suffix(suffix.count) == suffix[...]
    else { return nil }
    return Array(text.dropFirst(prefix.count).dropLast(suffix.count))
  }
}
