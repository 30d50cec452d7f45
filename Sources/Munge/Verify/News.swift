/// Tells what a change brings in from what a file held before.
struct News {
  private let hunks: [Hunk]

  init(_ hunks: [Hunk]) { self.hunks = hunks }

  /// Whether both sides have some of the same, so that lines have to tell what is new.
  static func needsLines(_ found: [Inspector.Found], besides before: [Inspector.Found]) -> Bool {
    !Set(before.map(\.identity.matter)).isDisjoint(with: found.map(\.identity.matter))
  }

  /// The indices of what stands there oftener than it did. Of several that look the same, those on lines that were added;
  /// and of those, not as many as stand on the lines that they were made of.
  func indices(of found: [Inspector.Found], besides before: [Inspector.Found]) -> Set<Int> {
    let (now, then) = (Self.counts(found), Self.counts(before))
    let more = found.indices.filter { now[found[$0].identity] ?? 0 > then[found[$0].identity] ?? 0 }
    var (made, left) = (made(of: before), now.merging(then) { $0 - $1 })
    let added = more.filter { index in
      guard let hunk = hunk(of: found[index], on: \.new) else { return then[found[index].identity] == nil }
      return !made.take(Made(matter: found[index].identity.matter, hunk: hunk))
    }
    return Set(added.reversed().filter { left.take(found[$0].identity) })
  }

  /// What stood on lines that others were made of.
  private struct Made: Hashable {
    let matter: Finding.Matter
    let hunk: Int
  }

  private func made(of before: [Inspector.Found]) -> [Made: Int] {
    before.reduce(into: [:]) { counts, found in
      if let hunk = hunk(of: found, on: \.old) { counts[Made(matter: found.identity.matter, hunk: hunk), default: 0] += 1 }
    }
  }

  private func hunk(of found: Inspector.Found, on side: KeyPath<Hunk, Range<Int>>) -> Int? {
    found.line.flatMap { hunks.index(of: $0, on: side) }
  }

  private static func counts(_ found: [Inspector.Found]) -> [Inspector.Identity: Int] {
    found.reduce(into: [:]) { $0[$1.identity, default: 0] += 1 }
  }
}

extension Dictionary where Value == Int {
  /// Answers whether there was one more.
  mutating func take(_ key: Key) -> Bool {
    guard let count = self[key], count > 0 else { return false }
    self[key] = count - 1
    return true
  }
}
