/// A tree of lines by indentation: the parent of a line is the nearest line above it with less indentation.
///
/// It is independent of the language, apart from the syntax of comments. In `a {` / `  b` / `}` the parent of `b` is `a {`;
/// the closing line has the same parent as `a {`.
package struct IndentTree {
  /// For each line its parent; `nil` at the top.
  package let parents: [Int?]
  /// For each line a hash of its text and of its ancestors' texts, without comments and surrounding white space. `Hasher` is
  /// seeded per process, so the hashes are not stored.
  package let paths: [Int]

  init(_ lines: [ArraySlice<UInt8>]) {
    var (parents, paths): ([Int?], [Int]) = ([], [])
    parents.reserveCapacity(lines.count)
    paths.reserveCapacity(lines.count)
    // The possible parents of the next line, by increasing indentation.
    var open: [(line: Int, indentation: Int)] = []
    func add(_ text: ArraySlice<UInt8>, below parent: Int?) {
      var hasher = Hasher()
      hasher.combine(parent.map { paths[$0] })
      hasher.combine(text)
      parents.append(parent)
      paths.append(hasher.finalize())
    }
    for (number, line) in lines.enumerated() {
      let text = line.trimmed
      if text.isEmpty { continue }
      let indentation = line[..<text.startIndex].width
      while let last = open.last, last.indentation >= indentation { open.removeLast() }
      // Blank lines have the parent of the next line.
      while paths.count < number { add([], below: open.last?.line) }
      let uncommented = text.uncommented
      add(uncommented, below: open.last?.line)
      if !uncommented.isComment { open.append((number, indentation)) }
    }
    while paths.count < lines.count { add([], below: nil) }
    (self.parents, self.paths) = (parents, paths)
  }
}

extension ArraySlice<UInt8> {
  /// Without comments, in which Xcode writes names: `13B07F96 /* App.swift in SourceReader */ = {`.
  fileprivate var uncommented: ArraySlice<UInt8> {
    guard contains(UInt8(ascii: "/")) || contains(UInt8(ascii: "#")) else { return self }
    var (result, index): (ArraySlice<UInt8>, Int) = ([], startIndex)
    while index < endIndex {
      if hasText("/*", at: index) {
        guard let end = end(ofCommentAt: index) else { return result + self[index...] }
        index = end
        continue
      }
      let isAfterBlank = index == startIndex || self[index - 1] == UInt8(ascii: " ") || self[index - 1] == UInt8(ascii: "\t")
      if isAfterBlank && (hasText("//", at: index) || hasText("#", at: index)) { break }
      result.append(self[index])
      index += 1
    }
    return result.trimmed
  }

  /// The index after `*/`; `nil` if the comment does not end on this line.
  private func end(ofCommentAt index: Int) -> Int? {
    var end = index + 2
    while end < endIndex, !hasText("*/", at: end) { end += 1 }
    return end < endIndex ? end + 2 : nil
  }

  private func hasText(_ text: String, at index: Int) -> Bool { self[index...].starts(with: text.utf8) }

  /// Whether a line without its comments is empty or a comment in another syntax; such a line is never a parent.
  fileprivate var isComment: Bool { isEmpty || ["/*", "<!--", "--", "*"].contains { starts(with: $0.utf8) } }

  /// Without surrounding white space.
  package var trimmed: ArraySlice<UInt8> {
    guard let first = firstIndex(where: { !$0.isWhiteSpace }), let last = lastIndex(where: { !$0.isWhiteSpace })
    else { return [] }
    return self[first...last]
  }
}

extension ArraySlice<UInt8> {
  /// The width in columns, with tab stops every 8 columns.
  fileprivate var width: Int { reduce(0) { $1 == 0x09 ? ($0 / 8 + 1) * 8 : $0 + 1 } }
}

extension UInt8 {
  fileprivate var isWhiteSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}
