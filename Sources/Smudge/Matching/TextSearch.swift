/// A multi-pattern search independent of word boundaries.
package struct TextSearch: Sendable {
  private let matcher: Matcher

  package init(_ texts: some Sequence<[UInt8]>) { matcher = Matcher(texts) }

  /// Calls `body` for each occurrence of each text, in ascending order of offsets.
  package func forEachMatch(in bytes: [UInt8], _ body: (_ text: [UInt8], _ offset: Int) -> Void) {
    var (start, state) = (0, matcher.state())
    while let found = matcher.next(in: bytes.span, from: start, to: bytes.count, &state) {
      let offset = found.range.lowerBound
      for text in matcher.beginning(at: found) { body(matcher.texts[text], offset) }
      start = offset + 1
    }
  }
}
