import Platform

/// Identifiers in forms that the scanner of keys does not find: names that a project chose, and values below other names.
struct UnkeyedForms {
  private let lines: [Substring]
  private let path: Path
  /// Those that the scanner of keys finds.
  private let keys: [String: IdentifierSource.Meaning]

  init(_ text: String, _ path: Path, besides source: IdentifierSource) {
    lines = text.split(whereSeparator: \.isNewline)
    self.path = path
    keys = source.keys
  }

  var sightings: [Sighting] {
    if path.name == Path("ProjectSettings.asset") { return unity }
    if path.name == Path("config.xml") { return cordova }
    let hasSettings = [".xcconfig", ".xcconfig.template", ".yml", ".yaml", ".pbxproj", ".bzl"].contains { path.bytes.ends(with: $0) }
    return hasSettings ? lines.compactMap(setting) : []
  }

  /// `applicationIdentifier:`, then a line for each platform, further indented.
  private var unity: [Sighting] {
    guard let start = lines.firstIndex(where: { $0.hasSuffix("applicationIdentifier:") }) else { return [] }
    return lines[(start + 1)...].prefix { $0.hasPrefix("    ") }.compactMap { line in
      line.firstRange(of: ": ").map { sighting("applicationIdentifier", line[$0.upperBound...]) }
    }
  }

  /// `<widget id="com.acme.app" ...>`
  private var cordova: [Sighting] {
    guard let line = lines.first(where: { $0.contains("<widget ") }), let start = line.firstRange(of: " id=\"") else { return [] }
    return [sighting("id", line[start.upperBound...].prefix { $0 != "\"" })]
  }

  /// `KEY[config=Debug] = value`, `"KEY[sdk=iphoneos*]" = value`, `KEY: value`
  private func setting(_ line: Substring) -> Sighting? {
    let line = line.drop { $0.isWhitespace || "\"'".contains($0) }
    let key = String(line.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    var rest = line.dropFirst(key.count)
    while rest.first == "[" { rest = rest.drop { $0 != "]" }.dropFirst() }
    rest = rest.drop { " \t\"'".contains($0) }
    guard let sign = rest.first, "=:".contains(sign), keys[key] == nil else { return nil }
    let value = rest.dropFirst().drop { $0.isWhitespace || "\"'".contains($0) }.prefix { !$0.isWhitespace && !"\"';".contains($0) }
    if value.hasPrefix("group.") || value.hasPrefix("iCloud.") { return key.contains("_") ? sighting(key, value, .group) : nil }
    if key.contains("TEAM") { return sighting(key, value, .team) }
    let isOwn = Self.ownEndings.contains(where: key.hasSuffix) || Self.ownParts.contains(where: key.contains)
    return isOwn ? sighting(key, value) : nil
  }

  /// Endings and parts of names that a project chose for an identifier: `ORG_IDENTIFIER`, `ACME_BUNDLE_ID_PROD`.
  private static let ownEndings = ["APP_GROUP", "APP_ID", "APP_IDENTIFIER", "ORGANIZATION_IDENTIFIER", "ORG_IDENTIFIER", "ORG_PREFIX"]
  private static let ownParts = ["BUNDLE_ID", "APPLICATION_ID"]

  private func sighting(_ key: String, _ value: Substring, _ meaning: IdentifierSource.Meaning = .app) -> Sighting {
    Sighting(meaning: meaning, key: key, value: String(value), path: path)
  }
}
