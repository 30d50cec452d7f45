import Platform
import Rules
import Smudge

/// Finds canonical texts that a change has replaced on otherwise unchanged lines. This needs no values, keys or shapes.
struct ReplacedTexts {
  private let scanner: LeakScanner
  private let path: Path
  private let rules: [LeakRule]

  init(_ scanner: LeakScanner, _ path: Path) {
    self.scanner = scanner
    self.path = path
    rules = scanner.known.filter { scanner.applies($0, to: path) }
  }

  private typealias CanonicalToken = (range: Range<Int>, known: LeakRule)

  private func tokens(of matches: [PlanMatch]) -> [CanonicalToken] {
    matches.filter { $0.isToken(.canonical) && !$0.text.isEmpty }.compactMap { match in
      scanner.owner(of: match, path).map { (match.range, $0) }
    }
  }

  /// Lines with a canonical text, and the number of each; `matches`: those in the bytes.
  func lines(in bytes: [UInt8], _ matches: [PlanMatch]) -> [[UInt8]: Int] {
    let tokens = tokens(of: matches)
    if tokens.isEmpty { return [:] }
    let lines = TextLines(bytes)
    let numbers = tokens.map { lines.number(at: $0.range.lowerBound) }.uniqued
    return numbers.map { lines.mark($0) }.counted
  }

  /// The maximum number of comparisons of lines; after that, each old line is compared with one new line. A rewritten
  /// file has no otherwise unchanged lines.
  private static let maxSteps = 1_000_000

  /// Hits in the new content, in ascending order. `gone`: lines with a canonical text that it has less often.
  func hits(from old: [UInt8], to new: [UInt8], gone: [[UInt8]: Int]) -> [LeakScanner.Hit] {
    let before = TextLines(old)
    let after = TextLines(new)
    let tokens = Dictionary(grouping: tokens(of: scanner.idle.matches(in: old))) {
      before.number(at: $0.range.lowerBound)
    }

    let hunks = before.hunks(to: after)
    // A line that only moved replaces nothing.
    var gone = gone
    var steps = Self.maxSteps
    var moved = hunks.flatMap { $0.old.map { before.mark($0) } }.counted

    return hunks.flatMap { hunk in
      var lines = hunk.new.filter { !moved.take(after.mark($0)) }
      return hunk.old.flatMap { number -> [LeakScanner.Hit] in
        guard let tokens = tokens[number], gone.take(before.mark(number)) else { return [] }
        let frame = LineFrame(before.trimmed(number), tokens.map(\.range))
        for (index, line) in lines.prefix(max(steps, 1)).enumerated() {
          steps -= 1
          guard let words = frame.words(in: after.trimmed(line)) else { continue }
          lines.remove(at: index)
          return zip(words, frame.words).compactMap { word, former in
            // On a line of the text alone, both have a dot, or neither has.
            let isAlike = frame.hasIdentifier || new[word].contains(.dot) == old[former].contains(.dot)
            return isAlike ? hit(new[word], old[former], tokens) : nil
          }
        }
        return []
      }
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The hit for a word that replaces another one; `nil` if it belongs to the project or is a placeholder. `tokens`:
  /// canonical texts of the old line.
  private func hit(_ word: ArraySlice<UInt8>, _ old: ArraySlice<UInt8>, _ tokens: [CanonicalToken]) -> LeakScanner.Hit?
  {
    let lost = tokens.first { token in
      old.startIndex <= token.range.lowerBound && token.range.upperBound <= old.endIndex
        && !word.dropFirst(token.range.lowerBound - old.startIndex).continues(old[token.range], inWord: false)
    }
    // The project's own identifiers can hold the canonical text too, but here was nothing else.
    let grown = tokens.first { old.indices == $0.range && word.count > old.count && word.firstRange(of: old) != nil }
    guard let lost = grown ?? lost else { return nil }
    let place = Self.place(in: word, of: lost.range, in: old)
    let text = Array(place)
    let isOurs = rules.contains { rule in
      rule.ownsPrefixed(place) || (grown == nil ? rule.knows(text) || rule.owns(place) : rule.lists(text))
    }
    if isOurs || NonIdentifierCheck.isNoValue(text) { return nil }
    return LeakScanner.Hit(
      detail: .replacedCanonical(text, canonical: Array(old[lost.range]), in: lost.known.rule.file),
      rule: lost.known.rule.name,
      range: place.indices)
  }

  /// The part of a word that replaces a range of the old one, without the common beginning and end.
  private static func place(
    in word: ArraySlice<UInt8>, of range: Range<Int>, in old: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8> {
    let head = old[..<range.lowerBound]
    let tail = old[range.upperBound...]
    let rest = word.starts(with: head) ? word.dropFirst(head.count) : word
    return rest.suffix(tail.count).elementsEqual(tail) ? rest.dropLast(tail.count) : rest
  }
}

extension TextLines {
  /// Lines of this text and the lines of a new one that replace them (diff(1)), which count from 1; lines that differ
  /// only in blanks at their ends are equal.
  func hunks(to new: TextLines) -> [(old: Range<Int>, new: Range<Int>)] {
    let before = numbers.map { trimmed($0) }
    let after = new.numbers.map { new.trimmed($0) }
    var last = (old: 1, new: 1)
    return (commonLines(before, after) + [(one: before.count, other: after.count)]).map { pair in
      defer { last = (pair.one + 2, pair.other + 2) }
      return (last.old..<pair.one + 1, last.new..<pair.other + 1)
    }
  }
}

/// The rest of a line around the words with a canonical text.
private struct LineFrame {
  /// The text around the words; one piece more than words.
  private var pieces: [ArraySlice<UInt8>] = []
  private(set) var words: [Range<Int>] = []
  /// Other bytes than those of identifiers that the words contain.
  private var more: Set<UInt8> = [.dot]

  private static let quote = UInt8.quotationMark

  init(_ line: ArraySlice<UInt8>, _ tokens: [Range<Int>]) {
    more.formUnion(tokens.joined().lazy.map { line[$0] }.filter { $0 > 0x20 && $0 != Self.quote })
    var start = line.startIndex
    for token in tokens where token.lowerBound >= start && token.upperBound <= line.endIndex {
      let before = line[start..<token.lowerBound].reversed().prefix(while: isWord).count
      let end = token.upperBound + line[token.upperBound...].prefix(while: isWord).count
      pieces.append(unquoted(line[start..<token.lowerBound - before]))
      words.append(token.lowerBound - before..<end)
      start = end
    }
    pieces.append(unquoted(line[start...]))
  }

  var hasIdentifier: Bool { pieces.joined().contains(where: Boundary.isIdentifier) }
  private func isWord(_ byte: UInt8) -> Bool { Boundary.isIdentifier(byte) || more.contains(byte) }

  /// A piece without the quotes of a word: Xcode adds or removes them with the value.
  private func unquoted(_ piece: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var piece = piece
    if !pieces.isEmpty, piece.first == Self.quote { piece = piece.dropFirst() }
    return piece.last == Self.quote ? piece.dropLast() : piece
  }

  /// The ranges of the words of another line with the same rest; `nil` if the rest differs.
  func words(in line: ArraySlice<UInt8>) -> [Range<Int>]? {
    var words = [Range<Int>]()
    var place = line.startIndex
    for (index, piece) in pieces.enumerated() {
      if index > 0 {
        let count = line[place...].prefix(while: isWord).count
        if count == 0 { return nil }
        words.append(place..<place + count)
        place += count
        if place < line.endIndex, line[place] == Self.quote { place += 1 }
      }
      guard line[place...].starts(with: piece) else { return nil }
      place += piece.count
      if place < line.endIndex, line[place] == Self.quote { place += 1 }
    }
    return place == line.endIndex ? words : nil
  }
}
