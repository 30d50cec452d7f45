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
  /// The numbers of the lines; outside of the window 0. Equal lines have the same one.
  let numbers: (content: [Int], source: [Int])
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

  /// Compares a content with a source.
  init(
    _ bytes: [UInt8], _ version: SourceVersion, _ transform: Transform, for purpose: LineLens.Purpose = .repository
  ) {
    let text = LensText(bytes, transform.keyValues(in: bytes))
    shown = LensText(version.smudged)
    let source = LensText(version.bytes, transform.keyValues(in: version.bytes))
    window = LineWindow(text, shown)
    content = PlacedText(text, window.content, isSource: false, transform)
    self.source = PlacedText(source, window.source, isSource: true, transform)
    self.transform = transform
    self.purpose = purpose
    isProject = bytes.starts(with: XcodeQuoting.mark)
    var numbers: [LineIdentity: Int] = [:]
    self.numbers = (
      text.numbers(window.content, of: content, isProject: isProject, &numbers),
      shown.numbers(window.source, of: self.source, isProject: isProject, &numbers)
    )
  }

  /// The lines of the content.
  func cleanedLines() throws(TransformError) -> [CleanedLine] {
    let lines = try windowLines()
    return try cleanedLines(lines, smudged: transform.smudge(bytes(lines)).bytes)
  }

  /// The lines of the content, by those of the window and what smudge makes of them: what is not as in the content, is
  /// cleaned by its bytes, and a guess.
  func cleanedLines(_ inWindow: [CleanedLine], smudged: [UInt8]) throws(TransformError) -> [CleanedLine] {
    func equal(_ lines: Range<Int>, _ shift: Int) -> [CleanedLine] {
      lines.map { CleanedLine(bytes: source.text[$0 + shift], origin: $0 + shift) }
    }
    var lines = equal(0..<window.content.lowerBound, 0) + inWindow
    lines += equal(window.content.upperBound..<content.text.count, source.text.count - content.text.count)
    if smudged == content.text.bytes { return lines }
    let again = LensText(smudged)
    let broken = zip(lines.indices.filter { lines[$0].bytes != nil }, 0...).compactMap { line, number -> Int? in
      guard let origin = lines[line].origin else { return nil }
      return number < again.count && again[number].hasSameBytes(as: shown[origin]) ? nil : line
    }
    for (line, bytes) in try cleaned(broken) { lines[line] = CleanedLine(bytes: bytes, isGuess: true) }
    return lines
  }

  /// The cleaned content, if these are the lines in the window.
  func bytes(_ lines: [CleanedLine]) -> [UInt8] {
    var bytes = source.text.bytes
    bytes.replaceSubrange(source.text.range(of: window.source), with: lines.bytes)
    return bytes
  }

  /// The lines of the window, by all diffs: where they disagree, that is a guess.
  func windowLines() throws(TransformError) -> [CleanedLine] {
    let diffs = LineDiff.Ties.allCases.map { ties in
      LineDiff(content: numbers.content[window.content], source: numbers.source[window.source], ties: ties)
    }
    let lines = try lines(by: SourceChoice(self, diffs[0]))
    if diffs[0].pairs == diffs[1].pairs { return lines }
    return try zip(lines, self.lines(by: SourceChoice(self, diffs[1]))).map(agreed)
  }

  /// Whether lines of the source are equal in the smudged file alone.
  func isEqual(_ line: Int, _ other: Int) -> Bool {
    [line, other].allSatisfy(window.source.contains) && numbers.source[line] == numbers.source[other]
      && source.text[line] != source.text[other]
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
    let cleaned = try cleaned(edited, choosing: choice.texts)
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

  /// Whether a value becomes what the repository has.
  private func restores(_ value: KeyValue) -> Bool {
    purpose.restores(transform.compiled.keyed?.keys[value.key].name ?? [])
  }

  /// The reference of the source that a local text of the content replaces; `nil` if the text stays, because the
  /// working tree shows it.
  func reference(_ partner: Place, for place: Place) -> [UInt8]? {
    guard let old = partner.value, let new = place.value, restores(new) else { return nil }
    // Outside of Xcode projects the quotes belong to the reference, as in `TEAM: "@TEAM@"`.
    return Array(source.text.bytes[new.quotes == .none && !isProject ? old.outer : old.value])
  }

  /// The text of the nearest place above that is of the same family, or the only one of the source; else `nil`.
  func textAbove(_ place: Place, _ choice: SourceChoice) -> [UInt8]? {
    let index = content.places.partitioningIndex { $0.range.lowerBound >= place.range.lowerBound }
    func last(_ places: some BidirectionalCollection<Place>) -> Place? { places.last { $0.family == place.family } }
    guard let other = last(content.places[..<index].lazy.filter(choice.isCommitted)) else {
      let all = PlacedText(source.text, 0..<source.text.count, isSource: true, transform)
      let texts = Set(all.places.filter { $0.family == place.family }.map { $0.texts[0] })
      return texts.count == 1 ? texts.first : last(all.places(on: 0..<window.source.lowerBound))?.texts[0]
    }
    if let text = choice.texts[other.range.lowerBound] { return text }
    return choice.origins[other.line].flatMap { last(source.places(on: $0..<$0 + 1))?.texts[0] }
  }

  /// Whether these places, all of a hunk that the source does not show, are lines that Xcode has inserted and that are
  /// not committed: nothing else in the hunk is new but blank lines and edited values.
  func isInserted(_ places: [Place], _ hunk: LineDiff.Gap) -> Bool {
    guard !places.isEmpty, isProject, places.allSatisfy(isDroppable) else { return false }
    let lines = Set(places.map(\.line))
    let names = Set(hunk.source.map { source.text[$0].assignedName }).subtracting([nil])
    return hunk.content.allSatisfy { line in
      let bytes = content.text[line]
      return lines.contains(line) || bytes.trimmed.isEmpty
        || names.contains(bytes.assignedName)
    }
  }

  /// Whether the line of a place is an assignment that `on-insert = drop` keeps out of the repository.
  private func isDroppable(_ place: Place) -> Bool {
    guard let value = place.value, restores(value),
      case .texts(_, let rule, _) = place.family, transform.compiled.rules[rule].keyed?.onInsert == .drop
    else { return false }
    return content.text[place.line].assignedName == place.name
  }
}

extension [SourceComparison.CleanedLine] {
  /// The content of the lines.
  var bytes: [UInt8] { reduce(into: []) { $0 += $1.bytes ?? [] } }
}

// What the lens asks of a transform.
extension Transform {
  /// The values of the plan's keys in content.
  func keyValues(in bytes: [UInt8]) -> [KeyValue] { compiled.keyed?.scanner.keyValues(in: bytes) ?? [] }
}

extension LensText {
  /// The numbers of some lines, for a comparison: in Xcode projects lines with places have no quotes around their
  /// value, and a value below its key is equal only if the key is.
  fileprivate func numbers(
    _ lines: Range<Int>, of placed: PlacedText, isProject: Bool, _ known: inout [LineIdentity: Int]
  ) -> [Int] {
    let keys = Dictionary(placed.text.valuesBelowKeys.map { ($0.value, ByteString($0.name)) }) { one, _ in one }
    let withPlaces = Set(placed.places.map(\.line))
    var numbers = [Int](repeating: 0, count: count)
    for line in lines {
      let isUnquoted = isProject && withPlaces.contains(line)
      let bytes = isUnquoted ? XcodeQuoting.unquoted(self[line]) : self[line]
      numbers[line] = known.number(LineIdentity(bytes: ByteString(bytes), key: keys[line]))
    }
    return numbers
  }
}
