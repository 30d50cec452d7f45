/// Finds texts wherever they occur in content, alone or in longer words.
package struct TextSearch: Sendable {
  private let matcher: Matcher

  package init(_ texts: some Sequence<[UInt8]>) { matcher = Matcher(texts) }

  /// Calls `body` for each place of each text, in ascending order of places.
  package func forEachPlace(in bytes: [UInt8], _ body: (_ text: [UInt8], _ place: Int) -> Void) {
    var (start, state) = (0, matcher.state())
    while let found = matcher.next(in: bytes.span, from: start, to: bytes.count, &state) {
      let place = found.range.lowerBound
      for text in matcher.beginning(at: found) { body(matcher.texts[text], place) }
      start = place + 1
    }
  }
}
