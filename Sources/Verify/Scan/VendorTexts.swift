import Platform
import Rules

/// Identifiers of platform vendors.
package enum VendorTexts {
  private static let beginnings = ["com.android.", "com.apple.", "com.google."].map(\.bytes)
  /// The words that Apple puts before an identifier with a dot: `group.com.acme.app`.
  package static let prefixWords: Set = ["group", "iCloud", "merchant", "pass", "systemgroup"]
  private static let prefixes = prefixWords.map { "\($0).".bytes }

  package static func holds(_ text: ArraySlice<UInt8>) -> Bool { beginnings.contains { text.starts(with: $0) } }

  /// The length of a prefix that Apple puts before an identifier: `group.`, or a team and a dot.
  static func prefix(of text: ArraySlice<UInt8>) -> Int? {
    if let prefix = prefixes.first(where: { text.starts(with: $0) }) { return prefix.count }
    let team = Array(text.prefix { $0 != .dot })
    return VariableKind.teamID.accepts(team) ? team.count + 1 : nil
  }
}
