import Platform

/// The values whose canonical text is a guess: the source has several for the same value of the same key, and neither the block
/// nor the lines around show which of them it is.
///
/// Lines that are unique in both versions divide them into stretches. The values between two such lines are known if the source
/// has as many next to the same line; any other value can have been moved, copied, or be all that is left of several.
struct GuessedValues {
  /// The lines of the content that have such values.
  private(set) var lines: Set<Int> = []

  /// The key of a value and its text, with placeholders.
  fileprivate struct Form: Hashable {
    let key: Int
    let normal: [UInt8]

    init(_ value: LensText.LensValue) { (key, normal) = (value.keyValue.key, value.normal) }
  }

  /// A value's form, and the first lines of its blocks.
  private struct FormInBlock: Hashable {
    let path: Int?
    let form: Form

    init(_ value: LensText.LensValue, _ layout: Layout) {
      (path, form) = (layout.parents[value.line].flatMap { layout.paths[$0] }, Form(value))
    }
  }

  /// Where a value is: on a unique line, or after and before one; empty for the ends of the file.
  fileprivate enum Place: Hashable {
    case on(ByteString)
    case after(ByteString)
    case before(ByteString)
  }

  /// Values without a unique line between them, or those of one unique line, and the order of these values and other lines.
  fileprivate struct Stretch {
    enum Part: Hashable {
      case value(Form)
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

  /// `partner`: the value of the source that a value of the content takes its bytes from; `nil` if it is new.
  init(_ alignment: Alignment, partner: (Int) -> Int?) {
    let (text, source) = (alignment.content.text, alignment.source.text)
    let bytes = { (value: Int) in source.bytes[source.values[value].keyValue.value] }
    let texts = Dictionary(grouping: source.values.indices, by: { Form(source.values[$0]) })
    let forms = Set(texts.filter { form, values in values.contains { bytes($0) != bytes(values[0]) } }.keys)
    if forms.isEmpty { return }
    let counts = alignment.source.counts
    let pairs = alignment.content.counts.compactMap { line, count in counts[line].map { (line, max(count, $0)) } }
    let shared = Dictionary(uniqueKeysWithValues: pairs)
    var (known, repeated): ([Place: Stretch], Set<FormInBlock>?) = ([:], nil)
    for stretch in Self.stretches(alignment.source, shared, forms) {
      for place in stretch.places { known[place] = stretch }
    }
    for stretch in Self.stretches(alignment.content, shared, forms) {
      // The lines before and after it can be those of different places.
      let places = stretch.places.compactMap { known[$0] }
      let found = places.filter(stretch.isLike).map { $0.values.map(bytes) }
      let match = found.count == places.count && found.allSatisfy { $0 == found[0] } ? found.first : nil
      for (index, value) in stretch.values.enumerated() {
        let (line, partner) = (text.values[value].line, partner(value))
        let isInBlock = alignment.content.parents[line] != nil
        if partner != nil, partner.map(bytes) == match?[index] { continue }
        // Values on one line are known by the text around them.
        let isOneOfMany = partner.map { source.indices(ofValuesOn: source.values[$0].line).count > 1 } ?? false
        if isOneOfMany || text.indices(ofValuesOn: line).count > 1 { continue }
        if isInBlock {
          let several = repeated ?? Self.repeated(alignment)
          repeated = several
          if !several.contains(FormInBlock(text.values[value], alignment.content)) { continue }
        }
        lines.insert(line)
      }
    }
  }

  /// The forms of which a block has several values in one of the versions, or of which there are several blocks.
  private static func repeated(_ alignment: Alignment) -> Set<FormInBlock> {
    Set([alignment.content, alignment.source].flatMap { layout in
      layout.text.values.filter { layout.contains($0.line) }.map { FormInBlock($0, layout) }.counted.filter { $0.value > 1 }.keys
    })
  }

  /// `counts`: how often a line is in one of the versions at most, for lines that are in both.
  private static func stretches(_ layout: Layout, _ counts: [ByteString: Int], _ forms: Set<Form>) -> [Stretch] {
    let text = layout.text
    let known = text.values.indices.filter { forms.contains(Form(text.values[$0])) }
    let values = Dictionary(grouping: known) { text.values[$0].line }
    var (stretches, open, last): ([Stretch], Stretch, ByteString) = ([], Stretch(), ByteString([]))
    for line in layout.lines {
      let found = values[line] ?? []
      let parts = found.map { Stretch.Part.value(Form(text.values[$0])) }
      let normal = ByteString(text.normal[line])
      if counts[normal] == 1 {
        open.places = [.after(last), .before(normal)]
        stretches += [open, Stretch(places: [.on(normal)], values: found, parts: parts)]
        (open, last) = (Stretch(), normal)
      } else {
        open.values += found
        open.parts += !parts.isEmpty ? parts : counts[normal] == nil ? [] : [.line(normal)]
      }
    }
    open.places = [.after(last), .before(ByteString([]))]
    return stretches + [open]
  }
}

extension Layout {
  /// How often each line occurs, without blank ones.
  fileprivate var counts: [ByteString: Int] {
    lines.map { text.normal[$0] }.filter { !$0.trimmed.isEmpty }.map(ByteString.init).counted
  }
}
