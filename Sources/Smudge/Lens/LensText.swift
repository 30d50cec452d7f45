import Platform

/// The lines of a text, and the values of the plan's keys in it.
struct LensText {
  /// A line with its newline.
  typealias Line = ArraySlice<UInt8>

  /// The whole text.
  let bytes: [UInt8]
  /// The values of keys, in ascending order; none for a text that is only compared.
  let keyValues: [KeyValue]
  /// The positions at which the lines begin, and the end of the text.
  private let bounds: [Int]

  /// Divides a text into lines.
  init(_ bytes: [UInt8], _ keyValues: [KeyValue] = []) {
    self.bytes = bytes
    self.keyValues = keyValues
    var bounds = [0]
    while let start = bounds.last, let end = bytes[start...].index(of: .newline) { bounds.append(end + 1) }
    if bounds.last != bytes.count { bounds.append(bytes.count) }
    self.bounds = bounds
  }

  /// The number of lines.
  var count: Int { bounds.count - 1 }

  /// A line.
  subscript(line: Int) -> Line { bytes[bounds[line]..<bounds[line + 1]] }

  /// The range of some lines, in bytes.
  func range(of lines: Range<Int>) -> Range<Int> { bounds[lines.lowerBound]..<bounds[lines.upperBound] }

  /// The line that contains a position, or the last one.
  func line(at position: Int) -> Int { max(0, min(count, bounds.partitioningIndex { $0 > position }) - 1) }

  /// The values that stand on another line than their key, as in property lists and lists of YAML.
  var valuesBelowKeys: [(key: Int, value: Int, name: Line)] {
    keyValues.compactMap { value in
      let key = line(at: value.name.lowerBound)
      let line = line(at: value.outer.lowerBound)
      return key == line ? nil : (key, line, bytes[value.name])
    }
  }
}

/// The text of whole files.
package enum FileText {
  /// The lines, each with its newline; the last one can lack it.
  package static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    let text = LensText(text)
    return (0..<text.count).map { text[$0] }
  }
}
