import TestSupport

@testable import Smudge

/// Content in which a test marks the values that are to be found: `KEY = «value»;`.
struct MarkedContent: CustomStringConvertible {
  let description: String

  init(_ marked: String) { description = marked }

  /// With marks where the sites are.
  init(_ content: [UInt8], _ sites: [Site]) {
    var (marked, place) = ([UInt8](), 0)
    for site in sites {
      marked += content[place..<site.value.lowerBound] + bytes("«") + content[site.value] + bytes("»")
      place = site.value.upperBound
    }
    description = String(decoding: marked + content[place...], as: UTF8.self)
  }

  /// Without the marks.
  var content: [UInt8] {
    bytes(String(String.UnicodeScalarView(description.unicodeScalars.filter { $0 != "«" && $0 != "»" })))
  }

  /// The same with what a scanner for these keys finds marked.
  func scanned(for keys: [String]) -> MarkedContent {
    let found = SiteScanner(keys: keys.map { bytes($0) }).sites(in: content)
    return MarkedContent(content, found)
  }
}
