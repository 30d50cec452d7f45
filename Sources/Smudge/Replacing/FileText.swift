import Platform

/// The text of whole files.
package enum FileText {
  /// The lines, each with its newline; the last one can lack it.
  package static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while let end = text[start...].index(of: .newline) {
      lines.append(text[start...end])
      start = end + 1
    }
    return start < text.count ? lines + [text[start...]] : lines
  }
}
