import Platform
import Verify

/// Identifiers that one rule munges.
struct IdentifierFamily: Sendable, Hashable {
  /// Where the base is munged.
  enum Reach: Sendable, Hashable {
    /// In all munged files, as a word.
    case text
    /// In the values of these keys only: the same text is also the name of a code package.
    case keys([String])
  }

  /// The text that all of them begin with, after a prefix such as `group.`.
  let base: String
  let reach: Reach
  /// Siblings that are not separated by a dot: `Tests` of `com.acme.appTests`.
  var suffixes: [String] = []
  /// What stands before the base in a longer word: `share-` of the URL scheme `share-com.acme.app`.
  var prefixes: [String] = []
  /// Keys whose value is the base and whose files also hold it as the name of a code package.
  var applicationKeys: [String] = []

  var texts: [String] { [base] + suffixes.map { base + $0 } }

  /// Whether a text is one of them, or continues it with a dot.
  func covers(_ text: String) -> Bool { texts.contains { text == $0 || text.hasPrefix($0 + ".") } }
  func covers(_ text: IdentifierText) -> Bool { covers(text.name) || covers(text.full) }
}

extension Sightings {
  /// The families of the app, of Android and of groups.
  var families: [IdentifierFamily] {
    let all = values(.app).map(\.value)
    func weight(_ base: String) -> Int { all.count { $0 == base || $0.hasPrefix(base + ".") } }
    let apps = stems(of: appNames, also: prefixNames).sorted { (weight($1), $0) < (weight($0), $1) }
    var families = apps.map { IdentifierFamily(base: $0, reach: .text, suffixes: suffixes(of: $0), prefixes: prefixes(of: $0)) }
    for (base, keys) in applications {
      if let index = families.firstIndex(where: { $0.covers(base) || base == $0.base }) {
        families[index].applicationKeys = keys
      } else {
        families.append(IdentifierFamily(base: base, reach: .keys(keys)))
      }
    }
    families += groupNames(besides: families).map { IdentifierFamily(base: $0, reach: .text) }
    return families
  }

  // MARK: Apps

  /// The names of apps. Values of keys that frameworks of others have too count only if there are no others.
  private var appNames: [String] {
    let found = values(.app).filter { !tests.contains($0.value) && !frameworks.contains($0.value) }
    let strong = found.filter { $0.key != "CFBundleIdentifier" && $0.key != "BUNDLE_ID" }
    let texts = (strong.isEmpty ? found : strong).compactMap { IdentifierText($0.value) }
    let names = texts.filter { !$0.isPartial || $0.prefix == nil }.map(\.full).filter(Self.isOwn)
    if !names.isEmpty { return names.uniqued }
    return values(.group).compactMap { IdentifierText($0.value) }.filter { $0.team != nil }.map(\.name).uniqued
  }

  private var prefixNames: [String] { values(.prefix).compactMap { IdentifierText($0.value)?.name }.filter(Self.isOwn).uniqued }

  /// Whether a name is the project's: no vendor's, and no test's by its ending.
  private static func isOwn(_ name: String) -> Bool {
    !["com.apple.", "com.android.", "org.cocoapods.", "io.flutter."].contains { name.hasPrefix($0) } && !name.hasSuffix("Tests")
      && !NonIdentifierCheck.isNoValue(Array(name.utf8))
  }

  /// The bases: names that continue no other one, and in place of several the stem that they share.
  private func stems(of names: [String], also prefixes: [String]) -> [String] {
    let all = names.isEmpty ? prefixes : names
    let roots = all.filter { name in !all.contains { $0 != name && Self.continues(name, $0) } }.uniqued
    var (stems, rest) = ([String](), roots)
    while let first = rest.first {
      let stem = Self.stem(of: first, among: rest)
      stems.append(stem)
      rest.removeAll { $0 == first || $0 == stem || $0.hasPrefix(stem + ".") }
    }
    return stems
  }

  /// Whether a name is another one with more words, or with a suffix.
  private static func continues(_ name: String, _ base: String) -> Bool {
    name.hasPrefix(base + ".") || suffix(of: name, after: base) != nil
  }

  /// The longest text of whole words that `name` and other names begin with: three words for two names, two for four.
  private static func stem(of name: String, among names: [String]) -> String {
    let words = name.split(separator: ".")
    for count in stride(from: words.count - 1, through: 2, by: -1) {
      let stem = words.prefix(count).joined(separator: ".")
      let sharing = names.count { $0.hasPrefix(stem + ".") }
      if sharing >= (count > 2 ? 2 : 4) { return stem }
    }
    return name
  }

  /// The suffixes of all bundle ids, those of tests and frameworks included.
  private func suffixes(of base: String) -> [String] {
    let names = values(.app).filter { $0.key != "CFBundleIdentifier" }.compactMap { IdentifierText($0.value)?.name }
    let daemon = buildTexts.contains(base + "d") ? ["d"] : []
    let others = buildTexts.compactMap { Self.suffix(of: $0, after: base) }.filter { !$0.hasPrefix("-") }
    return (daemon + names.compactMap { Self.suffix(of: $0, after: base) } + others).uniqued.sorted()
  }

  /// The prefixes of words in build files, each with its hyphen.
  private func prefixes(of base: String) -> [String] {
    buildTexts.compactMap { word -> String? in
      guard let place = word.firstRange(of: "-" + base), word[..<place.lowerBound].allSatisfy({ $0 != "." }),
        word[place.upperBound...].first.map({ $0 == "." }) ?? true
      else { return nil }
      return String(word[...place.lowerBound])
    }.filter { $0.count > 1 }.uniqued.sorted()
  }

  /// `Tests` of `com.acme.appTests`; `nil` for another word such as `com.acme.apple`.
  private static func suffix(of name: String, after base: String) -> String? {
    guard name.hasPrefix(base), let next = name.dropFirst(base.count).first, next != ".", !next.isLowercase else { return nil }
    return String(name.dropFirst(base.count).prefix { $0 != "." })
  }

  // MARK: Android, groups

  /// Application ids, each with the keys that hold it.
  private var applications: [(base: String, keys: [String])] {
    let found = values(.application)
    let strong = found.filter { $0.key != "package_name" && $0.key != "APPLICATION_ID" }
    let names = (strong.isEmpty ? found : strong).compactMap { IdentifierText($0.value) }.map(\.name).filter(Self.isOwn).uniqued
    return stems(of: names, also: []).map { base in
      let own = found.filter { IdentifierText($0.value).map { base.covers($0.name) } ?? false }
      return (base, own.map(\.key).uniqued.sorted())
    }
  }

  /// Groups with a prefix that no family covers.
  private func groupNames(besides families: [IdentifierFamily]) -> [String] {
    let texts = values(.group).compactMap { IdentifierText($0.value) }.filter { $0.prefix != nil && !$0.isPartial }
    let own = texts.filter { text in Self.isOwn(text.name) && !families.contains { $0.reach == .text && $0.covers(text.name) } }
    let names = own.map(\.full).uniqued
    return names.filter { name in !names.contains { $0 != name && name.hasPrefix($0 + ".") } }
  }
}

extension String {
  /// Whether a text is this one or continues it with a dot.
  fileprivate func covers(_ text: String) -> Bool { text == self || text.hasPrefix(self + ".") }
}

/// The Apple teams of a project.
struct Teams: Sendable, Hashable {
  /// The most frequent first.
  let ids: [String]
  /// Whether a key has no team: `DEVELOPMENT_TEAM = "";`.
  let hasEmpty: Bool
  let keys: [String]
}

extension Sightings {
  var teams: Teams {
    let found = values(.team).filter { sighting in
      IdentifierText.isTeam(sighting.value) && !NonIdentifierCheck.isNoValue(Array(sighting.value.utf8))
        && (sighting.key.lowercased().hasPrefix("development") || !IdentifierText.isExampleTeam(sighting.value))
    }
    let counts = found.map(\.value).counted
    let ids = found.map(\.value).uniqued.enumerated().sorted { one, other in
      let (first, second) = (counts[one.element] ?? 0, counts[other.element] ?? 0)
      return first == second ? one.offset < other.offset : first > second
    }.map(\.element)
    let isEmpty = values(.team).contains { $0.key == "DEVELOPMENT_TEAM" && $0.value.isEmpty }
    let keys = (found.map(\.key) + (isEmpty ? ["DEVELOPMENT_TEAM"] : [])).uniqued
    let xcode = keys.contains("DEVELOPMENT_TEAM") ? ["DEVELOPMENT_TEAM", "DevelopmentTeam"] : []
    return Teams(ids: ids, hasEmpty: isEmpty, keys: (xcode + keys).uniqued)
  }
}
