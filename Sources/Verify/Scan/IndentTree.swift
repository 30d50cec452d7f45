import Platform

/// A tree of lines by indentation: the parent of a line is the nearest line above it with less indentation.
///
/// It is independent of the language, apart from the syntax of comments. In `a {` / `  b` / `}` the parent of `b` is `a
/// {`; the closing line has the same parent as `a {`.
struct IndentTree {
  /// The parent of each line; `nil` at the top.
  private(set) var parents: [Int?] = []
  /// A hash for each line, of its text and its ancestors' texts, without comments and surrounding white space. `Hasher`
  /// is seeded per process, so the hashes are not stored.
  private(set) var paths: [Int] = []

  /// The possible parents of the next line, by increasing indentation.
  private var open: [(line: Int, indentation: Int)] = []
  /// The last line without comments: one buffer for all lines.
  private var uncommented: [UInt8] = []

  init(_ lines: [ArraySlice<UInt8>]) {
    parents.reserveCapacity(lines.count)
    paths.reserveCapacity(lines.count)
    for (number, line) in lines.enumerated() { add(line, number) }
    addBlankLines(upTo: lines.count, below: nil)
  }

  private mutating func add(_ line: ArraySlice<UInt8>, _ number: Int) {
    let text = line.trimmed
    if text.isEmpty { return }
    let indentation = line.indentation
    while let last = open.last, last.indentation >= indentation { open.removeLast() }
    // Blank lines have the parent of the next line.
    addBlankLines(upTo: number, below: open.last?.line)
    text.writeUncommented(to: &uncommented)
    let kept = uncommented[...].trimmed
    append(kept, below: open.last?.line)
    if !kept.isComment { open.append((number, indentation)) }
  }

  private mutating func addBlankLines(upTo count: Int, below parent: Int?) {
    while paths.count < count { append([], below: parent) }
  }

  private mutating func append(_ text: ArraySlice<UInt8>, below parent: Int?) {
    var hasher = Hasher()
    hasher.combine(parent.map { paths[$0] })
    ByteString(text).hash(into: &hasher)
    parents.append(parent)
    paths.append(hasher.finalize())
  }
}

extension ArraySlice<UInt8> {
  /// Writes the line without comments, in which Xcode writes names: `13B07F96 /* App.swift in SourceReader */ = {`.
  fileprivate func writeUncommented(to kept: inout [UInt8]) {
    kept.removeAll(keepingCapacity: true)
    var start = startIndex
    var index = start
    while let mark = self[index...].index(ofEither: .slash, .numberSign) {
      index = mark + 1
      let next = index < endIndex ? self[index] : 0
      if self[mark] == .slash && next == .asterisk {
        guard let end = end(ofCommentAt: mark) else { break }
        kept += self[start..<mark]
        start = end
        index = end
      } else if mark == startIndex || self[mark - 1].isBlank, self[mark] != .slash || next == .slash {
        return kept += self[start..<mark]
      }
    }
    kept += self[start...]
  }

  private func index(ofEither one: UInt8, _ other: UInt8) -> Int? {
    let first = index(of: one)
    return self[..<(first ?? endIndex)].index(of: other) ?? first
  }

  /// The index after `*/`; `nil` if the comment does not end on this line.
  private func end(ofCommentAt index: Int) -> Int? {
    var next = index + 2
    while let end = self[next...].index(of: .asterisk) {
      if end + 1 < endIndex, self[end + 1] == .slash { return end + 2 }
      next = end + 1
    }
    return nil
  }

  /// Whether a line without its comments is empty or a comment in another syntax; such a line is never a parent.
  fileprivate var isComment: Bool {
    switch first {
    case nil, .asterisk: true
    case .slash: dropFirst().first == .asterisk
    case .hyphen: dropFirst().first == .hyphen
    case .lessThan: starts(with: "<!--".utf8)
    case .some: false
    }
  }

  /// The width of the white space before the text, in columns, with tab stops every 8 columns.
  var indentation: Int {
    prefix(while: \.isWhiteSpace).reduce(0) { $1 == .tab ? ($0 / 8 + 1) * 8 : $0 + 1 }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == .space || self == .tab }
  fileprivate var isWhiteSpace: Bool { isBlank || self == .newline || self == 0x0D }
}
