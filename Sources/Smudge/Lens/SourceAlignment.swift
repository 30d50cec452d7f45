import Platform

/// The alignment of content with all its sources: the origin of each line, and the matching values of keys.
struct SourceAlignment {
  /// The alignment with each source.
  let alignments: [Alignment]
  /// The line in a source, or `nil`, for each line of the content.
  let origins: [LineOrigin?]
  /// The lines of the content whose origin, or lack of one, is a guess.
  private(set) var guessed: Set<Int>
  /// The bytes of the matching value in a source, quotes included, by the value of the content.
  private(set) var fixed: [Int: KnownValue] = [:]
  /// The values of the content that match a value in any source.
  private(set) var paired: Set<Int> = []
  /// The matching value in the first source by the value of the content.
  let partners: [Int: Int]
  /// The region of each line of the content.
  private let regions: [ConflictRegion]

  /// Aligns a text with its sources. `purpose`: in the working tree, a local text that replaces a reference stays.
  init(
    _ text: LensText, _ sources: [(side: Stage, text: LensText)], for purpose: LineLens.Purpose = .repository
  ) {
    let regions = ConflictRegion.regions(of: text.lines)
    self.regions = regions
    let alignments = sources.map { source in
      let lines = regions.indices.filter { line in
        source.side == .whole || regions[line] == .outside || regions[line] == .side(source.side)
      }
      return Alignment(text, lines, source)
    }
    self.alignments = alignments

    let choices = text.lines.indices.map(alignments.choice)
    let origins = choices.map(\.origin)
    self.origins = origins
    guessed = Set(choices.indices.filter { choices[$0].isGuess })

    let partners = alignments.map { ValuePairing($0, origins).partners }
    self.partners = partners[0]
    let references = alignments.map { purpose == .repository ? $0.replacedReferences(origins) : [:] }
    for value in text.values.indices { fix(value, text.values[value].normal, partners, references) }
    for (number, alignment) in alignments.enumerated() where alignment.side != .base {
      let evidence = GuessEvidence(alignment)
      guessed.formUnion(evidence?.guesses { written($0, number, partners[number]) } ?? [])
    }
  }

  /// The alignment with the first source.
  var alignment: Alignment { alignments[0] }

  /// Whether any line or value matches the first source. In a file that was emptied, or added with `git add -N`,
  /// inserted lines cannot be recognized.
  var hasMatches: Bool { !partners.isEmpty || alignment.origins.contains { $0 != nil } }

  /// Whether a line is outside of conflicts.
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
    var matches: [(side: Stage, value: KnownValue)] = []
    for (number, alignment) in alignments.enumerated() {
      let source = alignment.source.text
      let reference = references[number][value]
      guard let partner = (reference ?? partners[number][value]).map({ source.values[$0] }) else { continue }
      paired.insert(value)
      if reference == nil, partner.normal != normal { continue }
      matches.append((alignment.side, KnownValue(partner.keyValue, in: source.bytes)))
    }
    let base = matches.first { $0.side == .base }?.value
    fixed[value] = matches.first { $0.value != base }?.value ?? base
  }
}

extension Alignment {
  /// The references of the source by the local texts of the content that replace them: Xcode's Signing tab writes one
  /// over `$(TEAM)`. `origins`: the lines in all sources of the lines of the content.
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
    let indices = text.values.indices.filter { index in
      contains(text.values[index].line) && ValueReference.isReference(Array(text.text(of: index)))
    }
    return Dictionary(grouping: indices) { form(of: text.values[$0]) }.mapValues { $0[...] }
  }

  /// The key and the block of a value.
  fileprivate func form(of value: LensText.LensValue) -> ValueForm {
    ValueForm(key: value.keyValue.key, name: value.key, path: pathOfBlock(of: value.keyLine))
  }
}
