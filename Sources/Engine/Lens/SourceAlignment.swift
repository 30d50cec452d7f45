/// Which line of which source each line of some content is, and which values of keys belong together.
struct SourceAlignment {
  /// With each source.
  let alignments: [Alignment]
  /// For each line of the content.
  let origins: [LineOrigin?]
  /// Lines that could be something else, as far as the sources tell; new ones among them.
  private(set) var guessed: Set<Int>
  /// For each value of a key in the content that takes the bytes of one in a source, quotes included.
  private(set) var fixed: [Int: KnownValue] = [:]
  /// Values of the content that have a partner.
  private(set) var paired: Set<Int> = []
  /// The partners in the first source.
  let partners: [Int: Int]
  private let regions: ConflictRegions

  init(_ text: LensText, _ sources: [(side: Stage, text: LensText)]) {
    let regions = ConflictRegions(text.lines)
    self.regions = regions
    let alignments = sources.map { Alignment(text, regions.lines(of: $0.side), $0) }
    self.alignments = alignments
    let chooser = SideChooser(alignments)
    let choices = text.lines.indices.map { chooser.choice(for: $0) }
    let origins = choices.map(\.origin)
    self.origins = origins
    guessed = Set(choices.indices.filter { choices[$0].isGuess })
    let partners = alignments.map { ValuePairing($0, origins).partners }
    self.partners = partners[0]
    for value in text.values.indices { settle(value, text.values[value].normal, partners) }
    for (number, alignment) in alignments.enumerated() where alignment.side != .base {
      let rivals = AmbiguousValues(alignment, number: number, origins, partners[number], paired: paired)
      guessed.formUnion(rivals?.lines ?? [])
    }
  }

  /// With the first source.
  var alignment: Alignment { alignments[0] }

  /// Whether a line or a value of the first source is still there: a file that was emptied, or that git knows only by an
  /// intention to add it, has no surroundings to judge by.
  var isAnythingLeft: Bool { !partners.isEmpty || alignment.origins.contains { $0 != nil } }

  /// Whether a line belongs to no side of a conflict alone.
  func isOutside(_ line: Int) -> Bool { alignment.side == .whole || regions.regions[line] == .outside }

  /// Of a value that both sides show alike, the one of the side that has changed it.
  private mutating func settle(_ value: Int, _ normal: [UInt8], _ partners: [[Int: Int]]) {
    var found: [(side: Stage, value: KnownValue)] = []
    for (alignment, partners) in zip(alignments, partners) {
      let source = alignment.source.text
      guard let partner = partners[value].map({ source.values[$0] }) else { continue }
      paired.insert(value)
      if partner.normal == normal { found.append((alignment.side, KnownValue(partner.keyValue, in: source.bytes))) }
    }
    let base = found.first { $0.side == .base }?.value
    fixed[value] = found.first { $0.value != base }?.value ?? base
  }
}
