import Platform

// The values whose canonical text is a guess: the source has several for the same value of the same key, and neither the block
// nor the lines around show which of them it is.
//
// Lines that are unique in both versions divide them into stretches. The values between two such lines are known if the source
// has as many next to the same line; any other value can have been moved, copied, or be all that is left of several.

/// Where a value is: on a unique line, or after and before one; empty for the ends of the file.
private enum Place: Hashable {
  case on(ByteString)
  case after(ByteString)
  case before(ByteString)
}

/// Values without a unique line between them, or those of one unique line, and the order of these values and other lines.
private struct Stretch {
  enum Part: Hashable {
    case value(ValueForm)
    case line(ByteString)
  }

  var places: [Place] = []
  var values: [Int] = []
  var parts: [Part] = []

  /// Whether the values of both are the same, in the same order.
  func isLike(_ other: Stretch) -> Bool {
    func isValue(_ part: Part) -> Bool { if case .value = part { true } else { false } }
    if values.count == 1 && other.values.count == 1 { return parts.first(where: isValue) == other.parts.first(where: isValue) }
    return parts == other.parts
  }
}

extension Alignment {
  /// The lines of the content that have such values. `origins`: for values of the content, those of the source that they take
  /// their bytes from; the others are new.
  func guessedLines(_ origins: [Int: Int]) -> Set<Int> {
    let text = content.text
    let other = source.text
    let bytes = { (value: Int) in other.bytes[other.values[value].keyValue.value] }
    let texts = Dictionary(grouping: other.values.indices) { other.values[$0].form }
    let forms = Set(texts.filter { form, values in values.contains { bytes($0) != bytes(values[0]) } }.keys)
    if forms.isEmpty { return [] }
    let counts = source.counts
    let pairs = content.counts.compactMap { line, count in counts[line].map { (line, max(count, $0)) } }
    let shared = Dictionary(uniqueKeysWithValues: pairs)
    var (lines, known): (Set<Int>, [Place: Stretch]) = ([], [:])
    lazy var repeated = repeatedForms
    for stretch in source.stretches(shared, forms) { for place in stretch.places { known[place] = stretch } }
    for stretch in content.stretches(shared, forms) {
      // The lines before and after it can be those of different places.
      let places = stretch.places.compactMap { known[$0] }
      let found = places.filter(stretch.isLike).map { $0.values.map(bytes) }
      let match = found.count == places.count && found.allSatisfy { $0 == found[0] } ? found.first : nil
      for (index, value) in stretch.values.enumerated() {
        let line = text.values[value].line
        let origin = origins[value]
        if let origin, bytes(origin) == match?[index] { continue }
        // Values on one line are known by the text around them.
        let isOneOfMany = origin.map { other.indices(ofValuesOn: other.values[$0].line).count > 1 } ?? false
        if isOneOfMany || text.indices(ofValuesOn: line).count > 1 { continue }
        if content.parents[line] == nil || repeated.contains(content.formInBlock(text.values[value])) { lines.insert(line) }
      }
    }
    return lines
  }

  /// The forms of which a block has several values in one of the versions, or of which there are several blocks.
  private var repeatedForms: Set<ValueForm> {
    Set([content, source].flatMap { layout in
      layout.text.values.filter { layout.contains($0.line) }.map(layout.formInBlock).counted.filter { $0.value > 1 }.keys
    })
  }
}

extension Layout {
  fileprivate func formInBlock(_ value: LensText.LensValue) -> ValueForm {
    ValueForm(key: value.keyValue.key, normal: value.normal, path: pathOfBlock(of: value.line))
  }

  /// How often each line occurs, without blank ones.
  fileprivate var counts: [ByteString: Int] {
    lines.map { text.normal[$0] }.filter { !$0.trimmed.isEmpty }.map(ByteString.init).counted
  }

  /// `counts`: how often a line is in one of the versions at most, for lines that are in both.
  fileprivate func stretches(_ counts: [ByteString: Int], _ forms: Set<ValueForm>) -> [Stretch] {
    let known = text.values.indices.filter { forms.contains(text.values[$0].form) }
    let values = Dictionary(grouping: known) { text.values[$0].line }
    var (stretches, open, last): ([Stretch], Stretch, ByteString) = ([], Stretch(), ByteString([]))
    for line in lines {
      let found = values[line] ?? []
      let parts = found.map { Stretch.Part.value(text.values[$0].form) }
      let normal = ByteString(text.normal[line])
      if counts[normal] == 1 {
        open.places = [.after(last), .before(normal)]
        stretches += [open, Stretch(places: [.on(normal)], values: found, parts: parts)]
        open = Stretch()
        last = normal
      } else {
        open.values += found
        open.parts += !parts.isEmpty ? parts : counts[normal] == nil ? [] : [.line(normal)]
      }
    }
    open.places = [.after(last), .before(ByteString([]))]
    return stretches + [open]
  }
}
