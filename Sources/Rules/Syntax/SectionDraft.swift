import Platform

/// A section of a rules file with its entries, and queries on them.
struct SectionDraft {
  let section: String
  let name: [UInt8]
  let place: RulesPosition
  var entries: [ConfigSyntax.KeyLine] = []

  /// The header without brackets, as written.
  var title: String { name.isEmpty ? section : "\(section) \"\(escaped(name))\"" }

  func values(_ key: String) -> [ConfigSyntax.KeyLine] { entries.filter { $0.key == key } }

  /// The entries of a key that must not repeat a value.
  func distinct(_ key: String) throws(RulesError) -> [ConfigSyntax.KeyLine] {
    let found = values(key)
    for (index, entry) in found.enumerated() {
      guard let first = found[..<index].first(where: { $0.value == entry.value }) else { continue }
      throw RulesError(
        entry.valuePlace, .repeated(key: key, section: title, found: entry.value, first: first.place))
    }
    return found
  }

  /// The only entry of a key; `nil` if there is none.
  func single(_ key: String) throws(RulesError) -> ConfigSyntax.KeyLine? {
    let found = values(key)
    guard found.count > 1 else { return found.first }
    throw RulesError(found[1].place, .twice(key: key, section: title, first: found[0].place))
  }

  func required(_ key: String) throws(RulesError) -> ConfigSyntax.KeyLine {
    guard let found = try single(key) else { throw missing(key) }
    return found
  }

  func missing(_ key: String) -> RulesError { RulesError(place, .missing(key: key, section: title)) }
}
