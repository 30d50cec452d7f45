import Platform
import Verify

/// Identifiers that one rule munges.
struct IdentifierFamily: Sendable, Hashable {
  /// The text that all of them begin with, after a prefix such as `group.`.
  let base: String
  /// The keys in whose values alone the base is munged, as the same text is also the name of a code package; empty: in
  /// all munged files, as a word.
  var keys: [String] = []
  /// Siblings that are not separated by a dot: `Tests` of `com.acme.appTests`.
  var suffixes: [String] = []
  /// What stands before the base in a longer word: `share-` of the URL scheme `share-com.acme.app`.
  var prefixes: [String] = []
  /// Keys whose value is the base and whose files also hold it as the name of a code package.
  var applicationKeys: [String] = []

  var texts: [String] { [base] + suffixes.map { base + $0 } }

  /// Whether a text is one of them, or continues it with a dot.
  func covers(_ text: String) -> Bool {
    text.isBelow(base) || suffixes.contains { text.isBelow(base + $0) }
  }
  func covers(_ text: IdentifierText) -> Bool { covers(text.name) || covers(text.full) }
}

extension String {
  /// Whether it is another text, or continues it with a dot.
  func isBelow(_ base: String) -> Bool {
    hasPrefix(base) && (utf8.count == base.utf8.count || utf8.dropFirst(base.utf8.count).first == .dot)
  }

  /// The texts that it is below, itself the last one.
  var bases: [Substring] { utf8.indices.filter { utf8[$0] == .dot }.map { self[..<$0] } + [self[...]] }
}

extension Sightings {
  /// The families of the app, of Android and of groups.
  var families: [IdentifierFamily] {
    let weights = values(.app).flatMap(\.value.bases).counted
    let names = appNames
    let stems = stems(of: names.isEmpty ? prefixNames : names).map { ($0, weight: weights[$0[...]] ?? 0) }
    let bases = stems.sorted { ($1.weight, $0.0) < ($0.weight, $1.0) }.map(\.0)
    let ids = ids
    var families = bases.map {
      IdentifierFamily(base: $0, suffixes: suffixes(of: $0, among: ids), prefixes: prefixes(of: $0))
    }
    let texts = families.indices.flatMap { index in families[index].texts.map { ($0[...], index) } }
    let covering = Dictionary(texts, uniquingKeysWith: min)
    for (base, keys) in applications {
      if let index = base.bases.compactMap({ covering[$0] }).min() {
        families[index].applicationKeys = keys
      } else {
        families.append(IdentifierFamily(base: base, keys: keys))
      }
    }
    families += groupNames(besides: families).map { IdentifierFamily(base: $0) }
    let real = families.filter { !Self.isPlaceholder($0.base) }
    return real.isEmpty ? families : real
  }

  /// Those, and one for each other identifier that they do not cover, short ones first.
  func families(with texts: [String]) -> [IdentifierFamily] {
    texts.uniqued.sorted { ($0.count, $0) < ($1.count, $1) }.reduce(into: families) { families, text in
      guard let parts = IdentifierText(text), !families.contains(where: { $0.covers(parts) }) else {
        return
      }
      families.append(
        IdentifierFamily(base: text, suffixes: suffixes(of: text, among: ids), prefixes: prefixes(of: text)))
    }
  }

  /// The names of all bundle ids, those of tests and frameworks included.
  private var ids: [String] {
    values(.app).filter { $0.key != "CFBundleIdentifier" }.compactMap { IdentifierText($0.value)?.name }
  }

  /// The names of apps. Values of keys that frameworks of others have too count if there are no others, or if one goes
  /// on from them.
  private var appNames: [String] {
    let found = values(.app).filter { !tests.contains($0.value) && !frameworks.contains($0.value) }
    let strong = found.filter { $0.key != "CFBundleIdentifier" && $0.key != "BUNDLE_ID" }
    let bases = found.filter { weak in strong.isEmpty || strong.contains { $0.value.isBelow(weak.value) } }
    let texts = (strong + bases).compactMap { IdentifierText($0.value) }
    let names = texts.filter { !$0.isPartial || $0.prefix == nil }.map(\.full).filter(Self.isOwn)
    if !names.isEmpty { return names.uniqued }
    return values(.group).compactMap { IdentifierText($0.value) }.filter { $0.team != nil }.map(\.name).uniqued
  }

  private var prefixNames: [String] {
    values(.prefix).compactMap { IdentifierText($0.value)?.name }.filter(Self.isOwn).uniqued
  }

  /// Whether a name belongs to the project: neither a vendor's nor a test target's.
  private static func isOwn(_ name: String) -> Bool {
    !["com.apple.", "com.android.", "org.cocoapods.", "io.flutter."].contains { name.hasPrefix($0) }
      && !name.hasSuffix("Tests")
  }

  /// Whether a name is a placeholder of a template: `com.example.app`, `com.replace.me`.
  private static func isPlaceholder(_ base: String) -> Bool {
    let name = IdentifierText(base)?.name ?? base
    let word = name.split(separator: ".").dropFirst().first ?? ""
    return NonIdentifierCheck.isNoValue(Array(name.utf8))
      || ["company", "companyname", "example", "mycompany", "replace"].contains(word)
  }

  /// The bases: names that continue no other one, and in place of several the stem that they share.
  private func stems(of names: [String]) -> [String] {
    let known = Set(names.map { $0[...] })
    // Those that go on from another one after a dot, or are its siblings.
    let first = names.filter { name in
      !name.indices.contains { !name[$0].isLowercase && known.contains(name[..<$0]) }
    }.uniqued
    // For each text, the names that go on from it with a dot, or are its siblings.
    var sharing: [Substring: [String]] = [:]
    for name in first {
      for end in name.indices where !name[end].isLowercase { sharing[name[..<end], default: []].append(name) }
      sharing[name[...], default: []].append(name)
    }
    let groups = values(.group).compactMap { IdentifierText($0.value)?.name }
    let identifiers = known.union(groups.map { $0[...] })
    let others = Set(groups.map(\.bases).filter { !$0.contains(where: known.contains) }.joined())
    var stems = [String]()
    var rest = Set(first)
    for name in first where rest.contains(name) {
      let stem = Self.stem(of: name) { stem, next in
        (sharing[stem] ?? []).lazy.filter { rest.contains($0) && $0.dropFirst(stem.count).first == next }.prefix(4)
          .count
      }
      let found = (sharing[stem[...]] ?? []).filter(rest.contains)
      // A stem that is no identifier can also be that of a group of others, or the name of a folder, as can what
      // follows it.
      let isName = found.flatMap(\.bases).contains { base in
        base.count >= stem.count && !identifiers.contains(base) && self.names.contains(String(base))
      }
      let isTooWide = !identifiers.contains(stem[...]) && (isName || others.contains(stem[...]))
      stems += isTooWide ? found : [stem]
      rest.subtract(found)
    }
    return stems
  }

  /// The longest text of whole words that `name` and other names begin with: three words for two names, two for four;
  /// the last one can end at a hyphen. `sharing`: how many go on from a text with a character, at most four.
  private static func stem(of name: String, _ sharing: (Substring, Character) -> Int) -> String {
    if let hyphen = name.lastIndex(of: "-"), !name[hyphen...].contains("."), name[..<hyphen].contains(".") {
      if sharing(name[..<hyphen], "-") > 1 { return String(name[..<hyphen]) }
    }
    let bases = name.bases.dropLast().dropFirst()
    return bases.enumerated().reversed().first { sharing($1, ".") >= ($0 > 0 ? 2 : 4) }.map { String($1) } ?? name
  }

  private func suffixes(of base: String, among names: [String]) -> [String] {
    let daemon = buildTexts.contains(base + "d") ? ["d"] : []
    let others = buildTexts.compactMap { Self.suffix(of: $0, after: base) }.filter { !"-_".contains($0.prefix(1)) }
    return (daemon + names.compactMap { Self.suffix(of: $0, after: base) } + others).uniqued.sorted()
  }

  /// The prefixes of words in build files, each with its hyphen.
  private func prefixes(of base: String) -> [String] {
    buildTexts.compactMap { word -> String? in
      guard word.utf8.contains(UInt8(ascii: "-")), let place = word.firstRange(of: "-" + base),
        word[..<place.lowerBound].allSatisfy({ $0 != "." }), word[place.upperBound...].first.map({ $0 == "." }) ?? true
      else { return nil }
      return String(word[...place.lowerBound])
    }.filter { $0.count > 1 }.uniqued.sorted()
  }

  /// `Tests` of `com.acme.appTests`; `nil` for another word such as `com.acme.apple`.
  private static func suffix(of name: String, after base: String) -> String? {
    guard name.hasPrefix(base), let next = name.dropFirst(base.count).first, next != ".", !next.isLowercase else {
      return nil
    }
    return String(name.dropFirst(base.count).prefix { $0 != "." })
  }

  /// Application ids, each with the keys that hold it.
  private var applications: [(base: String, keys: [String])] {
    // Without `applicationId`, the namespace is the id, and a text of source code.
    let named = values(.application).filter { !$0.key.hasPrefix("android:") }
    let found = named.contains { $0.key != "package_name" } ? values(.application) : []
    let strong = named.filter { $0.key != "package_name" && $0.key != "APPLICATION_ID" }
    let texts = (found.isEmpty || !strong.isEmpty ? strong : named).compactMap { IdentifierText($0.value) }
    let names = texts.map(\.name).filter(Self.isOwn).uniqued
    let keys = found.flatMap { found in
      (IdentifierText(found.value)?.name.bases ?? []).map { (base: $0, key: found.key) }
    }
    let keysOf = Dictionary(grouping: keys, by: \.base)
    return stems(of: names).map { base in (base, (keysOf[base[...]] ?? []).map(\.key).uniqued.sorted()) }
  }

  /// Groups with a prefix that no family covers.
  private func groupNames(besides families: [IdentifierFamily]) -> [String] {
    let texts = values(.group).compactMap { IdentifierText($0.value) }.filter { $0.prefix != nil && !$0.isPartial }
    let own = texts.filter { text in
      Self.isOwn(text.name) && !families.contains { $0.keys.isEmpty && $0.covers(text.name) }
    }
    let names = own.map(\.full).uniqued
    return names.filter { name in !names.contains { $0 != name && name.isBelow($0) } }
  }
}

/// The Apple teams of a project.
struct Teams: Sendable {
  /// The most frequent first.
  var ids: [String]
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
      (counts[other.element] ?? 0, one.offset) < (counts[one.element] ?? 0, other.offset)
    }.map(\.element)
    // Where a project has no team, the one that a developer sets is seen by the empty text.
    let isEmpty =
      !projects.isEmpty && ids.isEmpty || values(.team).contains { $0.key == "DEVELOPMENT_TEAM" && $0.value.isEmpty }
    let keys = found.map(\.key).uniqued
    let xcode =
      isEmpty || !projects.isEmpty || keys.contains("DEVELOPMENT_TEAM") ? ["DEVELOPMENT_TEAM", "DevelopmentTeam"] : []
    return Teams(ids: ids, hasEmpty: isEmpty, keys: (xcode + keys).uniqued)
  }
}
