import Platform

/// Identifiers that one rule munges.
struct IdentifierFamily: Hashable {
  /// The text that all of them begin with, after a prefix such as `group.`.
  let base: String
  /// The keys in whose values alone the base is munged, as the same text is also the name of a code package; empty: in
  /// all munged files, as a word.
  var keys: [String] = []
  /// Siblings that are not separated by a dot: `Tests` of `com.acme.appTests`.
  var suffixes: [String] = []
  /// Keys whose value is the base and whose files also hold it as the name of a code package.
  var applicationKeys: [String] = []

  /// The base, alone and with each suffix.
  var texts: [String] {
    [base] + suffixes.map { base + $0 }
  }

  /// Whether a text is one of the family, or continues it with a dot.
  func covers(_ text: String) -> Bool {
    texts.contains(where: text.isBelow)
  }

  /// Whether the family covers the identifier, with or without its prefix.
  func covers(_ text: IdentifierText) -> Bool {
    covers(text.name) || covers(text.full)
  }
}

extension String {
  /// Whether the text is another one, or continues it with a dot.
  func isBelow(_ base: String) -> Bool {
    let length = base.utf8.count
    return hasPrefix(base)
      && (utf8.count == length || utf8.dropFirst(length).first == .dot)
  }

  /// The texts that the text is below, itself the last one.
  var bases: [Substring] {
    let dots = utf8.indices.filter { utf8[$0] == .dot }
    return dots.map { self[..<$0] } + [self[...]]
  }
}
