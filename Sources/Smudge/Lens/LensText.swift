import Platform

/// A text prepared for the lens: its lines, their normalized forms, and the values of keys in them.
struct LensText {
  /// A line with its newline.
  typealias Line = ArraySlice<UInt8>

  /// A value of a key.
  struct LensValue {
    /// The ranges of the key and the value.
    let keyValue: KeyValue
    /// The line of the value.
    let line: Int
    /// The line of the key.
    let keyLine: Int
    /// The key with its conditions.
    let key: [UInt8]
    /// The value for comparison: placeholders instead of local texts.
    let normal: [UInt8]

    /// The key and the value for comparison.
    var form: ValueForm { ValueForm(key: keyValue.key, normal: normal) }
  }

  /// The whole text.
  let bytes: [UInt8]
  /// The lines of the text.
  let lines: [Line]
  /// The lines for comparison: smudged, with placeholders instead of local texts.
  let normal: [Line]
  /// The values of keys, in ascending order.
  let values: [LensValue]

  /// Prepares a text. `smudged`: the form for comparison, if that is not the text itself.
  init(_ bytes: [UInt8], smudged: [UInt8]? = nil, _ transform: Transform) throws(TransformError) {
    self.bytes = bytes
    lines = FileText.lines(of: bytes)
    let shown = smudged ?? bytes
    normal = FileText.lines(of: try transform.passed(shown, .compare))
    let starts = lines.map { $0.startIndex }
    func line(of offset: Int) -> Int { max(0, starts.partitioningIndex { $0 > offset } - 1) }
    let keyValues = transform.keyValues(in: bytes)
    var replacer = transform.replacer(for: .compare, shown)
    let shownValues = smudged.map(transform.keyValues) ?? keyValues
    let normals = shownValues.map { replacer.text(of: $0, in: shown) ?? Array(shown[$0.value]) }
    // Smudge never changes the number of key values; if it did, none of them could be compared.
    let pairs = keyValues.count == normals.count ? zip(keyValues, normals) : zip([], [])
    values = pairs.map { keyValue, normal in
      LensValue(
        keyValue: keyValue, line: line(of: keyValue.value.lowerBound), keyLine: line(of: keyValue.name.lowerBound),
        key: Array(bytes[keyValue.name]), normal: normal)
    }
  }

  /// The bytes of a value without its quotes.
  func text(of value: Int) -> Line { bytes[values[value].keyValue.value] }

  /// The only value on a line; `nil` if there is none, or several.
  func onlyValue(on line: Int) -> Int? {
    let indices = indices(ofValuesOn: line)
    return indices.count == 1 ? indices.lowerBound : nil
  }

  /// The only value on a line, or else the line.
  func text(on line: Int) -> Line { onlyValue(on: line).map(text(of:)) ?? lines[line] }

  /// The lines of a value and of its key.
  func lines(of value: Int) -> [Int] { [values[value].line, values[value].keyLine] }

  /// The indices of the values on a line.
  func indices(ofValuesOn line: Int) -> Range<Int> {
    values.partitioningIndex { $0.line >= line }..<values.partitioningIndex { $0.line > line }
  }
}

// The operations of a transform that the lens needs.
extension Transform {
  /// Passes over content in memory. `compare` is for smudged content: it writes placeholders instead of local texts and
  /// their quotes, and the number of lines stays.
  fileprivate func passed(_ bytes: [UInt8], _ purpose: Purpose) throws(TransformError) -> [UInt8] {
    try inMemory(bytes) { input, output throws(TransformError) in try pass(input, into: &output, purpose) }.bytes
  }

  /// Whether two Xcode project files differ only in the quotes around local texts.
  package func isSameButForQuotes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.starts(with: XcodeQuoting.mark), other.starts(with: XcodeQuoting.mark) else { return false }
    return (try? passed(one, .unquote) == passed(other, .unquote)) ?? false
  }

  /// The values of the plan's keys in content.
  func keyValues(in bytes: [UInt8]) -> [KeyValue] { compiled.keyed?.scanner.keyValues(in: bytes) ?? [] }

  /// The rule with keys that has a value as a local text, current or former.
  func localRule(of value: [UInt8], _ key: Int) -> PlanRule? {
    let meanings = compiled.keyed?.keys[key][value]?.meanings.filter { $0.canonical != nil } ?? []
    return meanings.lazy.map { compiled.rules[$0.rule] }.first { $0.keyed != nil }
  }

  /// Whether a value is a local text, current or former, with several canonical texts.
  func hasSeveralCanonicals(_ text: LensText, _ value: Int) -> Bool {
    let key = compiled.keyed?.keys[text.values[value].keyValue.key]
    return key?.values[text.text(of: value)]?.pattern.roles.contains(.several) ?? false
  }
}
