import Platform

/// A multi-pattern search independent of word boundaries.
package struct TextSearch: Sendable {
  private let matcher: Matcher

  package init(_ texts: some Sequence<[UInt8]>) { matcher = Matcher(texts) }

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

/// Decides whether content of any encoding contains one of some texts: in its bytes, or with NULs between the
/// characters, as UTF-16 has them in both byte orders.
package struct AnyEncodingSearch: Sendable {
  private let narrow: Matcher
  private let wide: Matcher

  /// An empty text is in no content.
  package init(_ texts: some Sequence<[UInt8]>) {
    let texts = texts.filter { !$0.isEmpty }
    narrow = Matcher(texts)
    wide = Matcher(texts.map { Array($0.map { [$0] }.joined(separator: [0])) })
  }

  package var isEmpty: Bool { narrow.texts.isEmpty }

  /// The longest form of a text, in bytes.
  package var longest: Int { max(narrow.longest, wide.longest) }

  package func occurs(in bytes: Span<UInt8>) -> Bool {
    narrow.occurs(in: bytes) || bytes.containsNUL && wide.occurs(in: bytes)
  }

  package func occurs(in bytes: [UInt8]) -> Bool { occurs(in: bytes.span) }
}
