import Platform

/// A multi-pattern search independent of word boundaries.
package struct TextSearch: Sendable {
  private let matcher: Matcher

  /// An empty text is in no content.
  package init(_ texts: some Sequence<[UInt8]>) { matcher = Matcher(texts.filter { !$0.isEmpty }) }

  package var isEmpty: Bool { matcher.texts.isEmpty }

  /// The length of the longest text, in bytes.
  package var longest: Int { matcher.longest }

  package func occurs(in bytes: Span<UInt8>) -> Bool { matcher.occurs(in: bytes) }

  package func occurs(in bytes: [UInt8]) -> Bool { occurs(in: bytes.span) }

  /// Calls `body` for each occurrence of each text, in ascending order of offsets.
  package func forEachMatch(in bytes: [UInt8], _ body: (_ text: [UInt8], _ offset: Int) -> Void) {
    var start = 0
    var state = matcher.state()
    while let match = matcher.next(in: bytes.span, from: start, to: bytes.count, &state) {
      let offset = match.range.lowerBound
      for text in matcher.beginning(at: match) { body(matcher.texts[text], offset) }
      start = offset + 1
    }
  }
}
