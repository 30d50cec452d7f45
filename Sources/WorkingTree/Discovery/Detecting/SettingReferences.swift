import Platform

/// Identifiers that build settings put together: `$(BASE_ID).Updater` with `BASE_ID = com.acme.app`.
struct SettingReferences {
  typealias Setting = (name: String, value: String, path: Path)

  private(set) var definitions: [String: [Setting]] = [:]
  /// The words with references, as written.
  private var composed: Set<String> = []

  /// The most texts for a word, and values of a setting. More would take long, and no project has as many.
  private static let most = 64, mostValues = 32

  /// Records the settings of a build file, `KEY = value;`, `KEY[sdk=*] = value` or `KEY: value`, and all words with
  /// references. In a file that is not `isWhole`, such as any YAML, only identifiers and teams are settings.
  mutating func read(_ text: String, _ path: Path, isWhole: Bool) {
    for line in text.split(whereSeparator: \.isNewline) {
      for word in line.split(whereSeparator: Self.isSeparator) where word.contains("$") && word.contains(".") {
        composed.insert(String(word))
      }

      guard let (key, value) = Self.setting(line) else { continue }
      let isText = isWhole ? value.contains(".") : NamedTexts.isIdentifier(value)
      if isText || value.contains("$") || IdentifierText.isTeam(value) || value.isEmpty && key.hasSuffix("TEAM") {
        definitions[key, default: []].append((key, value, path))
      }
    }
  }

  /// The key of a line, without the condition after it, and its value; `nil` for another line.
  private static func setting(_ line: Substring) -> (key: String, value: String)? {
    func trimmed(_ text: Substring) -> Substring {
      text.drop { " \t\"'".contains($0) }
    }
    func isName(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }
    var rest = trimmed(line)
    var key = rest.prefix(while: isName)
    rest = rest[key.endIndex...]
    // `val appID = "com.acme.app"`, `ext.appID = "com.acme.app"`
    while [" ", "."].contains(rest.first), case let next = rest.dropFirst().prefix(while: isName), !next.isEmpty {
      key = next
      rest = rest[next.endIndex...]
    }
    while rest.first == "[" {
      rest = rest.drop { $0 != "]" }.dropFirst()
    }
    rest = trimmed(rest)

    guard
      !key.isEmpty,
      let sign = rest.first, "=:".contains(sign)
    else { return nil }
    let value = trimmed(rest.dropFirst()).prefix { !isSeparator($0) }
    return (String(key), String(value))
  }

  /// Whether a character ends a word of a build file.
  private static func isSeparator(_ character: Character) -> Bool {
    " \t\"';<>,".contains(character)
  }

  /// All words with references, each reference replaced by each of its values.
  var texts: Set<String> {
    Set(composed.flatMap { expanded($0, depth: 3) })
  }

  /// The settings with which values begin, `$(TEAM)$(ID).app`, and those with which their values do, each once. A later
  /// one can be the name of a product, which has dots, too.
  func settings(in values: [String]) -> [Setting] {
    var all: [Setting] = []
    var names: Set<String> = []
    var next = values
    while let value = next.popLast() {
      var rest = value[...]
      while let reference = SettingReference(rest) {
        rest = reference.rest
        if !names.insert(reference.name).inserted { continue }
        let settings = definitions[reference.name, default: []]
        all += settings
        next += settings.map(\.value)
      }
    }
    return all
  }

  /// The texts that a word gives with each value of its references; those of values have references up to a depth.
  private func expanded(_ text: String, depth: Int) -> Set<String> {
    guard let start = text.firstIndex(of: "$") else { return [text] }
    guard depth > 0, let reference = SettingReference(text[start...]) else { return [] }
    let definitions = Set(definitions[reference.name, default: []].map(\.value))
    var values = Array(definitions.sorted().prefix(Self.mostValues))
    if let fallback = reference.fallback { values.append(fallback) }

    let tails = expanded(String(reference.rest), depth: depth - 1)
    let heads = Set(values.flatMap { expanded($0, depth: depth - 1) })
    let texts = heads.sorted().prefix(Self.most).flatMap { head in
      tails.map { text[..<start] + head + $0 }
    }
    return Set(texts.sorted().prefix(Self.most))
  }
}

/// A reference to a build setting: `$(NAME)`, `${NAME}`, `$(NAME:default=com.acme.app)`.
struct SettingReference {
  let name: String
  /// The text where the setting has no value.
  let fallback: String?
  /// The text after the reference.
  let rest: Substring

  /// The reference that a text begins with; `nil` if it begins with another text.
  init?(_ text: Substring) {
    guard
      ["$(", "${"].contains(where: text.hasPrefix),
      let end = text.firstIndex(where: { ")}".contains($0) })
    else { return nil }
    let parts = text[..<end].dropFirst(2).split(separator: ":default=")
    name = String(parts.first?.prefix { $0 != ":" } ?? "")
    fallback = parts.dropFirst().first.map(String.init)
    rest = text[end...].dropFirst()
  }
}
