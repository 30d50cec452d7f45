import Platform

/// A text prepared for the lens: its lines, their normalized forms, and the values of keys in them.
struct LensText {
  typealias Line = ArraySlice<UInt8>

  /// A value of a key.
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

  /// A text of a blob, smudged for comparison.
  init(committed bytes: [UInt8], _ transform: Transform) throws(TransformError) {
    let smudged = try transform.smudge(bytes).bytes
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

  /// The indexes of the values on a line.
  func indices(ofValuesOn line: Int) -> Range<Int> {
    values.partitioningIndex { $0.line >= line }..<values.partitioningIndex { $0.line > line }
  }

  /// The line that contains an offset.
  private static func line(of offset: Int, _ starts: [Int]) -> Int {
    max(0, starts.partitioningIndex { $0 > offset } - 1)
  }
}
