import Platform

/// A replacement of a range of content.
package struct Edit {
  let range: Range<Int>
  let bytes: [UInt8]

  package init(_ range: Range<Int>, _ bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }
}

extension [UInt8] {
  /// A range of the content with edits, which are in ascending order and do not overlap.
  func applying(_ edits: [Edit], in range: Range<Int>? = nil) -> [UInt8] {
    let range = range ?? indices
    var result = [UInt8]()
    var copied = range.lowerBound
    result.reserveCapacity(edits.reduce(range.count) { $0 + $1.bytes.count - $1.range.count })
    for edit in edits {
      result += self[copied..<edit.range.lowerBound]
      result += edit.bytes
      copied = edit.range.upperBound
    }
    result += self[copied..<range.upperBound]
    return result
  }
}
