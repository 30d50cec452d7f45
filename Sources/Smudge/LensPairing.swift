/// Which line of which source each line of some content is, and which values of keys belong together.
struct LensPairing {
  struct Origin: Equatable {
    let source: Int
    let line: Int
  }

  /// For each line of the content.
  private(set) var origins: [Origin?]
  /// Lines that could be something else, as far as the sources tell; new ones among them.
  private(set) var guessed: Set<Int> = []
  /// For each value of a key in the content that takes the bytes of one in a source, quotes included.
  private(set) var fixed: [Int: KnownValue] = [:]
  /// Values of the content that have a partner.
  private(set) var paired: Set<Int> = []
  /// The partners in the first source.
  let partners: [Int: Int]
  /// With the first source.
  let view: LensView
  private let regions: ConflictRegions
  /// Whether there is one version, not the sides of a conflict.
  private let isWhole: Bool

  init(_ text: LensText, _ sources: [(side: Side, text: LensText)]) {
    isWhole = sources[0].side == .whole
    let regions = ConflictRegions(text.lines)
    self.regions = regions
    let views = sources.map { LensView(text, $0, regions) }
    view = views[0]
    let settled = LensPairing.settled(text, sources, views)
    (origins, guessed) = settled
    let partners = zip(views, sources).map { ValuePairing(text, $1.text, $0, settled.origins).partners }
    self.partners = partners[0]
    for value in text.values.indices { settle(value, text, sources, partners) }
    for (number, source) in sources.enumerated() where source.side != .base {
      guessed.formUnion(
        RivalValues(text, source.text, number: number, views[number], origins, partners[number], paired: paired).lines)
    }
  }

  private static func settled(
    _ text: LensText, _ sources: [(side: Side, text: LensText)], _ views: [LensView]
  ) -> (origins: [Origin?], guessed: Set<Int>) {
    let claims = views.map { view in view.places.map { place in place.flatMap { view.origins[$0] } } }
    let all = LineClaims(claims, sources)
    let settlements = text.lines.indices.map { all.settled($0) }
    return (settlements.map(\.origin), Set(settlements.indices.filter { settlements[$0].isGuess }))
  }

  /// Whether a line or a value of the first source is still there: a file that was emptied, or that git knows only by an
  /// intention to add it, has no surroundings to judge by.
  var isAnythingLeft: Bool { !partners.isEmpty || view.origins.contains { $0 != nil } }

  /// Whether a line belongs to no side of a conflict alone.
  func isOutside(_ line: Int) -> Bool { isWhole || regions.regions[line] == .outside }

  /// Of a value that both sides show alike, the one of the side that has changed it.
  private mutating func settle(
    _ value: Int, _ text: LensText, _ sources: [(side: Side, text: LensText)], _ partners: [[Int: Int]]
  ) {
    var found: [(side: Side, value: KnownValue)] = []
    for (source, partners) in zip(sources, partners) {
      guard let partner = partners[value].map({ source.text.values[$0] }) else { continue }
      paired.insert(value)
      if partner.normal == text.values[value].normal {
        found.append((source.side, KnownValue(partner.site, in: source.text.bytes)))
      }
    }
    let base = found.first { $0.side == .base }?.value
    fixed[value] = found.first { $0.value != base }?.value ?? base
  }
}
