// The outcome of single lines, for leak repair.

extension LineLens {
  /// A value of a key that is not in a rule, with its quotes.
  typealias ForeignValue = (bytes: ArraySlice<UInt8>, roles: LeakReversal.Foreign)

  /// The outcomes of some lines of the content. A key on a line of its own, as in property lists, is dropped with its value.
  /// `foreign`: for each value of the content.
  func outcomes(
    of lines: Set<Int>, in content: [UInt8], _ foreign: [ForeignValue?], _ isCanonical: ([UInt8], [UInt8]) -> Bool
  ) throws(TransformError) -> [Int: LeakReversal.LineOutcome] {
    let text = try LensText(content, transform)
    let pairing = SourceAlignment(text, sources, .allLines)
    let settled = settledValues(on: lines, text, pairing, foreign, isCanonical)
    let settledLines = Set(settled.keys.flatMap { [text.values[$0].line, text.values[$0].keyLine] })
    let lenient = try cleaned(text, pairing)
    let written = write(settled, into: Array(lenient.joined()), of: text)
    let cleaned = written.map(FileText.lines) ?? lenient
    let inserted = InsertedLines(text, pairing, transform).lines.subtracting(settledLines)
    let keys = text.values.filter { lines.contains($0.line) && inserted.contains($0.line) }.map(\.keyLine)
    var resolver = LineResolver(text, cleaned, pairing, inserted: inserted)
    var outcomes: [Int: LeakReversal.LineOutcome] = [:]
    for line in lines.union(keys) {
      if settledLines.contains(line) {
        outcomes[line] = written == nil ? nil : .line(Array(cleaned[line]), evidence(of: line, text, pairing, settled))
        continue
      }
      let resolution = resolver.resolution(of: line)
      let evidence = resolution.origin.map { .source([$0.line]) } ?? evidence(of: line, text, pairing, settled)
      outcomes[line] = resolution.bytes.map { .line(Array($0), resolution.guesses > 0 ? .guess : evidence) } ?? .dropped
    }
    return outcomes
  }

  /// The new bytes, with quotes, of foreign values: those of the matching value in the source, or the value's own if it stays.
  private func settledValues(
    on lines: Set<Int>, _ text: LensText, _ pairing: SourceAlignment, _ foreign: [ForeignValue?],
    _ isCanonical: ([UInt8], [UInt8]) -> Bool
  ) -> [Int: [UInt8]] {
    guard let keys = transform.compiled.keyed?.keys, foreign.count == text.values.count else { return [:] }
    let source = sources[0].text
    var settled: [Int: [UInt8]] = [:]
    for (index, value) in text.values.enumerated() where lines.contains(value.line) && pairing.origins[value.line] == nil {
      guard let foreign = foreign[index] else { continue }
      let partner = pairing.partners[index].map { source.values[$0].keyValue }
      let isLeak = partner.map { isCanonical(Array(source.bytes[$0.value]), keys[$0.key].name) } ?? foreign.roles.isOfKind
      if !isLeak {
        settled[index] = Array(foreign.bytes)
      } else if let partner, foreign.roles.isWhole {
        settled[index] = Array(source.bytes[partner.outer])
      }
    }
    return settled
  }

  /// The cleaned content with these values; `nil` if its number of values differs from the content's.
  private func write(_ values: [Int: [UInt8]], into cleaned: [UInt8], of text: LensText) -> [UInt8]? {
    if values.isEmpty { return cleaned }
    let keyValues = transform.keyValues(in: cleaned)
    guard keyValues.count == text.values.count else { return nil }
    return cleaned.applying(values.sorted { $0.key < $1.key }.map { Edit(range: keyValues[$0].outer, bytes: $1) })
  }

  private func evidence(
    of line: Int, _ text: LensText, _ pairing: SourceAlignment, _ settled: [Int: [UInt8]]
  ) -> LeakReversal.Evidence {
    let values = text.indices(ofValuesOn: line)
    let known = values.filter { pairing.fixed[$0] != nil || settled[$0] != nil }
    if values.contains(where: { !known.contains($0) && transform.hasSeveralCanonicals(text, $0) }) { return .guess }
    let partners = known.compactMap { pairing.partners[$0] }
    return partners.isEmpty ? .bytes : .source(partners.map { sources[0].text.values[$0].line })
  }
}
