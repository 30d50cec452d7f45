/// The alignment of content with all its sources: the origin of each line, and the matching values of keys.
struct SourceAlignment {
  let alignments: [Alignment]
  /// For each line of the content its line in a source, or `nil`.
  let origins: [LineOrigin?]
  /// Lines of the content whose origin, or lack of one, is a guess.
  private(set) var guessed: Set<Int>
  /// For values of the content the bytes of the matching value in a source, quotes included.
  private(set) var fixed: [Int: KnownValue] = [:]
  /// The values of the content that match a value in any source.
  private(set) var paired: Set<Int> = []
  /// For values of the content the matching values in the first source.
  let partners: [Int: Int]
  private let regions: [ConflictRegion]

  /// `purpose`: in the working tree, a local text that replaces a reference stays.
  init(
    _ text: LensText, _ sources: [(side: Stage, text: LensText)], for purpose: LineLens.Purpose = .repository
  ) {
    let regions = ConflictRegion.regions(of: text.lines)
    self.regions = regions
    let alignments = sources.map { source in
      let lines = regions.indices.filter {
        source.side == .whole || regions[$0] == .outside || regions[$0] == .side(source.side)
      }
      return Alignment(text, lines, source)
    }
    self.alignments = alignments
    let choices = text.lines.indices.map { alignments.choice(for: $0) }
    let origins = choices.map { $0.origin }
    self.origins = origins
    guessed = Set(choices.indices.filter { choices[$0].isGuess })
    let partners = alignments.map { ValuePairing($0, origins).partners }
    self.partners = partners[0]
    let references = alignments.map { purpose == .repository ? $0.replacedReferences(origins) : [:] }
    for value in text.values.indices { fix(value, text.values[value].normal, partners, references) }
    for (number, alignment) in alignments.enumerated() where alignment.side != .base {
      guessed.formUnion(SourceEvidence(alignment)?.guesses { written($0, number, partners[number]) } ?? [])
    }
  }

  /// The alignment with the first source.
  var alignment: Alignment { alignments[0] }

  /// Whether any line or value matches the first source. In a file that was emptied, or added with `git add -N`,
  /// inserted lines cannot be recognized.
  var hasMatches: Bool { !partners.isEmpty || alignment.origins.contains { $0 != nil } }

  func isOutside(_ line: Int) -> Bool { alignment.side == .whole || regions[line] == .outside }

  /// The value that clean writes for a line, or the whole line; `nil` if it is not of this source or a reference.
  private func written(_ line: Int, _ number: Int, _ partners: [Int: Int]) -> LensText.Line? {
    let source = alignments[number].source.text
    if let origin = origins[line] { return origin.source == number ? source.text(on: origin.line) : nil }
    let text = alignments[number].content.text
    guard let value = text.onlyValue(on: line) else { return nil }
    let normal = text.values[value].normal
    guard fixed[value] != nil else { return Placeholder.originals(in: normal)[...] }
    return partners[value].flatMap { source.values[$0].normal == normal ? source.text(of: $0) : nil }
  }

  /// Sets the bytes of a value; if both sides have a match, those of the side that changed it.
  private mutating func fix(_ value: Int, _ normal: [UInt8], _ partners: [[Int: Int]], _ references: [[Int: Int]]) {
    var found: [(side: Stage, value: KnownValue)] = []
    for (number, alignment) in alignments.enumerated() {
      let source = alignment.source.text
      let reference = references[number][value]
      guard let partner = (reference ?? partners[number][value]).map({ source.values[$0] }) else { continue }
      paired.insert(value)
      if reference == nil, partner.normal != normal { continue }
      found.append((alignment.side, KnownValue(partner.keyValue, in: source.bytes)))
    }
    let base = found.first { $0.side == .base }?.value
    fixed[value] = found.first { $0.value != base }?.value ?? base
  }
}

extension Alignment {
  /// For local texts of the content that replace a reference, the values of the source: Xcode's Signing tab writes one
  /// over `$(TEAM)`. `origins`: of the lines of the content in all sources.
  fileprivate func replacedReferences(_ origins: [LineOrigin?]) -> [Int: Int] {
    var references = source.references
    if references.isEmpty { return [:] }
    for (form, kept) in content.references { references[form] = references[form]?.dropFirst(kept.count) }
    var replaced: [Int: Int] = [:]
    for (index, value) in content.text.values.enumerated()
    where origins[value.line] == nil && content.contains(value.line) && Placeholder.isAll(of: value.normal) {
      replaced[index] = references[content.form(of: value)]?.popFirst()
    }
    return replaced
  }
}

extension Layout {
  /// The values that are references, by their key and block.
  fileprivate var references: [ValueForm: ArraySlice<Int>] {
    let found = text.values.indices.filter { index in
      let value = text.values[index]
      return contains(value.line) && ValueReference.isReference(Array(text.bytes[value.keyValue.value]))
    }
    return Dictionary(grouping: found) { form(of: text.values[$0]) }.mapValues { $0[...] }
  }

  fileprivate func form(of value: LensText.LensValue) -> ValueForm {
    ValueForm(key: value.keyValue.key, name: value.key, path: pathOfBlock(of: value.keyLine))
  }
}
