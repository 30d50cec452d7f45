import Platform

/// Identifiers that build settings put together: `$(BASE_ID).Updater` with `BASE_ID = com.acme.app`.
struct SettingReferences: Sendable {
  typealias Setting = (name: String, value: String, path: Path)

  private var definitions: [String: [Setting]] = [:]
  private var composed: Set<String> = []

  /// More texts for a word would take long, and no project has as many.
  private static let most = 64, mostValues = 32

  /// Records the settings of a build file, `KEY = value;`, `KEY[sdk=*] = value` or `KEY: value`, and all words with
  /// references. In a file that is not `isWhole`, such as any YAML, only identifiers and teams are settings.
  mutating func read(_ text: String, _ path: Path, isWhole: Bool) {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split { " \t\"';<>,".contains($0) }
      composed.formUnion(words.filter { $0.contains("$") && $0.contains(".") }.map(String.init))
      func trimmed(_ text: Substring) -> Substring { text.drop { " \t\"'".contains($0) } }
      let line = trimmed(line)
      let key = String(line.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      var rest = line.dropFirst(key.count)
      while rest.first == "[" { rest = rest.drop { $0 != "]" }.dropFirst() }
      rest = trimmed(rest)
      guard !key.isEmpty, let sign = rest.first, "=:".contains(sign) else { continue }
      let value = String(trimmed(rest.dropFirst()).prefix { !" \t\"';<>,".contains($0) })
      let isText = isWhole ? value.contains(".") : NamedTexts.isIdentifier(value)
      if isText || value.contains("$") || IdentifierText.isTeam(value) {
        definitions[key, default: []].append((key, value, path))
      }
    }
  }

  /// All words with references, each reference replaced by each of its values.
  var texts: Set<String> { composed.reduce(into: []) { $0.formUnion(expanded($1, depth: 3)) } }

  /// The settings with which values begin, `$(TEAM)$(ID).app`, and those with which their values do, each once. A later
  /// one can be the name of a product, which has dots, too.
  func settings(in values: [String]) -> [Setting] {
    var found: [Setting] = []
    var known: Set<String> = []
    var next = values
    while let value = next.popLast() {
      var rest = value[...]
      while let reference = SettingReference(rest) {
        rest = reference.rest
        if !known.insert(reference.name).inserted { continue }
        let settings = definitions[reference.name, default: []]
        found += settings
        next += settings.map(\.value)
      }
    }
    return found
  }

  private func expanded(_ text: String, depth: Int) -> Set<String> {
    guard let start = text.firstIndex(of: "$") else { return [text] }
    guard depth > 0, let reference = SettingReference(text[start...]) else { return [] }
    let tails = expanded(String(reference.rest), depth: depth - 1)
    let values = Set(definitions[reference.name, default: []].map(\.value)).sorted().prefix(Self.mostValues)
    let known = values + [reference.fallback].compactMap(\.self)
    let heads = Set(known.flatMap { expanded($0, depth: depth - 1) })
    let made = heads.sorted().prefix(Self.most).flatMap { head in tails.map { text[..<start] + head + $0 } }
    return Set(made.sorted().prefix(Self.most))
  }
}

/// A reference to a build setting: `$(NAME)`, `${NAME}`, `$(NAME:default=com.acme.app)`.
struct SettingReference {
  let name: String
  /// The text where the setting has no value.
  let fallback: String?
  /// The text after it.
  let rest: Substring

  /// The one that a text begins with.
  init?(_ text: Substring) {
    guard ["$(", "${"].contains(where: text.hasPrefix), let end = text.firstIndex(where: { ")}".contains($0) }) else {
      return nil
    }
    let parts = text[..<end].dropFirst(2).split(separator: ":default=")
    name = String(parts.first?.prefix { $0 != ":" } ?? "")
    fallback = parts.dropFirst().first.map(String.init)
    rest = text[end...].dropFirst()
  }
}
