import Platform
import Rules
import Smudge
import Verify

/// An identifier as a build file writes it, taken apart: `$(AppIdentifierPrefix)group.com.acme.app` is a reference, the
/// prefix `group.` and the identifier `com.acme.app`.
struct IdentifierText {
  /// The team before the identifier: `ABCDE12345.com.acme.app`.
  let team: String?
  /// The prefix that says what it is: `group`, `iCloud`, `merchant`.
  let prefix: String?
  /// The identifier itself: at least two words with dots between them, after a prefix one.
  let name: String
  /// Whether a reference follows, as in `com.acme.$(PRODUCT_NAME)`.
  let isPartial: Bool

  /// The identifier with its prefix: `group.com.acme.app`.
  var full: String {
    prefix.map { "\($0).\(name)" } ?? name
  }

  /// Takes a value apart; `nil` unless the value is an identifier: `YES`, `1.0.2`, `$(BUNDLE_ID)` and `Info.plist` are
  /// not.
  init?(_ value: String) {
    let text = Self.fallback(of: value) ?? value
    guard let (head, isPartial) = Self.withoutReferences(text[...]) else { return nil }
    var words = head.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if isPartial, words.last == "" { words.removeLast() }

    let hasTeam = words.count > 2 && Self.isTeam(words[0])
    team = hasTeam ? words.removeFirst() : nil
    let hasPrefix = words.count > 1 && LeakRule.prefixWords.contains(words[0])
    prefix = hasPrefix ? words.removeFirst() : nil

    guard Self.isName(words, isAfterPrefix: hasPrefix) else { return nil }
    name = words.joined(separator: ".")
    self.isPartial = isPartial
  }

  /// The text of `$(BUNDLE_ID:default=com.acme.app)`, as one that goes on of `$(PREFIX:default=com.acme).app`.
  private static func fallback(of value: String) -> String? {
    guard
      let reference = SettingReference(value[...]),
      let text = reference.fallback
    else { return nil }
    return text + (reference.rest.isEmpty ? "" : ".$")
  }

  /// The text between a reference to the team before it and any reference after it; `nil` if it begins with another
  /// reference, as `$(BUNDLE_ID_PREFIX).app` does, and no whole one follows, as in `$(PREFIX)com.acme.app`.
  private static func withoutReferences(_ value: Substring) -> (text: Substring, isPartial: Bool)? {
    var rest = value
    while let reference = SettingReference(rest) {
      rest = reference.rest
      let isTeam = ["IdentifierPrefix", "TEAM"].contains(where: reference.name.contains)
      let isWhole = rest.first?.isLetter == true && rest.count { $0 == "." } > 1
      guard isTeam || isWhole else { return nil }
      if rest.first == "." { rest = rest.dropFirst() }
    }

    guard let reference = rest.firstIndex(where: { "$*".contains($0) }) else { return (rest, false) }
    return (rest[..<reference], true)
  }

  /// Whether words between dots are an identifier, and not the name of a file.
  private static func isName(_ words: [String], isAfterPrefix: Bool) -> Bool {
    let ending = words.last ?? ""
    return words.count >= (isAfterPrefix ? 1 : 2)
      && !fileEndings.contains(ending)
      && words.allSatisfy { word in
        !word.isEmpty && word.last != "-" && word.utf8.allSatisfy(Boundary.isIdentifier)
      }
      && words.first?.first?.isLetter == true
  }

  private static let fileEndings: Set = [
    "entitlements", "framework", "h", "js", "json", "plist",
    "swift", "ts", "xcconfig", "xml", "yaml", "yml",
  ]

  /// Whether a text has the form of an Apple team and is no word: it has a digit.
  static func isTeam(_ text: String) -> Bool {
    VariableKind.teamID.accepts(text.bytes) && text.contains(where: \.isNumber)
  }

  /// Whether a team is an example and no real one: `XYZ0123456`, `ABCDE12345`.
  static func isExampleTeam(_ text: String) -> Bool {
    ["12345", "67890", "98765", "ABCDE"].contains(where: text.contains)
      || Set(text).count < 4
  }
}
