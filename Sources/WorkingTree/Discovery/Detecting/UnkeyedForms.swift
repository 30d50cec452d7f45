import Platform

/// Identifiers in forms that the scanner of keys does not find: names that a project chose, and values below other
/// names.
struct UnkeyedForms {
  private let lines: [Substring]
  private let path: Path

  init(_ text: String, _ path: Path) {
    lines = text.split(whereSeparator: \.isNewline)
    self.path = path
  }

  /// The identifiers of the file, by its name.
  var sightings: [Sighting] {
    if path.name == Path("ProjectSettings.asset") { return unity }
    if path.name.bytes.starts(with: "config.".utf8) { return cordova }
    if path.name.bytes.starts(with: "app.config.".utf8) { return expo }
    if path.name.bytes.starts(with: "build.gradle".utf8) {
      return lines.compactMap(placeholder) + lines.compactMap(reference) + namespace
    }
    return []
  }

  /// The identifiers after `applicationIdentifier:`, on a line for each platform, further indented.
  private var unity: [Sighting] {
    let head = lines.drop { !$0.hasSuffix("applicationIdentifier:") }
    let platforms = head.dropFirst().prefix { $0.hasPrefix("    ") }
    return platforms.compactMap { line in
      line.firstRange(of: ": ").map { sighting("applicationIdentifier", line[$0.upperBound...]) }
    }
  }

  /// The identifier of `<widget id="com.acme.app" ...>`
  private var cordova: [Sighting] {
    guard
      let line = lines.first(where: { $0.contains("<widget ") }),
      let start = line.firstRange(of: " id=\"")
    else { return [] }
    return [sighting("id", line[start.upperBound...].prefix { $0 != "\"" })]
  }

  /// The identifier of `manifestPlaceholders["key"] = "com.acme.app"`
  private func placeholder(_ line: Substring) -> Sighting? {
    guard let start = line.firstRange(of: "manifestPlaceholders[") else { return nil }
    let words = line[start.upperBound...].split { " ]=\"'".contains($0) }
    guard words.count > 1, words[0].allSatisfy(\.isLetter) else { return nil }
    return sighting(String(words[0]), words[1], .application)
  }

  /// The namespace of an application that has no other id, or the same expression for both.
  private var namespace: [Sighting] {
    guard
      lines.contains(where: { $0.contains("android.application") }),
      let name = lines.lazy.compactMap({ value(of: "namespace", in: $0) }).first,
      lines.compactMap({ value(of: "applicationId", in: $0) }).allSatisfy({ $0 == name && $0.first?.isLetter == true })
    else { return [] }
    return [sighting("namespace", name.split { "\"'".contains($0) }.first ?? "", .package)]
  }

  /// The name of `applicationId = libs.versions.appID.get()`, as a reference.
  private func reference(_ line: Substring) -> Sighting? {
    guard
      let value = value(of: "applicationId", in: line),
      value.first?.isLetter == true,
      let name = value.split(separator: ".").last(where: { $0 != "get" })
    else { return nil }
    return sighting("applicationId", "$(\(name))", .application)
  }

  /// The word after a key.
  private func value(of key: String, in line: Substring) -> Substring? {
    line.split { " =(){}".contains($0) }.drop { $0 != key }.dropFirst().first
  }

  /// The literals of a configuration that is a program, which gives `bundleIdentifier` what a function or a map has.
  private var expo: [Sighting] {
    let isComputed = lines.contains { line in
      guard let key = line.firstRange(of: "bundleIdentifier:") else { return false }
      return !"\"'`".contains(line[key.upperBound...].first { !$0.isWhitespace } ?? "\"")
    }
    if !isComputed { return [] }

    return
      lines
      .filter { !["import", "plugins", "scheme"].contains(where: $0.contains) }
      .flatMap { $0.split { "\"'`".contains($0) } }
      .filter { NamedTexts.isIdentifier(String($0)) }
      .map { sighting("bundleIdentifier", $0) }
  }

  /// A sighting in this file.
  private func sighting(
    _ key: String, _ value: Substring, _ meaning: IdentifierSource.Meaning = .app
  ) -> Sighting {
    Sighting(meaning: meaning, key: key, value: String(value), path: path)
  }
}
