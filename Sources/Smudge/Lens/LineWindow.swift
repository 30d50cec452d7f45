import Platform

/// The lines in which a content and a smudged source differ, with some equal lines around them.
struct LineWindow {
  /// The lines of the content.
  let content: Range<Int>
  /// The lines of the source.
  let source: Range<Int>

  /// Compares two texts.
  init(_ content: LensText, _ source: LensText) {
    let shorter = min(content.count, source.count)
    let head = (0..<shorter).first { !content[$0].hasSameBytes(as: source[$0]) } ?? shorter
    let tail = (0..<shorter - head).first {
      !content[content.count - 1 - $0].hasSameBytes(as: source[source.count - 1 - $0])
    }
    func window(_ count: Int) -> Range<Int> {
      max(0, head - Self.reach)..<min(count, count - (tail ?? shorter - head) + Self.reach)
    }
    self.content = window(content.count)
    self.source = window(source.count)
  }

  /// The number of equal lines on either side: so many can be matched in another way, or stand below their key.
  private static let reach = 256
}
