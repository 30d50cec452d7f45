import Platform

/// The lines in which content and source differ, up to the next line on either side that occurs once in both: a diff of
/// these lines is the same as one of all lines.
struct LineWindow {
  /// The lines of the content.
  let content: Range<Int>
  /// The lines of the source.
  let source: Range<Int>

  /// Compares two texts. `source`: a source with its values; `shown`: its smudged form, line by line.
  init(_ content: LensText, _ source: LensText, shown: LensText) {
    let shorter = min(content.count, shown.count)
    let head = (0..<shorter).first { !content[$0].hasSameBytes(as: shown[$0]) } ?? shorter
    let equal = (0..<shorter - head).first {
      !content[content.count - 1 - $0].hasSameBytes(as: shown[shown.count - 1 - $0])
    }
    let tail = [content, source].map { $0.tail(equal ?? shorter - head) }.min() ?? 0
    var after = head
    var before = tail
    for reach in Self.reaches where after == head || before == tail {
      let heads = (max(0, head - reach)..<head).map { content[$0] }
      let tails = (content.count - tail..<min(content.count, content.count - tail + reach)).map { content[$0] }
      let unique = Self.unique(heads + tails, in: [content, shown])
      after = heads.lastIndex { unique.contains(ByteString($0)) }.map { heads.count - 1 - $0 } ?? head
      before = tails.firstIndex { unique.contains(ByteString($0)) } ?? tail
    }
    self.content = head - after..<content.count - tail + before
    self.source = head - after..<shown.count - tail + before
  }

  /// The lines of the text for a pair of lines of the window.
  func pair(_ pair: LinePair) -> LinePair {
    LinePair(content: content.lowerBound + pair.content, source: source.lowerBound + pair.source)
  }

  /// The lines between matches, where there are any.
  func hunks(between pairs: [LinePair]) -> [LineDiff.Gap] {
    var start = LinePair(content: content.lowerBound, source: source.lowerBound)
    return (pairs + [LinePair(content: content.upperBound, source: source.upperBound)]).compactMap { pair in
      defer { start = LinePair(content: pair.content + 1, source: pair.source + 1) }
      let hunk = LineDiff.Gap(content: start.content..<pair.content, source: start.source..<pair.source)
      return hunk.content.isEmpty && hunk.source.isEmpty ? nil : hunk
    }
  }

  /// The numbers of lines on either side that are examined.
  private static let reaches = [8, 64]

  /// The lines that occur once in each text.
  private static func unique(_ lines: [LensText.Line], in texts: [LensText]) -> Set<ByteString> {
    // Most lines differ in their length, or in the byte in the middle.
    func form(_ line: LensText.Line) -> Int { line.count << 8 | Int(line[line.startIndex + line.count / 2]) }
    let longest = lines.map(\.count).max() ?? 0
    var isForm = [Bool](repeating: false, count: (longest + 1) << 8)
    for line in lines { isForm[form(line)] = true }
    return texts.reduce(into: Set(lines.map(ByteString.init))) { unique, text in
      var counts: [ByteString: Int] = [:]
      for line in 0..<text.count {
        let bytes = text[line]
        if bytes.count <= longest, isForm[form(bytes)] { counts[ByteString(bytes), default: 0] += 1 }
      }
      unique = unique.filter { counts[$0] == 1 }
    }
  }
}

/// A line of the source, or none, for each line of the content in a window.
struct WindowLines {
  private var lines: [Int?]
  private let first: Int

  init(_ content: Range<Int>) {
    first = content.lowerBound
    lines = Array(repeating: nil, count: content.count)
  }

  subscript(line: Int) -> Int? {
    get { lines[line - first] }
    set { lines[line - first] = newValue }
  }
}

extension LensText {
  /// The number of last lines, of `count` ones, that do not depend on lines before them: a value below its key is equal
  /// only if the key is.
  fileprivate func tail(_ count: Int) -> Int {
    let start = self.count - count
    let last = valuesBelowKeys.lazy.filter { $0.key < start && $0.value >= start }.map(\.value).max()
    return last.map { self.count - $0 - 1 } ?? count
  }
}
