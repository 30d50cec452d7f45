import TestSupport

@testable import Smudge

/// Content with marks around the expected values: `KEY = «value»;`.
struct MarkedContent: CustomStringConvertible {
  let description: String

  init(_ marked: String) { description = marked }

  /// The content with marks.
  init(_ content: [UInt8], _ keyValues: [KeyValue]) {
    var (marked, place) = ([UInt8](), 0)
    for keyValue in keyValues {
      marked += content[place..<keyValue.value.lowerBound] + bytes("«") + content[keyValue.value] + bytes("»")
      place = keyValue.value.upperBound
    }
    description = String(decoding: marked + content[place...], as: UTF8.self)
  }

  /// The content without the marks.
  var content: [UInt8] {
    bytes(String(String.UnicodeScalarView(description.unicodeScalars.filter { $0 != "«" && $0 != "»" })))
  }

  /// The content with marks around the values that a scanner for these keys finds.
  func scanned(for keys: [String]) -> MarkedContent {
    let found = KeyValueScanner(keys: keys.map { bytes($0) }).keyValues(in: content)
    return MarkedContent(content, found)
  }
}
