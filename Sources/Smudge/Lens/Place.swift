import Platform

/// A text of the plan on a line: a local text of the content, or a text of the source that smudge replaces; or a
/// reference in the value of a key.
struct Place {
  /// What the places of content and source have to share.
  enum Family: Hashable {
    /// The local texts of a rule, by the index of the key in whose value they are, or `nil`, that of the rule, and the
    /// first canonical text, which a prefix or suffix changes.
    case texts(key: Int?, rule: Int, first: [UInt8])
    /// The references in values of a key.
    case references(key: Int)
  }

  let family: Family
  /// The line.
  let line: Int
  /// The range in the text, in bytes.
  let range: Range<Int>
  /// The value of the key that it is all of; `nil` for a part of a value, and outside of values.
  let value: KeyValue?
  /// The key with its conditions; empty outside of values.
  let name: ByteString
  /// The canonical texts that it can have, the most likely first; in a source the one that it has.
  let texts: [[UInt8]]
  /// Whether it needs the source also if there is one text (`AmbiguityAnalysis`).
  let isAmbiguous: Bool

  /// Whether its line does not show the canonical text.
  var isOpen: Bool { isAmbiguous || texts.count > 1 }

  /// Whether it is a reference.
  var isReference: Bool {
    if case .references = family { true } else { false }
  }

  /// The references that a whole value of a key can replace.
  var reference: Family? {
    guard case .texts(let key?, _, _) = family, value != nil else { return nil }
    return .references(key: key)
  }

  /// Whether a place of a source can be what this place of the content was.
  func canBe(_ other: Place) -> Bool { family == other.family || reference == other.family }
}

/// The places in some lines of a text.
struct PlacedText {
  /// The text.
  let text: LensText
  /// The places, in ascending order.
  private(set) var places: [Place] = []
  /// The lines with a local text that smudge leaves.
  private(set) var ownLines: Set<Int> = []
  private let transform: Transform
  /// Whether the text is a source.
  private let isSource: Bool
  /// The value that is searched, with the number of places before it.
  private var open: (value: KeyValue, count: Int)?

  /// Searches lines of a text.
  init(_ text: LensText, _ lines: Range<Int>, isSource: Bool, _ transform: Transform) {
    self.text = text
    self.transform = transform
    self.isSource = isSource
    if lines.isEmpty || Exclusion.kind(of: text.bytes) != nil { return }
    let range = text.range(of: lines)
    _ = transform.compiled.walk.forEach(in: text.bytes, range, to: range.upperBound, between: text.keyValues, &self)
  }

  /// The places on some lines.
  func places(on lines: Range<Int>) -> ArraySlice<Place> {
    let first = places.partitioningIndex { $0.line >= lines.lowerBound }
    return places[first...].prefix { $0.line < lines.upperBound }
  }
}

extension PlacedText: FoundTextConsumer {
  var isSmudge: Bool { isSource }

  mutating func begin(_ value: KeyValue, _ index: Int) -> Bool {
    open = (value, places.count)
    return true
  }

  mutating func end() {
    if let (value, count) = open, places.count == count, ValueReference.isReference(Array(text.bytes[value.value])) {
      let texts = [Array(text.bytes[value.value])]
      add(.references(key: value.key), value.value, texts, isAmbiguous: false)
    }
    open = nil
  }

  mutating func take(_ found: FoundText) {
    if found.fit == .insideWord || found.isHidden { return }
    guard let local = isSource ? transform.replacement(found.pattern, .smudge) : found.text else {
      if !found.pattern.roles.isDisjoint(with: .foreign) { ownLines.insert(text.line(at: found.range.lowerBound)) }
      return
    }
    let pattern = isSource ? transform.compiled.pattern(of: local, in: found.key) : found.pattern
    guard let pattern, let rule = pattern.meanings.first(where: { $0.canonical != nil })?.rule else { return }
    let originals = transform.originals(of: pattern)
    guard let first = originals.first else { return }
    let texts = isSource ? [found.text] : originals
    let isAmbiguous = pattern.roles.contains(.ambiguous)
    add(.texts(key: found.key, rule: rule, first: first), found.range, texts, isAmbiguous: isAmbiguous)
  }

  private mutating func add(_ family: Place.Family, _ range: Range<Int>, _ texts: [[UInt8]], isAmbiguous: Bool) {
    let value = open?.value
    places.append(
      Place(
        family: family, line: text.line(at: range.lowerBound), range: range,
        value: value?.value == range ? value : nil, name: ByteString(value.map { text.bytes[$0.name] } ?? []),
        texts: texts,
        isAmbiguous: isAmbiguous))
  }
}

extension CompiledPlan {
  /// The pattern of a text, in the values of a key by its index, or in all content.
  fileprivate func pattern(of text: [UInt8], in key: Int?) -> Pattern? {
    let pattern = key.flatMap { keyed?.keys[$0][text] }
    return pattern ?? patterns[text]
  }
}
