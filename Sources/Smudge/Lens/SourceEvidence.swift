import Platform

/// What the content and a source show about the canonical texts of values: the lines of the source that a line can come from.
///
/// They are those with which the longest common subsequences of both versions, or a move of some lines, match it. If one leaves
/// the line out, it can be new. It then has the text of a deleted line, or if there is none, of a line that it can be a copy of;
/// which one, the lines show that are new and equal around it. If what is shown is not exactly the text that clean writes, that
/// is a guess.
struct SourceEvidence {
  private let content: Layout
  private let source: Layout
  private let classes: LineInterner
  private let known: (content: Set<Int>, source: Set<Int>)
  private let texts: (content: [Int: Text], source: [Int: Text])
  /// The forms whose canonical text is not certain by itself.
  private let forms: Set<Form>
  /// For each examined line of the content the lines of the source that it can be.
  private var origins: [Int: Set<Int>] = [:]
  /// The examined lines of the content that can be new, with the number of new lines between the unique lines around them.
  private var new: [Int: Int] = [:]
  /// The examined lines of the source that can be deleted.
  private var deleted: Set<Int> = []

  /// The value of a line, or if it has none or several, the line.
  fileprivate typealias Text = (form: Form, bytes: LensText.Line)

  fileprivate enum Form: Hashable {
    case value(ValueForm)
    case line(ByteString)
  }

  /// `nil` if there is nothing to guess.
  init?(_ alignment: Alignment) {
    content = alignment.content
    source = alignment.source
    let found = Self.texts(source)
    var bytes: [Form: Set<LensText.Line>] = [:]
    for text in found.values { bytes[text.form, default: []].insert(text.bytes) }
    // A new value gets the first canonical text of its rule.
    forms = Set(bytes.filter { form, texts in form.first.map { texts != [$0] } ?? (texts.count > 1) }.keys)
    if forms.isEmpty { return nil }
    texts = (Self.texts(content), found)
    classes = LineInterner(content: content.text.normal.map(ByteString.init), source: source.text.normal.map(ByteString.init))
    known = (Set(classes.content), Set(classes.source))
    examine()
  }

  private static func texts(_ layout: Layout) -> [Int: Text] {
    let text = layout.text
    let lines = layout.lines.filter { Placeholder.isContained(in: text.normal[$0]) }
    return Dictionary(uniqueKeysWithValues: lines.map { line in
      let values = text.indices(ofValuesOn: line)
      guard values.count == 1 else { return (line, (.line(ByteString(text.normal[line])), text.lines[line])) }
      return (line, (.value(text.values[values.lowerBound].form), text.text(of: values.lowerBound)))
    })
  }

  /// The lines of the content whose text is a guess. `written`: the value that clean writes, or else the line; `nil` if no source
  /// has it.
  func guesses(_ written: (Int) -> LensText.Line?) -> Set<Int> {
    Set(texts.content.keys.filter { line in
      guard let form = texts.content[line]?.form, forms.contains(form), let bytes = written(line) else { return false }
      let shown = shown(line, form)
      return !shown.isEmpty && shown != [bytes]
    })
  }

  /// The texts that a line can have.
  private func shown(_ line: Int, _ form: Form) -> Set<LensText.Line> {
    let known = Set((origins[line] ?? []).compactMap { texts.source[$0]?.bytes })
    guard let count = new[line] else { return known }
    let alike = texts.source.filter { $0.value.form == form }
    let lost = alike.filter { deleted.contains($0.key) }
    let found = (lost.isEmpty ? alike : lost).map { other, text in
      (bytes: text.bytes, length: min(count, length(line, other, isMoved: !lost.isEmpty)))
    }
    let longest = found.map(\.length).max() ?? 0
    // If fewer than half of the new lines are a copy, this one is not either.
    if lost.isEmpty, 2 * longest < count { return known.union([form.first].compactMap(\.self)) }
    return known.union(found.filter { $0.length == longest }.map(\.bytes))
  }

  /// The number of new lines around a line that equal those around a line of the source; if they are moved, deleted ones.
  private func length(_ line: Int, _ other: Int, isMoved: Bool) -> Int {
    func length(_ step: Int) -> Int {
      var pair = LinePair(content: line, source: other)
      func isEqual() -> Bool {
        new[pair.content] != nil && source.lines.indices.contains(pair.source)
          && classes.content[pair.content] == classes.source[pair.source] && (!isMoved || deleted.contains(pair.source))
      }
      while isEqual() { pair = LinePair(content: pair.content + step, source: pair.source + step) }
      return abs(pair.content - line)
    }
    return max(0, length(1) + length(-1) - 1)
  }

  /// Examines the lines between those that are unique in both versions.
  private mutating func examine() {
    var rest = PatienceDiff.Gap(content: content.lines[...], source: source.lines[...])
    for pair in classes.uniquePairs(content.lines, source.lines).filter(areInOneBlock).inOrder() {
      origins[pair.content] = [pair.source]
      let before = PatienceDiff.Gap(
        content: rest.content.prefix { $0 < pair.content }, source: rest.source.prefix { $0 < pair.source })
      examine(before)
      rest.content = rest.content.dropFirst(before.content.count + 1)
      rest.source = rest.source.dropFirst(before.source.count + 1)
    }
    examine(rest)
  }

  private mutating func examine(_ gap: PatienceDiff.Gap) {
    func isExamined(_ text: Text?) -> Bool { text.map { forms.contains($0.form) } ?? false }
    let isAny = gap.content.contains { isExamined(texts.content[$0]) } || gap.source.contains { isExamined(texts.source[$0]) }
    if !isAny { return }
    let found = CommonSubsequences(gap, classes, isMatch: areInOneBlock)
    origins.merge(found.matches) { $1 }
    for line in found.new { new[line] = found.newCount }
    deleted.formUnion(found.deleted)
  }

  /// Whether the lines are in the same block, or in one that can have been renamed.
  private func areInOneBlock(_ pair: LinePair) -> Bool {
    if let object = content.objects[pair.content] { return object == source.objects[pair.source] }
    if source.objects[pair.source] != nil { return false }
    switch (content.parents[pair.content], source.parents[pair.source]) {
    case (nil, nil): return true
    case (let parent?, let other?):
      if classes.content[parent] == classes.source[other] { return areInOneBlock(LinePair(content: parent, source: other)) }
      return !known.source.contains(classes.content[parent]) && !known.content.contains(classes.source[other])
    case (_, _): return false
    }
  }
}

extension SourceEvidence.Form {
  /// The first canonical text of a value's rule.
  fileprivate var first: LensText.Line? {
    switch self {
    case .value(let form): form.normal.map { Placeholder.originals(in: $0)[...] }
    case .line: nil
    }
  }
}
