/// Content as the lens sees it: lines, what they have in common with others, and the values of keys in them.
struct LensText {
  typealias Line = ArraySlice<UInt8>

  /// A value of a key.
  struct LensValue {
    let keyValue: KeyValue
    /// Where it stands, and where its key does.
    let line: Int
    let keyLine: Int
    let key: [UInt8]
    /// As it compares with others.
    let normal: [UInt8]
  }

  let bytes: [UInt8]
  let lines: [Line]
  /// The lines of what is on disk, as they compare with others.
  let normal: [Line]
  let values: [LensValue]

  /// Content that is on disk.
  init(onDisk bytes: [UInt8], _ transform: Transform) throws(TransformError) {
    try self.init(bytes, shown: bytes, transform)
  }

  /// Content that the repository holds.
  init(committed bytes: [UInt8], _ transform: Transform) throws(TransformError) {
    try self.init(bytes, shown: try transform.apply(.smudge, to: bytes).bytes, transform)
  }

  private init(_ bytes: [UInt8], shown: [UInt8], _ transform: Transform) throws(TransformError) {
    self.bytes = bytes
    lines = LensText.lines(bytes)
    normal = LensText.lines(try transform.normal(shown))
    let places = lines.map(\.startIndex)
    let keyValues = transform.keyValues(in: bytes)
    let normals = transform.normals(of: transform.keyValues(in: shown), in: shown)
    // A smudge that moved the values of keys would be no smudge; without their like they are left out.
    values = keyValues.count != normals.count ? [] : zip(keyValues, normals).map { keyValue, normal in
      LensValue(
        keyValue: keyValue, line: LensText.line(of: keyValue.value.lowerBound, places),
        keyLine: LensText.line(of: keyValue.name.lowerBound, places), key: Array(bytes[keyValue.name]), normal: normal)
    }
  }

  /// Of the values of keys on a line.
  func indices(ofValuesOn line: Int) -> Range<Int> {
    values.partitioningIndex { $0.line >= line }..<values.partitioningIndex { $0.line > line }
  }

  /// Each with its newline.
  static func lines(_ bytes: [UInt8]) -> [Line] {
    var (lines, start): ([Line], Int) = ([], 0)
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(bytes[start...end])
      start = end + 1
    }
    return start < bytes.count ? lines + [bytes[start...]] : lines
  }

  /// The last line that begins at or before a place.
  private static func line(of place: Int, _ starts: [Int]) -> Int {
    max(0, starts.partitioningIndex { $0 > place } - 1)
  }
}
