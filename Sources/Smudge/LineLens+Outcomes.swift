// What becomes of single lines of some content, as a repair of leaks asks for it.

extension LineLens {
  /// A value of a key that no rule knows, with its quotes.
  struct ForeignValue {
    let bytes: ArraySlice<UInt8>
    let traits: Retraction.Foreign
  }

  /// What becomes of some lines of the content, each by itself. Where a key stands on
  /// a line of its own, as in property lists, that goes with its value. `foreign`: for each value of the content.
  func outcomes(
    of lines: Set<Int>, in content: [UInt8], _ foreign: [ForeignValue?], _ isCanonical: ([UInt8], [UInt8]) -> Bool
  ) throws(TransformError) -> [Int: Retraction.Outcome] {
    let text = try LensText(onDisk: content, transform)
    let pairing = LensPairing(text, sources)
    let known = SettledValues(lines, text, pairing, sources[0].text, foreign, transform, isCanonical)
    let bytes = try cleaned(text, pairing)
    let settled = known.written(into: bytes, text, transform)
    let cleaned = LensText.lines(settled ?? bytes)
    let inserted = InsertedLines(text, pairing, transform).lines.subtracting(known.lines)
    let keys = text.values.filter { lines.contains($0.line) && inserted.contains($0.line) }.map(\.keyLine)
    var resolver = LineResolver(text, cleaned, pairing, inserted: inserted)
    var outcomes: [Int: Retraction.Outcome] = [:]
    for line in lines.union(keys) {
      if known.lines.contains(line) {
        outcomes[line] = settled == nil ? nil : .line(Array(cleaned[line]), ground(of: line, text, pairing, known))
        continue
      }
      let resolution = resolver.resolution(of: line)
      let ground = resolution.origin.map { .source([$0.line]) } ?? ground(of: line, text, pairing, known)
      outcomes[line] = resolution.bytes.map { .line(Array($0), resolution.guesses > 0 ? .guess : ground) } ?? .dropped
    }
    return outcomes
  }

  private func ground(
    of line: Int, _ text: LensText, _ pairing: LensPairing, _ known: SettledValues
  ) -> Retraction.Ground {
    let values = text.indices(ofValuesOn: line)
    let open = values.filter { pairing.fixed[$0] == nil && known.bytes[$0] == nil }
    if open.contains(where: { transform.isShownForSeveral(text, $0) }) { return .guess }
    let partners = values.filter { pairing.fixed[$0] != nil || known.bytes[$0] != nil }.compactMap { pairing.partners[$0] }
    return partners.isEmpty ? .bytes : .source(partners.map { sources[0].text.values[$0].line })
  }
}

/// Values of keys that bytes say too little about: what they become is what their partners in the source are, or they stay.
private struct SettledValues {
  /// What becomes of a value of the content, with its quotes.
  private(set) var bytes: [Int: [UInt8]] = [:]
  /// The lines that these values, and their keys, stand on.
  private(set) var lines: Set<Int> = []

  init(
    _ lines: Set<Int>, _ text: LensText, _ pairing: LensPairing, _ source: LensText, _ foreign: [LineLens.ForeignValue?],
    _ transform: Transform, _ isCanonical: ([UInt8], [UInt8]) -> Bool
  ) {
    guard let keys = transform.lexicon.keyed?.keys, foreign.count == text.values.count else { return }
    for (index, value) in text.values.enumerated() where lines.contains(value.line) && pairing.origins[value.line] == nil {
      guard let foreign = foreign[index] else { continue }
      let partner = pairing.partners[index].map { source.values[$0].site }
      let isLeak = partner.map { isCanonical(Array(source.bytes[$0.value]), keys[$0.key].name) } ?? foreign.traits.isOfKind
      if !isLeak {
        settle(index, value, as: foreign.bytes)
      } else if let partner, foreign.traits.isWhole {
        settle(index, value, as: source.bytes[partner.outer])
      }
    }
  }

  private mutating func settle(_ index: Int, _ value: LensText.Value, as text: ArraySlice<UInt8>) {
    bytes[index] = Array(text)
    lines.formUnion([value.line, value.keyLine])
  }

  /// Cleaned content with these values; `nil` where its values are not those of the content.
  func written(into cleaned: [UInt8], _ text: LensText, _ transform: Transform) -> [UInt8]? {
    if bytes.isEmpty { return cleaned }
    let sites = transform.sites(in: cleaned)
    guard sites.count == text.values.count else { return nil }
    return cleaned.applying(bytes.sorted { $0.key < $1.key }.map { Edit(range: sites[$0].outer, bytes: $1) })
  }
}
