import Platform
import Rules
import Verify

// Grouping: one family for identifiers that one rule munges.
extension Sightings {
  /// The families of the app, of Android and of groups.
  var families: [IdentifierFamily] {
    let names = appNames
    let ids = ids
    var families = byWeight(stems(of: names.isEmpty ? prefixNames : names))
      .map { family(of: $0, ids) }
    addApplications(to: &families)
    families += groupNames(besides: families).map { IdentifierFamily(base: $0) }

    let real = families.filter { !isPlaceholder($0.base) }
    return real.isEmpty ? families : real
  }

  /// The same, and one for each other identifier that they do not cover, short ones first.
  func families(with texts: [String]) -> [IdentifierFamily] {
    let ids = ids
    var families = families
    for text in texts.uniqued.sorted(by: { ($0.count, $0) < ($1.count, $1) }) {
      guard
        let parts = IdentifierText(text),
        !families.contains(where: { $0.covers(parts) })
      else { continue }
      families.append(family(of: text, ids))
    }
    return families
  }

  /// The family of a base without keys. `ids`: the names of all bundle ids.
  private func family(of base: String, _ ids: [String]) -> IdentifierFamily {
    IdentifierFamily(base: base, suffixes: suffixes(of: base, among: ids))
  }

  /// The bases, those with the most identifiers below them first.
  private func byWeight(_ bases: [String]) -> [String] {
    let weights = values(.app).flatMap(\.value.bases).counted
    // A stable sort: those of one weight stay in the order of texts.
    return bases.sorted().sorted { one, other in
      (weights[one[...]] ?? 0) > (weights[other[...]] ?? 0)
    }
  }

  /// Adds application ids: their keys to the first family that has the same text, else a family of their own.
  private func addApplications(to families: inout [IdentifierFamily]) {
    var covering: [Substring: Int] = [:]
    for index in families.indices.reversed() {
      for text in families[index].texts { covering[text[...]] = index }
    }

    for (base, keys) in applications {
      if let index = base.bases.compactMap({ covering[$0] }).min() {
        families[index].applicationKeys = keys
      } else {
        families.append(IdentifierFamily(base: base, keys: keys))
      }
    }
  }

  /// The names of all bundle ids, those of tests and frameworks included.
  private var ids: [String] {
    values(.app)
      .filter { $0.key != "CFBundleIdentifier" }
      .compactMap(\.text?.name)
  }

  /// The names of apps. Values of keys that frameworks of others have too count if there are no others, or if one goes
  /// on from them.
  private var appNames: [String] {
    let ofApps = values(.app).filter { products[$0.value] ?? .app == .app }
    let strong = ofApps.filter { $0.key != "CFBundleIdentifier" && $0.key != "BUNDLE_ID" }
    let weak = ofApps.filter { base in
      strong.isEmpty || strong.contains { $0.value.isBelow(base.value) }
    }
    return (strong + weak)
      .compactMap(\.text)
      .filter { !$0.isPartial || $0.prefix == nil }
      .map(\.full)
      .filter(isOwn)
      .uniqued
  }

  private var prefixNames: [String] {
    values(.prefix)
      .compactMap(\.text?.name)
      .filter(isOwn)
      .uniqued
  }

  /// Whether a name belongs to the project: neither a vendor's nor a test target's.
  private func isOwn(_ name: String) -> Bool {
    !["com.apple.", "com.android.", "io.flutter."].contains(where: name.hasPrefix)
      && !name.hasSuffix("Tests")
  }

  /// Whether a name is a placeholder of a template: `com.example.app`, `com.replace.me`.
  private func isPlaceholder(_ base: String) -> Bool {
    let name = IdentifierText(base)?.name ?? base
    let word = name.split(separator: ".").dropFirst().first ?? ""
    return NonIdentifierCheck.isNoValue(name.bytes)
      || ["company", "example", "replace"].contains(word)
  }

  /// The suffixes of a base in bundle ids and in other words of build files.
  private func suffixes(of base: String, among ids: [String]) -> [String] {
    let daemon = buildTexts.contains(base + "d") ? ["d"] : []
    return (daemon + ids.compactMap { suffix(of: $0, after: base) }).uniqued.sorted()
  }

  /// The suffix `Tests` of `com.acme.appTests`; `nil` for another word such as `com.acme.apple`.
  private func suffix(of name: String, after base: String) -> String? {
    guard name.hasPrefix(base) else { return nil }
    let rest = name.dropFirst(base.count)
    guard let next = rest.first, next != ".", !next.isLowercase else { return nil }
    return String(rest.prefix { $0 != "." })
  }

  /// Application ids, each with the keys that hold it.
  private var applications: [(base: String, keys: [String])] {
    // Without `applicationId`, the namespace is the id, and a text of source code.
    let names = values(.application)
      .filter { !$0.key.hasPrefix("android:") && $0.key != "package_name" }
      .compactMap(\.text?.name)
      .filter(isOwn)
      .uniqued

    var keys: [Substring: [String]] = [:]
    for sighting in values(.application) {
      for base in sighting.text?.name.bases ?? [] {
        keys[base, default: []].append(sighting.key)
      }
    }
    return stems(of: names).map { base in
      (base, (keys[base[...]] ?? []).uniqued.sorted())
    }
  }

  /// Groups with a prefix that no family covers, and those of a family that need a rule of their own: beside
  /// `group.com.acme`, which covers `group.com.acme.app`, and where source code of Android has them.
  private func groupNames(besides families: [IdentifierFamily]) -> [String] {
    let groups = values(.group).compactMap(\.text).filter { $0.prefix != nil && !$0.isPartial && isOwn($0.name) }
    let covering = groups.map { text in families.first { $0.keys.isEmpty && $0.covers(text.name) } }
    let names = zip(groups, covering).compactMap { $1 == nil ? $0.full : nil }.uniqued
    let stems = names.filter { name in
      !names.contains { $0 != name && name.isBelow($0) }
    }
    let covered = zip(groups, covering).compactMap { text, family in
      family.map { "\(text.prefix ?? "").\($0.base)" }
    }
    let known = Set(stems.map { $0[...] })
    return stems + covered.uniqued.filter { codeGroups.contains($0) || !known.isDisjoint(with: $0.bases) }
  }
}
