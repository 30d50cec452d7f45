import Platform

/// The evidence that the content and a source have for the canonical texts of values: the lines of the source that a
/// line can come from.
///
/// They are those with which the longest common subsequences of both versions, or a move of some lines, match it. If
/// one leaves the line out, it can be new. It then has the text of a line of its block that was deleted in its place,
/// else elsewhere, else of such a line of another block, else of one that it can be a copy of; which one, the lines
/// show that are new and equal around it. If what is shown is not exactly the text that clean writes, that is a guess.
struct GuessEvidence {
  /// The content with its block structure.
  private let content: Layout
  /// The source with its block structure.
  private let source: Layout
  /// The lines of both as numbers.
  private let classes: LineInterner
  /// The numbers that the lines of each have.
  private let numbers: (content: Set<Int>, source: Set<Int>)
  /// The texts with placeholders by their lines.
  private let texts: (content: [Int: Text], source: [Int: Text])
  /// The lines of the source by their form, if that does not show the canonical text.
  private let alike: [ValueForm: [Int]]
  /// The lines of the source that each examined line of the content can be.
  private var origins: [Int: Set<Int>] = [:]
  /// The examined lines of the content that can be new, with the lines between the unique lines around them.
  private var new: [Int: CommonSubsequences] = [:]
  /// The examined lines of the source that can be deleted.
  private var deleted: Set<Int> = []

  /// The value of a line, or if it has none or several, the line.
  private typealias Text = (form: ValueForm, bytes: LensText.Line)

  /// Examines aligned lines; `nil` if there is nothing to guess.
  init?(_ alignment: Alignment) {
    content = alignment.content
    source = alignment.source
    let sourceTexts = Self.texts(source)
    let examined = Dictionary(grouping: sourceTexts) { $0.value.form }.filter { form, texts in
      let bytes = Set(texts.map(\.value.bytes))
      // A new value gets the first canonical text of its rule.
      return bytes.count > 1 || !form.isLine && bytes != form.first
    }
    alike = examined.mapValues { $0.map(\.key) }
    if alike.isEmpty { return nil }
    texts = (Self.texts(content), sourceTexts)
    classes = LineInterner(
      content: content.text.normal.map(ByteString.init), source: source.text.normal.map(ByteString.init))
    numbers = (Set(classes.content), Set(classes.source))
    examine()
  }

  /// The texts with placeholders of a version, by their lines.
  private static func texts(_ layout: Layout) -> [Int: Text] {
    let text = layout.text
    let lines = layout.lines.filter { Placeholder.isContained(in: text.normal[$0]) }
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let form = text.onlyValue(on: line).map { text.values[$0].form } ?? ValueForm(line: text.normal[line])
        return (line, (form, text.text(on: line)))
      })
  }

  /// The lines of the content whose text is a guess. `written`: the value that clean writes, or else the line; `nil` if
  /// no source has it.
  func guesses(_ written: (Int) -> LensText.Line?) -> Set<Int> {
    let lines = texts.content.filter { line, text in
      guard let alike = alike[text.form], let bytes = written(line) else { return false }
      let shown = shown(line, text.form, alike)
      return !shown.isEmpty && shown != [bytes]
    }
    return Set(lines.keys)
  }

  /// The texts that a line can have.
  private func shown(_ line: Int, _ form: ValueForm, _ alike: [Int]) -> Set<LensText.Line> {
    let origins = origins[line] ?? []
    guard let gap = new[line] else { return bytes(origins) }
    let gone = alike.filter(deleted.contains)
    let inBlock = gone.filter { areInOneBlock(LinePair(content: line, source: $0)) }
    let sets = [inBlock, gone].flatMap { [$0.filter(gap.deleted.contains), $0] }
    let lost = sets.first { !$0.isEmpty } ?? []
    let byLength = Dictionary(grouping: lost.isEmpty ? alike : lost) {
      min(gap.newCount, length(line, $0, isMoved: !lost.isEmpty))
    }
    let longest = byLength.keys.max() ?? 0
    // If fewer than half of the new lines are a copy, this one is not either.
    let isTyped = lost.isEmpty && 2 * longest < gap.newCount
    return isTyped ? bytes(origins).union(form.first) : bytes(origins.union(byLength[longest] ?? []))
  }

  /// The texts of lines of the source.
  private func bytes(_ lines: Set<Int>) -> Set<LensText.Line> {
    Set(lines.compactMap { texts.source[$0]?.bytes })
  }

  /// The number of new lines around a line that equal those around a line of the source; if they are moved, deleted
  /// ones.
  private func length(_ line: Int, _ other: Int, isMoved: Bool) -> Int {
    func isEqual(_ distance: Int) -> Bool {
      let line = line + distance
      let other = other + distance
      return new[line] != nil && source.lines.indices.contains(other) && classes.content[line] == classes.source[other]
        && (!isMoved || deleted.contains(other))
    }
    if !isEqual(0) { return 0 }
    return 1 + (1...).prefix { isEqual($0) }.count + (1...).prefix { isEqual(-$0) }.count
  }

  /// Examines the lines between those that are unique in both versions.
  private mutating func examine() {
    let unique = classes.uniquePairs(content.lines, source.lines).filter(areInOneBlock).inOrder()
    for pair in unique { origins[pair.content] = [pair.source] }
    let all = PatienceDiff.Gap(content: content.lines[...], source: source.lines[...])
    for gap in all.split(at: unique) { examine(gap) }
  }

  /// Examines the lines of a gap, if one of them has a text to guess.
  private mutating func examine(_ gap: PatienceDiff.Gap) {
    func isExamined(_ text: Text?) -> Bool { text.map { alike[$0.form] != nil } ?? false }
    let isAny =
      gap.content.contains { isExamined(texts.content[$0]) } || gap.source.contains { isExamined(texts.source[$0]) }
    if !isAny { return }
    let common = CommonSubsequences(gap, classes, isMatch: areInOneBlock)
    origins.merge(common.matches) { $1 }
    for line in common.new { new[line] = common }
    deleted.formUnion(common.deleted)
  }

  /// Whether the lines are in the same block, or in one that can have been renamed.
  private func areInOneBlock(_ pair: LinePair) -> Bool {
    if let object = content.objects[pair.content] { return object == source.objects[pair.source] }
    if source.objects[pair.source] != nil { return false }
    let parent = content.parents[pair.content]
    let other = source.parents[pair.source]
    guard let parent, let other else { return parent == other }
    let number = classes.content[parent]
    let otherNumber = classes.source[other]
    if number == otherNumber { return areInOneBlock(LinePair(content: parent, source: other)) }
    return !numbers.source.contains(number) && !numbers.content.contains(otherNumber)
  }
}

extension ValueForm {
  /// The form of a whole line.
  fileprivate init(line: LensText.Line) { self.init(key: -1, normal: Array(line)) }

  /// Whether this is the form of a whole line.
  fileprivate var isLine: Bool { key < 0 }

  /// The first canonical text of the rule.
  fileprivate var first: Set<LensText.Line> { [Placeholder.originals(in: normal ?? [])[...]] }
}
