/// Which line of which source each line of some content is, and which values of keys belong together.
struct LensPairing {
  struct Origin: Equatable {
    let source: Int
    let line: Int
  }

  /// For each line of the content.
  private(set) var origins: [Origin?]
  /// Lines that both sides of a merge have in forms of their own, where nothing says which one it is.
  private(set) var guessed: Set<Int> = []
  /// For each value of a key in the content that takes the bytes of one in a source, quotes included.
  private(set) var fixed: [Int: [UInt8]] = [:]
  /// Values of the content, and of the first source, that have a partner.
  private(set) var paired: Set<Int> = []
  private(set) var pairedInSource: Set<Int> = []
  /// With the first source.
  let view: View

  /// The lines of the content that a source may have had, beside those that it had.
  struct View {
    /// The lines of the content, in order.
    let lines: [Int]
    let alignment: LineAlignment
    /// For each line of the content, its place in `lines`.
    let places: [Int?]

    init(_ text: LensText, _ source: (side: Side, text: LensText), _ regions: ConflictRegions) {
      lines = regions.lines(of: source.side)
      alignment = LineAlignment(
        content: lines.map { text.normal[$0] }, source: source.text.normal,
        isDistinctive: { [lines] in !Placeholder.isThere(in: text.normal[lines[$0]]) })
      var places = [Int?](repeating: nil, count: text.lines.count)
      for (place, line) in lines.enumerated() { places[line] = place }
      self.places = places
    }
  }

  private let regions: ConflictRegions

  /// Whether there is one version, not the sides of a conflict.
  let isWhole: Bool

  init(_ text: LensText, _ sources: [(side: Side, text: LensText)]) {
    isWhole = sources[0].side == .whole
    regions = ConflictRegions(text.lines)
    let views = sources.map { [regions] in View(text, $0, regions) }
    view = views[0]
    origins = Array(repeating: nil, count: text.lines.count)
    settle(text, sources, views)
    let partners = zip(views, sources).map { [self] in self.partners(text, $1.text, $0) }
    for value in text.values.indices { settle(value, text, sources, partners) }
    pairedInSource = Set(partners[0].values)
  }

  private mutating func settle(_ text: LensText, _ sources: [(side: Side, text: LensText)], _ views: [View]) {
    let claims = views.map { view in
      view.places.enumerated().map { line, place in
        place.flatMap { view.corresponds($0) || !text.isSourced(line) ? view.alignment.origins[$0] : nil }
      }
    }
    let all = LineClaims(claims, sources)
    for line in text.lines.indices {
      let settlement = all.settled(line)
      origins[line] = settlement.origin
      if settlement.isGuess { guessed.insert(line) }
    }
  }

  /// Whether a line or a value of the first source is still there: a file that was emptied, or that git knows only by an
  /// intention to add it, has no surroundings to judge by.
  var isAnythingLeft: Bool { !pairedInSource.isEmpty || view.alignment.origins.contains { $0 != nil } }

  /// Whether a line belongs to no side of a conflict alone.
  func isOutside(_ line: Int) -> Bool { isWhole || regions.regions[line] == .outside }

  /// For values on lines that have none, those of a source: first those behind the same line, then all.
  private func partners(_ text: LensText, _ source: LensText, _ view: View) -> [Int: Int] {
    let content = view.alignment.contentOutline
    let other = view.alignment.sourceOutline
    let mine = text.values.indices.filter { value in
      origins[text.values[value].line] == nil && view.places[text.values[value].line] != nil
    }
    let theirs = source.values.indices.filter { view.alignment.targets[source.values[$0].line] == nil }
    if mine.isEmpty || theirs.isEmpty { return [:] }
    var (partners, taken): ([Int: Int], Set<Int>) = ([:], [])
    let contentGaps = LensPairing.gaps(view.alignment.origins.map { $0 != nil }, name: { view.alignment.origins[$0] ?? -1 })
    let sourceGaps = LensPairing.gaps(view.alignment.targets.map { $0 != nil }, name: { $0 })
    for stage in [{ $0 }, { _ in 0 }] as [(Int) -> Int] {
      var waiting: [Meeting: [Int]] = [:]
      for value in theirs where !taken.contains(value) {
        let line = source.values[value].line
        waiting[Meeting(source.values[value], other, line, gap: stage(sourceGaps[line])), default: []].append(value)
      }
      for value in mine where partners[value] == nil {
        guard let place = view.places[text.values[value].line] else { continue }
        let meeting = Meeting(text.values[value], content, place, gap: stage(contentGaps[place]))
        guard let partner = waiting[meeting]?.first else { continue }
        waiting[meeting]?.removeFirst()
        taken.insert(partner)
        partners[value] = partner
      }
    }
    return partners
  }

  /// Where two values can meet: those of one key, below the same lines.
  private struct Meeting: Hashable {
    let key: [UInt8]
    let path: Int
    let gap: Int

    init(_ value: LensText.Value, _ outline: Outline, _ line: Int, gap: Int) {
      (key, self.gap) = (value.key, gap)
      path = outline.parents[line].map { outline.paths[$0] } ?? 0
    }
  }

  /// Of a value that both sides show alike, the one of the side that has changed it.
  private mutating func settle(
    _ value: Int, _ text: LensText, _ sources: [(side: Side, text: LensText)], _ partners: [[Int: Int]]
  ) {
    var found: [(side: Side, bytes: [UInt8])] = []
    for (source, partners) in zip(sources, partners) {
      guard let partner = partners[value].map({ source.text.values[$0] }) else { continue }
      paired.insert(value)
      if partner.normal == text.values[value].normal {
        found.append((source.side, Array(source.text.bytes[partner.site.outer])))
      }
    }
    let base = found.first { $0.side == .base }?.bytes
    fixed[value] = found.first { $0.bytes != base }?.bytes ?? base
  }
}

extension LensPairing {
  /// For each line, the name of the nearest line above that has a partner; -1 where none has.
  private static func gaps(_ isPaired: [Bool], name: (Int) -> Int) -> [Int] {
    var last = -1
    return isPaired.indices.map { line in
      if isPaired[line] { last = name(line) }
      return last
    }
  }
}

extension LensPairing.View {
  /// Whether a line has a partner that stands below the same lines, or their partners: a line of a new block is another
  /// one than that of a block which is gone, however alike they are.
  func corresponds(_ place: Int) -> Bool {
    var place = place
    while let origin = alignment.origins[place] {
      if alignment.contentOutline.paths[place] == alignment.sourceOutline.paths[origin] { return true }
      switch (alignment.contentOutline.parents[place], alignment.sourceOutline.parents[origin]) {
      case (nil, nil): return true
      case (let parent?, let other?) where alignment.origins[parent] == other: place = parent
      case (_, _): return false
      }
    }
    return false
  }
}

extension LensText {
  /// Whether a line shows something that bytes do not lead back from.
  func isSourced(_ line: Int) -> Bool { Placeholder.kinds(in: normal[line]).contains(.sourced) }
}
