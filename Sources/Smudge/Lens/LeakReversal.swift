package import Platform

/// A repair of leaked texts on given lines of a file, with the version before the leak as the source.
///
/// The local texts of the plan are the leaked texts. Other lines are unchanged, and only align the file with the
/// source.
package struct LeakReversal: Sendable {
  /// The repaired forms of lines, by their numbers from 0; `nil` for a line that a tool inserted, which is dropped
  /// because the rule has `on-insert = drop`. A line is missing if a text has several canonical texts and the source
  /// does not show which.
  package typealias Outcomes = [Int: [UInt8]?]

  /// A value of a key that is not a text of the key's rules.
  package struct Foreign: Sendable {
    /// Whether the whole value replaces a canonical text: then it becomes the whole value of the source.
    package let isWhole: Bool
    /// Whether it has the form of a local text: then it is a leak even if the source has no such value.
    package let isOfKind: Bool

    /// Describes a value.
    package init(isWhole: Bool, isOfKind: Bool) {
      self.isWhole = isWhole
      self.isOfKind = isOfKind
    }
  }

  /// The transform of the path by a plan of the leaked texts.
  private let transform: Transform

  /// Prepares the repair of a file by a plan whose local texts are the leaked texts.
  package init(_ plan: Plan, for path: Path) { transform = CompiledPlan(plan).transform(for: path) }

  /// The content of a file in searchable form.
  package func text(of file: [UInt8]) -> FileText { FileText(file, by: transform.compiled) }

  /// The repaired forms of `lines`, counted from 0. If a key is on a line of its own, as in property lists, that line
  /// is dropped with its value.
  ///
  /// `content`: in searchable form. `leaks`: its leaked texts in ascending order, each with the local text of the plan
  /// that represents it; leaked texts of one canonical text share one. `foreign`: by the offset of the value; a foreign
  /// value stays if its value in the source is not canonical by `isCanonical`: then it is not a leak. `source`: in the
  /// same form as the content; empty if the file did not exist.
  package func outcomes(
    of lines: Set<Int>, in content: [UInt8], _ leaks: [Edit] = [], foreign: [Int: Foreign] = [:], source: [UInt8],
    isCanonical: (_ value: [UInt8], _ key: [UInt8]) -> Bool = { _, _ in true }
  ) throws(TransformError) -> Outcomes {
    let source = LineEndings.areCRLF(content) ? LineEndings.withCRLF(source) : source
    let lens = LineLens(transform, [try SourceVersion(source, by: transform)])
    let text = try LensText(smudged(content, leaks, except: lines), transform)
    let pairing = SourceAlignment(text, try lens.sources())

    let foreignValues = transform.keyValues(in: content).map { keyValue in
      foreign[keyValue.value.lowerBound].map { (bytes: content[keyValue.outer], roles: $0) }
    }
    let settled = settledValues(on: lines, pairing, foreignValues, isCanonical)
    let settledLines = Set(settled.keys.flatMap(text.lines(of:)))

    let lenient = try lens.cleaned(text, pairing)
    let written = write(settled, into: Array(lenient.joined()), of: text)
    let cleaned = written.map(FileText.lines) ?? lenient
    let inserted = pairing.insertedLines(transform).subtracting(settledLines)
    let keys = text.values.filter { lines.contains($0.line) && inserted.contains($0.line) }.map(\.keyLine)
    // Lines with a value that has several canonical texts, and the source does not show which.
    let open = lines.filter { line in
      text.indices(ofValuesOn: line).contains {
        pairing.fixed[$0] == nil && settled[$0] == nil && transform.hasSeveralCanonicals(text, $0)
      }
    }

    var resolver = LineResolver(text, cleaned, pairing, inserted: inserted)
    var outcomes: Outcomes = [:]
    for line in lines.union(keys) {
      if settledLines.contains(line) {
        if written != nil && !open.contains(line) { outcomes[line] = Array(cleaned[line]) }
        continue
      }
      let (bytes, guesses) = resolver.resolution(of: line)
      let isSure = guesses == 0 && (pairing.origins[line] != nil || !open.contains(line))
      if bytes == nil || isSure { outcomes[line] = .some(bytes.map { Array($0) }) }
    }
    return outcomes
  }

  /// The content with local texts of the plan for leaked texts, and all other lines smudged, so that they match the
  /// source.
  private func smudged(_ content: [UInt8], _ leaks: [Edit], except lines: Set<Int>) throws(TransformError) -> [UInt8] {
    let bytes = content.applying(leaks)
    let smudged = FileText.lines(of: try transform.smudge(bytes).bytes)
    let all = FileText.lines(of: bytes).enumerated().map { lines.contains($0) ? $1 : smudged[$0] }
    return Array(all.joined())
  }

  /// The new bytes, with quotes, of foreign values: those of the matching value in the source, or the value's own if it
  /// stays.
  private func settledValues(
    on lines: Set<Int>, _ pairing: SourceAlignment, _ foreign: [(bytes: ArraySlice<UInt8>, roles: Foreign)?],
    _ isCanonical: ([UInt8], [UInt8]) -> Bool
  ) -> [Int: [UInt8]] {
    let values = pairing.alignment.content.text.values
    let source = pairing.alignment.source.text
    var settled: [Int: [UInt8]] = [:]
    guard let keys = transform.compiled.keyed?.keys, foreign.count == values.count else { return settled }
    for (index, value) in values.enumerated() where lines.contains(value.line) && pairing.origins[value.line] == nil {
      guard let foreign = foreign[index] else { continue }
      let partner = pairing.partners[index].map { source.values[$0].keyValue }
      let isPartnerCanonical = partner.map { isCanonical(Array(source.bytes[$0.value]), keys[$0.key].name) }
      if !(isPartnerCanonical ?? foreign.roles.isOfKind) {
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
    let sorted = values.sorted { $0.key < $1.key }
    return cleaned.applying(sorted.map { Edit(keyValues[$0].outer, $1) })
  }
}
