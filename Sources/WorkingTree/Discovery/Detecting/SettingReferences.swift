/// Identifiers that build settings put together: `$(BASE_ID).Updater` with `BASE_ID = com.acme.app`.
struct SettingReferences: Sendable {
  private var values: [String: Set<String>] = [:]
  private var composed: Set<String> = []

  /// More texts for a word would take long, and no project has as many.
  private static let most = 64, mostValues = 32

  /// Records the settings of a build file, `KEY = value;`, `KEY[sdk=*] = value` or `KEY: value`, and all words with references.
  mutating func read(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split { " \t\"';<>,".contains($0) }
      composed.formUnion(words.filter { $0.contains("$") && $0.contains(".") }.map(String.init))
      guard words.count > 1, let value = words.last, ["=", ":"].contains(words[1]) || words[0].hasSuffix(":") else { continue }
      let key = String(words[0].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      if !key.isEmpty, value.contains("$") || value.contains(".") { values[key, default: []].insert(String(value)) }
    }
  }

  /// All words with references, each reference replaced by each of its values.
  var texts: Set<String> { composed.reduce(into: []) { $0.formUnion(expanded($1, depth: 3)) } }

  private func expanded(_ text: String, depth: Int) -> Set<String> {
    guard let start = text.firstIndex(of: "$") else { return [text] }
    let rest = text[start...].dropFirst()
    let end: Character = rest.first == "(" ? ")" : "}"
    guard depth > 0, rest.first == "(" || rest.first == "{", let close = rest.firstIndex(of: end) else { return [] }
    let name = String(rest[..<close].dropFirst().prefix { $0 != ":" })
    let tails = expanded(String(rest[close...].dropFirst()), depth: depth - 1)
    let known = (values[name] ?? []).sorted().prefix(Self.mostValues)
    let heads = Set(known.flatMap { expanded($0, depth: depth - 1) })
    let made = heads.sorted().prefix(Self.most).flatMap { head in tails.map { text[..<start] + head + $0 } }
    return Set(made.sorted().prefix(Self.most))
  }
}
