// The outcome of single lines, for leak repair.

extension LineLens {
  /// A value of a key that is not in a rule, with its quotes.
  typealias ForeignValue = (bytes: ArraySlice<UInt8>, roles: LeakReversal.Foreign)

  /// The repaired forms of some lines of the content. A key on a line of its own, as in property lists, is dropped with its
  /// value. `foreign`: for each value of the content.
  func outcomes(
    of lines: Set<Int>, in content: [UInt8], _ foreign: [ForeignValue?], _ isCanonical: ([UInt8], [UInt8]) -> Bool
  ) throws(TransformError) -> LeakReversal.Outcomes {
    let text = try LensText(content, transform)
    let pairing = SourceAlignment(text, sources, .allLines)
    let settled = settledValues(on: lines, text, pairing, foreign, isCanonical)
    let settledLines = Set(settled.keys.flatMap { [text.values[$0].line, text.values[$0].keyLine] })
    let lenient = try cleaned(text, pairing)
    let written = write(settled, into: Array(lenient.joined()), of: text)
    let cleaned = written.map(FileText.lines) ?? lenient
    let inserted = InsertedLines(text, pairing, transform).lines.subtracting(settledLines)
    let keys = text.values.filter { lines.contains($0.line) && inserted.contains($0.line) }.map(\.keyLine)
    let open = lines.filter { line in text.indices(ofValuesOn: line).contains { isOpen($0, text, pairing, settled) } }
    var resolver = LineResolver(text, cleaned, pairing, inserted: inserted)
    var outcomes: LeakReversal.Outcomes = [:]
    for line in lines.union(keys) {
      if settledLines.contains(line) {
        if written != nil && !open.contains(line) { outcomes[line] = Array(cleaned[line]) }
        continue
      }
      let resolution = resolver.resolution(of: line)
      let isSure = resolution.guesses == 0 && (resolution.origin != nil || !open.contains(line))
      if resolution.bytes == nil || isSure { outcomes[line] = .some(resolution.bytes.map { Array($0) }) }
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

  /// Whether a value has several canonical texts, and the source does not show which.
  private func isOpen(_ value: Int, _ text: LensText, _ pairing: SourceAlignment, _ settled: [Int: [UInt8]]) -> Bool {
    pairing.fixed[value] == nil && settled[value] == nil && transform.hasSeveralCanonicals(text, value)
  }
}
