import Platform

/// The canonical texts that one diff gives to the places of edited lines, and the lines that are no edits but lines of
/// the source.
struct SourceChoice {
  /// The lines of the source that lines of the content are; none for new and edited lines.
  private(set) var origins: [Int: Int]
  /// The canonical texts, and references that stay, by the positions of local texts.
  private(set) var texts: [Int: [UInt8]] = [:]
  /// The references that stay, by their lines.
  private(set) var references: [Int: [UInt8]] = [:]
  /// The lines that are guesses.
  private(set) var guesses: Set<Int> = []
  /// The lines that `on-insert = drop` keeps out of the repository, with the text that commits them.
  private(set) var dropped: [Int: [UInt8]] = [:]

  private let comparison: SourceComparison
  /// The lines of the source that are not in the content, by their numbers.
  private let gone: [Int: [Int]]
  /// The texts of the source that no place of their own hunk has taken.
  private var lost: [Place] = []

  /// Chooses by a diff of the lines in the window.
  init(_ comparison: SourceComparison, _ diff: LineDiff) {
    self.comparison = comparison
    let hunks = diff.hunks
    gone = Dictionary(grouping: hunks.flatMap(\.source)) { comparison.numbers.source[$0] }
    origins = Dictionary(uniqueKeysWithValues: diff.pairs.map { ($0.content, $0.source) })
    var open: [(place: Place, hunk: LineDiff.Gap)] = []
    for hunk in hunks {
      let rest = settle(hunk, isOnly: hunks.count == 1)
      if !diff.pairs.isEmpty, comparison.isInserted(rest, hunk) {
        for place in rest { dropped[place.line] = place.texts.first { !$0.isEmpty } ?? [] }
      } else {
        open += rest.map { ($0, hunk) }
      }
    }
    settleMoved(open)
    settle(open.map(\.place).filter { isNew($0.line) })
    if diff.isCut { guesses.formUnion(comparison.content.places.filter(\.isOpen).map(\.line).filter(isNew)) }
  }

  /// Gives each place of a hunk, perhaps the only one, the text that its key had there; returns the places for which
  /// that is not known.
  private mutating func settle(_ hunk: LineDiff.Gap, isOnly: Bool) -> [Place] {
    let new = Array(comparison.content.places(on: hunk.content))
    let old = comparison.source.places(on: hunk.source)
    var taken: Set<Int> = []
    var open: [Place] = []
    for family in new.map(\.family).uniqued {
      guard let first = new.first(where: { $0.family == family }), !first.isReference else { continue }
      let mine = new.filter(first.canBe)
      guard let partners = Self.partners(of: mine, among: old.filter(first.canBe)) else {
        open += mine.filter { $0.family == family }
        continue
      }
      for (place, partner) in zip(mine, partners) {
        taken.insert(partner.range.lowerBound)
        take(partner, for: place)
        // Unless it is the only edit, a value under another name can be a new one.
        if place.isOpen, !isOnly, place.name != partner.name { guesses.insert(place.line) }
      }
    }
    let free = old.filter { !taken.contains($0.range.lowerBound) }
    lost += free
    // With new lines in the hunk, an equal line beside it can be the one that is gone, or one that has moved with them.
    let before = (hunk.source.lowerBound, hunk.content.lowerBound, -1)
    for (line, other, step) in [before, (hunk.source.upperBound - 1, hunk.content.upperBound - 1, 1)]
    where !hunk.content.isEmpty {
      let moved = gone[comparison.numbers.content[other]] ?? []
      let isMoved = moved.contains { comparison.isEqual(line + step, $0 + step) }
      if isMoved || free.contains(where: { comparison.isEqual(line + step, $0.line) }) { guesses.insert(other + step) }
      if isMoved, comparison.source.ownLines.contains(line + step) { origins[other + step] = nil }
    }
    return open
  }

  /// The places of the source for places of the same hunk: by their keys with conditions, if each is there once; else
  /// in order, if there are as many, or one text for all; else `nil`.
  private static func partners(of new: [Place], among old: [Place]) -> [Place]? {
    let isOne = Set(old.flatMap(\.texts)).count == 1
    if isOne, new.count <= old.count { return Array(old.prefix(new.count)) }
    if new.count != old.count { return nil }
    if new.map(\.name) == old.map(\.name) { return old }
    let byName = Dictionary(old.map { ($0.name, $0) }) { one, _ in one }
    let isUnique = byName.count == old.count && Set(byName.keys) == Set(new.map(\.name))
    return isUnique ? new.compactMap { byName[$0.name] } : nil
  }

  /// Takes the text of a place of the source.
  private mutating func take(_ partner: Place, for place: Place) {
    if place.isReference { return }
    if !partner.isReference { return texts[place.range.lowerBound] = partner.texts[0] }
    guard let text = comparison.reference(partner, for: place) else { return }
    texts[place.range.lowerBound] = text
    references[place.line] = text
  }

  /// Lines that are equal to one line that was deleted elsewhere are that line: certainly, if all lines of their hunk
  /// are such lines; else they can be lines of something new.
  private mutating func settleMoved(_ open: [(place: Place, hunk: LineDiff.Gap)]) {
    let counts = Set(open.map(\.place.line)).map { comparison.numbers.content[$0] }.counted
    let free = Set(lost.map(\.line)).subtracting(comparison.source.ownLines)
    let candidates = Dictionary(grouping: free) { comparison.numbers.source[$0] }
    for (place, hunk) in open {
      let number = comparison.numbers.content[place.line]
      guard counts[number] == 1, let same = candidates[number], same.count == 1 else { continue }
      origins[place.line] = same[0]
      let isWhole = hunk.content.allSatisfy { gone[comparison.numbers.content[$0]] != nil }
      // An equal line beside it can be the one that has moved.
      let isAlone = ![same[0] - 1, same[0] + 1].contains { comparison.isEqual($0, same[0]) }
      if place.isOpen, !isWhole || !isAlone { guesses.insert(place.line) }
    }
  }

  /// Whether a line of the content is none of the source.
  private func isNew(_ line: Int) -> Bool { origins[line] == nil }

  /// Whether a place of the content has a text in the repository, and not a reference.
  func isCommitted(_ place: Place) -> Bool {
    dropped[place.line] == nil && references[place.line] == nil
  }

  /// Gives places of new lines a text: the only one of its key that is gone, or that of the nearest line above.
  private mutating func settle(_ places: [Place]) {
    let lost = Dictionary(grouping: lost, by: \.family).mapValues { Set($0.flatMap(\.texts)) }
    for place in places {
      let options = lost[place.family] ?? []
      let text = options.count == 1 ? options.first : comparison.textAbove(place, self)
      if let text, place.texts.contains(text) || place.isAmbiguous { texts[place.range.lowerBound] = text }
      if place.isOpen || place.reference.map({ lost[$0] != nil }) ?? false { guesses.insert(place.line) }
    }
  }
}
