import Platform

/// A text prepared for the lens: its lines, their normalized forms, and the values of keys in them.
struct LensText {
  typealias Line = ArraySlice<UInt8>

  struct LensValue {
    let keyValue: KeyValue
    /// The lines of the value and of its key.
    let line: Int
    let keyLine: Int
    let key: [UInt8]
    /// The value for comparison: placeholders instead of local texts.
    let normal: [UInt8]
  }

  let bytes: [UInt8]
  let lines: [Line]
  /// The lines for comparison: smudged, with placeholders instead of local texts.
  let normal: [Line]
  let values: [LensValue]

  /// A text of the working tree.
  init(onDisk bytes: [UInt8], _ transform: Transform) throws(TransformError) {
    let keyValues = transform.keyValues(in: bytes)
    try self.init(bytes, keyValues, smudged: bytes, keyValues, transform)
  }

  /// A committed text; its smudged form is compared.
  init(_ version: SourceVersion, _ transform: Transform) throws(TransformError) {
    let (bytes, smudged) = (version.bytes, version.smudged)
    try self.init(bytes, transform.keyValues(in: bytes), smudged: smudged, transform.keyValues(in: smudged), transform)
  }

  private init(
    _ bytes: [UInt8], _ keyValues: [KeyValue], smudged: [UInt8], _ smudgedValues: [KeyValue], _ transform: Transform
  ) throws(TransformError) {
    self.bytes = bytes
    lines = FileText.lines(of: bytes)
    normal = FileText.lines(of: try transform.normal(smudged))
    let starts = lines.map { $0.startIndex }
    let normals = transform.normals(of: smudgedValues, in: smudged)
    // Smudge never changes the number of key values; if it did, none of them could be compared.
    values = keyValues.count != normals.count ? [] : zip(keyValues, normals).map { keyValue, normal in
      LensValue(
        keyValue: keyValue, line: LensText.line(of: keyValue.value.lowerBound, starts),
        keyLine: LensText.line(of: keyValue.name.lowerBound, starts), key: Array(bytes[keyValue.name]), normal: normal)
    }
  }

  func indices(ofValuesOn line: Int) -> Range<Int> {
    values.partitioningIndex { $0.line >= line }..<values.partitioningIndex { $0.line > line }
  }

  /// The line that contains an offset.
  private static func line(of offset: Int, _ starts: [Int]) -> Int {
    max(0, starts.partitioningIndex { $0 > offset } - 1)
  }
}

extension LensText {
  /// Whether its lines have only the value, its key and the punctuation between them.
  func isAlone(_ value: LensValue) -> Bool {
    let keyValue = value.keyValue
    let between = separator(value)
    let before = lines[value.keyLine][..<keyValue.name.lowerBound]
    let after = bytes[keyValue.outer.upperBound..<lines[value.line].endIndex]
    // After an opening bracket the value is a list element.
    if between.contains(where: ByteSet("([").contains) { return false }
    return isPunctuation(before, ByteSet(" \t\"'<>"), value.key) && isPunctuation(between, ByteSet(" \t\r\n\"'<>/=:"), value.key)
      && isPunctuation(after, ByteSet(" \t\r\n\"'<>/;,"), value.key) && !after.starts(with: "//".utf8)
  }

  /// The bytes between the key and the value.
  private func separator(_ value: LensValue) -> Line {
    bytes[value.keyValue.name.upperBound..<max(value.keyValue.name.upperBound, value.keyValue.outer.lowerBound)]
  }

  /// Whether bytes are punctuation, the key, or the XML names `key` and `string`.
  private func isPunctuation(_ bytes: Line, _ punctuation: ByteSet, _ key: [UInt8]) -> Bool {
    let words = bytes.split { punctuation.contains($0) }
    return words.allSatisfy { $0.elementsEqual("key".utf8) || $0.elementsEqual("string".utf8) || $0.elementsEqual(key) }
  }

  /// Whether it is the last member of a JSON object or array: without it, the comma of the member before would be a syntax error.
  func isLastMember(_ value: LensValue) -> Bool {
    let after = bytes[value.keyValue.outer.upperBound..<lines[value.line].endIndex]
    guard separator(value).contains(UInt8(ascii: ":")), !after.contains(UInt8(ascii: ",")),
      let next = lines[(value.line + 1)...].first(where: { !$0.trimmed.isEmpty })
    else { return false }
    return next.trimmed.first.map(ByteSet(")]}").contains) == true
  }

  func isBlank(_ line: Int) -> Bool { lines[line].trimmed.isEmpty }
}
