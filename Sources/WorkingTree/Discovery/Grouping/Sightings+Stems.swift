import Platform

// Stems: what several names have in common, to be munged by one rule.
extension Sightings {
  /// The bases: names that continue no other one, and in place of several the stem that they share.
  func stems(of names: [String]) -> [String] {
    let known = Set(names.map { $0[...] })
    // Names that neither go on from another one after a dot nor are its siblings.
    let first = names.uniqued.filter { name in
      !name.indices.contains { !name[$0].isLowercase && known.contains(name[..<$0]) }
    }
    let sharing = Self.sharing(first)
    let groups = values(.group).compactMap(\.text?.name)
    let identifiers = known.union(groups.map { $0[...] })
    let foreign = Set(groups.map(\.bases).filter(known.isDisjoint).joined())

    var stems: [String] = []
    var rest = Set(first)
    for name in first where rest.contains(name) {
      let stem = Self.stem(of: name) { text in
        (sharing[text] ?? []).lazy
          .filter { rest.contains($0) && $0.dropFirst(text.count).first == "." }
          .prefix(4)
          .count
      }
      let members = (sharing[stem[...]] ?? []).filter(rest.contains)

      // A stem that is no identifier can also be that of a group of others, or the name of a folder, as can what
      // follows it.
      let isName = members.flatMap(\.bases).contains { base in
        base.count >= stem.count && !identifiers.contains(base) && self.names.contains(String(base))
      }
      let isTooWide = !identifiers.contains(stem[...]) && (isName || foreign.contains(stem[...]))
      stems += isTooWide ? members : [stem]
      rest.subtract(members)
    }
    return stems
  }

  /// The names by each text that they are, go on from with a dot, or are siblings of.
  private static func sharing(_ names: [String]) -> [Substring: [String]] {
    var sharing: [Substring: [String]] = [:]
    for name in names {
      for end in name.indices where !name[end].isLowercase {
        sharing[name[..<end], default: []].append(name)
      }
      sharing[name[...], default: []].append(name)
    }
    return sharing
  }

  /// The longest text of whole words that `name` and other names begin with: three words for two names, two for four.
  /// `sharing`: how many go on from a text with a dot, at most four.
  private static func stem(of name: String, _ sharing: (Substring) -> Int) -> String {
    let bases = name.bases.dropLast().dropFirst()
    let shared = bases.enumerated().reversed().first { index, base in
      sharing(base) >= (index > 0 ? 2 : 4)
    }
    return shared.map { String($1) } ?? name
  }
}
