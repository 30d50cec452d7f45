import Platform

/// A content that is compared with one source: the lines that differ, and what clean makes of them.
struct SourceComparison {
  /// The content with the places in the window.
  let content: PlacedText
  /// The source with the places in the window.
  let source: PlacedText
  /// The lines that differ.
  let window: LineWindow
  private let transform: Transform
  private let purpose: LineLens.Purpose
  /// The smudged source.
  private let shown: LensText
  /// The numbers of the lines of the window: equal lines have the same one.
  private let numbers: (content: [Int], source: [Int])
  /// Whether the content is an Xcode project.
  private let isProject: Bool

  /// A line of the content.
  struct CleanedLine {
    /// The cleaned line; `nil` if it is dropped.
    var bytes: LensText.Line?
    /// The line of the source that it is; `nil` for an edited or a new line.
    var origin: Int?
    /// Whether the source does not show that this is its canonical form.
    var isGuess = false
    /// The reference that it keeps; of a dropped line, the text that commits it.
    var other: [UInt8]?
  }

  /// Compares a text with a source.
  init(_ text: LensText, _ version: SourceVersion, _ transform: Transform, for purpose: LineLens.Purpose) {
    let shown = LensText(version.smudged)
    let source = LensText(version.bytes, transform.keyValues(in: version.bytes))
    window = LineWindow(text, source, shown: shown)
    content = PlacedText(text, window.content, isSource: false, transform)
    self.source = PlacedText(source, window.source, isSource: true, transform)
    self.transform = transform
    self.purpose = purpose
    self.shown = shown
    isProject = text.bytes.starts(with: XcodeQuoting.mark)
    var numbers = LineNumbers<LineIdentity>()
    self.numbers = (
      text.identities(window.content, of: content, isProject: isProject).map { numbers[$0] },
      shown.identities(window.source, of: self.source, isProject: isProject).map { numbers[$0] }
    )
  }

  /// The number of a line of the window.
  func number(ofContent line: Int) -> Int { numbers.content[line - window.content.lowerBound] }

  /// The number of a line of the window.
  func number(ofSource line: Int) -> Int { numbers.source[line - window.source.lowerBound] }

  /// The lines of the window, by all diffs: where they disagree, that is a guess.
  func cleanedLines() throws(TransformError) -> [CleanedLine] {
    var diffs: [LineDiff] = []
    for ties in LineDiff.Ties.allCases {
      let diff = LineDiff(content: numbers.content, source: numbers.source, ties: ties)
      if !diffs.contains(where: { $0.pairs == diff.pairs }) { diffs.append(diff) }
    }
    var lines: [CleanedLine] = []
    for diff in diffs {
      let others = try self.lines(by: SourceChoice(self, diff))
      lines = lines.isEmpty ? others : zip(lines, others).map(agreed)
    }
    return lines
  }

  /// A line by two diffs: in a tie the one that is no local text of the source.
  private func agreed(_ line: CleanedLine, _ other: CleanedLine) -> CleanedLine {
    let isSame = line.bytes == other.bytes
    let isOwn = line.origin.map(source.ownLines.contains) ?? false
    var chosen = isSame || !isOwn ? line : other
    chosen.isGuess = line.isGuess || other.isGuess || !isSame
    return chosen
  }

  /// The lines of the window by one diff.
  private func lines(by choice: SourceChoice) throws(TransformError) -> [CleanedLine] {
    let edited = window.content.filter { choice.origins[$0] == nil && choice.dropped[$0] == nil }
    let cleaned = try cleaned(edited, choosing: choice.texts.mapValues(\.bytes))
    return window.content.map { line in
      let origin = choice.origins[line]
      let dropped = choice.dropped[line]
      return CleanedLine(
        bytes: dropped != nil ? nil : origin.map { source.text[$0] } ?? cleaned[line], origin: origin,
        isGuess: choice.guesses.contains(line), other: dropped ?? choice.references[line])
    }
  }

  /// Lines of the content cleaned by their bytes.
  func cleaned(
    _ lines: [Int], choosing texts: [Int: [UInt8]] = [:]
  ) throws(TransformError) -> [Int: LensText.Line] {
    if lines.isEmpty { return [:] }
    let text = content.text
    var result: [Int: LensText.Line] = [:]
    if transform.compiled.cleanCanFormTexts {
      let whole = LensText(try transform.clean(text.bytes, choosing: texts).bytes)
      for line in lines where line < whole.count { result[line] = whole[line] }
      return result
    }
    let ranges = lines.map { text.range(of: $0..<$0 + 1) }
    let cleaned = transform.cleaned(ranges, of: text.bytes, text.keyValues, choosing: texts)
    for (line, bytes) in zip(lines, cleaned) { result[line] = bytes[...] }
    return result
  }

  /// The reference of the source that a local text of the content replaces; `nil` if the text stays, because the
  /// working tree shows it.
  func reference(_ partner: Place, for place: Place) -> [UInt8]? {
    guard let old = partner.value, let new = place.value, purpose.restores(transform.key(of: new)) else { return nil }
    // Outside of Xcode projects the quotes belong to the reference, as in `TEAM: "@TEAM@"`.
    return Array(source.text.bytes[new.quotes == .none && !isProject ? old.outer : old.value])
  }

  /// The text of the nearest place above that is of the same family.
  func textAbove(_ place: Place, _ choice: SourceChoice) -> [UInt8]? {
    let index = content.places.partitioningIndex { $0.range.lowerBound >= place.range.lowerBound }
    let above = content.places[..<index].last { $0.family == place.family && choice.isCommitted($0) }
    // One without a text has none above it.
    guard let other = above else { return nil }
    if let text = choice.texts[other.range.lowerBound] { return text.bytes }
    let lines = choice.origins[other.line].map { $0..<$0 + 1 } ?? 0..<0
    return source.places(on: lines).last { $0.family == place.family }?.texts[0]
  }

  /// The text of the last value of a family above the window, or else of the first one below.
  func textOutside(_ family: Place.Family) -> [UInt8]? {
    guard case .texts(let key?, let rule) = family else { return nil }
    let end = source.text.range(of: 0..<window.source.lowerBound).upperBound
    let values = source.text.keyValues.filter { $0.key == key }
    let above = values.prefix { $0.outer.upperBound <= end }.reversed()
    return (above + values).lazy.map { Array(source.text.bytes[$0.value]) }
      .first { transform.rule(ofCanonical: $0, key) == rule }
  }

  /// Whether these places, all of a hunk that the source does not show, are lines that Xcode has inserted and that are
  /// not committed: nothing else in the hunk is new but blank lines and edited values.
  func isInserted(_ places: [Place], _ hunk: LineDiff.Gap, hasCommonLines: Bool) -> Bool {
    let isKnown = hasCommonLines || window.content != 0..<content.text.count
    guard !places.isEmpty, isProject, isKnown, places.allSatisfy(isDroppable) else { return false }
    let lines = Set(places.map(\.line))
    let names = Set(hunk.source.compactMap { source.text[$0].assignedName.map(ByteString.init) })
    return hunk.content.allSatisfy { line in
      let bytes = content.text[line]
      return lines.contains(line) || bytes.trimmed.isEmpty
        || bytes.assignedName.map { names.contains(ByteString($0)) } ?? false
    }
  }

  /// Whether the line of a place is an assignment that `on-insert = drop` keeps out of the repository.
  private func isDroppable(_ place: Place) -> Bool {
    guard let value = place.value, purpose.restores(transform.key(of: value)),
      case .texts(_, let rule) = place.family, transform.compiled.rules[rule].keyed?.onInsert == .drop
    else { return false }
    return content.text[place.line].assignedName?.hasSameBytes(as: place.name) ?? false
  }

  /// The line of the source that a line outside the window is.
  func origin(ofEqual line: Int) -> Int {
    line < window.content.lowerBound ? line : line + window.source.upperBound - window.content.upperBound
  }

  /// The bytes of the source for lines outside the window.
  func equalLines(_ lines: Range<Int>) -> [UInt8] {
    if lines.isEmpty { return [] }
    let middle = min(max(lines.lowerBound, window.content.lowerBound), lines.upperBound)
    let parts = [lines.lowerBound..<middle, middle..<lines.upperBound].filter { !$0.isEmpty }
    return parts.flatMap { part in
      let first = origin(ofEqual: part.lowerBound)
      return source.text.bytes[source.text.range(of: first..<first + part.count)]
    }
  }

  /// The lines of the source, `lines` in the window, that smudge would not show as they are in the content.
  func brokenLines(_ lines: [CleanedLine], _ result: [UInt8]) throws(TransformError) -> [Int] {
    let shownAgain = try transform.smudge(result).bytes
    if shownAgain == content.text.bytes { return [] }
    let again = LensText(shownAgain)
    var broken: [Int] = []
    var next = 0
    for line in 0..<content.text.count {
      let known = window.content.contains(line) ? lines[line - window.content.lowerBound] : nil
      if let known, known.bytes == nil { continue }
      if let origin = known.map(\.origin) ?? origin(ofEqual: line),
        next >= again.count || !again[next].hasSameBytes(as: shown[origin])
      {
        broken.append(line)
      }
      next += 1
    }
    return broken
  }
}

// What the lens asks of a transform.
extension Transform {
  /// The values of the plan's keys in content.
  func keyValues(in bytes: [UInt8]) -> [KeyValue] { compiled.keyed?.scanner.keyValues(in: bytes) ?? [] }

  /// The key of a value, without conditions.
  fileprivate func key(of value: KeyValue) -> [UInt8] { compiled.keyed?.keys[value.key].name ?? [] }

  /// The first rule with the local text that a whole value of a key, by its index, is smudged to.
  fileprivate func rule(ofCanonical text: [UInt8], _ key: Int) -> Int? {
    let values = compiled.keyed?.keys[key].values
    let local = values?[text].flatMap { replacement($0.pattern, .smudge) }
    return local.flatMap { values?[$0]?.pattern.meanings.first { $0.canonical != nil }?.rule }
  }

  /// Whether two Xcode project files differ only in the quotes that Xcode rewrites.
  package func isSameButForQuotes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.starts(with: XcodeQuoting.mark), other.starts(with: XcodeQuoting.mark) else { return false }
    let texts = (LensText(one), LensText(other))
    return texts.0.count == texts.1.count
      && (0..<texts.0.count).allSatisfy {
        texts.0[$0].hasSameBytes(as: texts.1[$0])
          || XcodeQuoting.unquoted(texts.0[$0]).hasSameBytes(as: XcodeQuoting.unquoted(texts.1[$0]))
      }
  }
}

/// What equal lines of both sides share.
private struct LineIdentity: Hashable {
  let bytes: ByteString
  /// The key on another line.
  let key: ByteString?
}

extension LensText {
  /// The identities of some lines, for a comparison: in Xcode projects lines with places have no quotes around their
  /// value, and a value below its key is equal only if the key is.
  fileprivate func identities(_ lines: Range<Int>, of placed: PlacedText, isProject: Bool) -> [LineIdentity] {
    let keys = Dictionary(placed.text.valuesBelowKeys.map { ($0.value, ByteString($0.name)) }) { one, _ in one }
    let withPlaces = Set(placed.places.map(\.line))
    return lines.map { line in
      let isUnquoted = isProject && withPlaces.contains(line)
      let bytes = isUnquoted ? XcodeQuoting.unquoted(self[line]) : self[line]
      return LineIdentity(bytes: ByteString(bytes), key: keys[line])
    }
  }
}
