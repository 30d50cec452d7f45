/// Where the lines of some content stand: below which others, as their indentation tells.
///
/// It knows no language, but what comments look like. A closing line is indented as the one that it closes, hence
/// beside it and not below it.
struct IndentTree {
  /// For each line the nearest one above that is indented less; `nil` where there is none.
  let parents: [Int?]
  /// For each line a hash of its text and of the texts of all lines that it stands below, none of them
  /// with comments or the white space around it. Good for one run of the program.
  let paths: [Int]

  init(_ lines: [ArraySlice<UInt8>]) {
    var (parents, paths): ([Int?], [Int]) = ([], [])
    parents.reserveCapacity(lines.count)
    paths.reserveCapacity(lines.count)
    // What the next line may stand below, each indented more than the one before it.
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
      // Blank lines belong to what follows them.
      while paths.count < number { add([], below: open.last?.line) }
      let uncommented = text.uncommented
      add(uncommented, below: open.last?.line)
      if !uncommented.isRemark { open.append((number, indentation)) }
    }
    while paths.count < lines.count { add([], below: nil) }
    (self.parents, self.paths) = (parents, paths)
  }
}

extension ArraySlice<UInt8> {
  /// Without comments: Xcode writes the names of things so, behind what identifies them.
  fileprivate var uncommented: ArraySlice<UInt8> {
    guard contains(UInt8(ascii: "/")) || contains(UInt8(ascii: "#")) else { return self }
    var (result, place): (ArraySlice<UInt8>, Int) = ([], startIndex)
    while place < endIndex {
      if shows("/*", at: place) {
        guard let end = end(ofCommentAt: place) else { return result + self[place...] }
        place = end
        continue
      }
      let isBehindBlank = place == startIndex || self[place - 1] == UInt8(ascii: " ") || self[place - 1] == UInt8(ascii: "\t")
      if isBehindBlank && (shows("//", at: place) || shows("#", at: place)) { break }
      result.append(self[place])
      place += 1
    }
    return result.trimmed
  }

  /// `nil` where it goes on behind the line.
  private func end(ofCommentAt place: Int) -> Int? {
    var end = place + 2
    while end < endIndex, !shows("*/", at: end) { end += 1 }
    return end < endIndex ? end + 2 : nil
  }

  private func shows(_ text: String, at place: Int) -> Bool { self[place...].starts(with: text.utf8) }

  /// Whether what is left without comments says something to people alone, or to a preprocessor: nothing stands below such a
  /// line.
  fileprivate var isRemark: Bool { isEmpty || ["/*", "<!--", "--", "*"].contains { starts(with: $0.utf8) } }

  /// Without the white space around it.
  var trimmed: ArraySlice<UInt8> {
    guard let first = firstIndex(where: { !$0.isWhiteSpace }), let last = lastIndex(where: { !$0.isWhiteSpace })
    else { return [] }
    return self[first...last]
  }
}

extension ArraySlice<UInt8> {
  /// In columns, with a tab to every eighth of them.
  fileprivate var width: Int { reduce(0) { $1 == 0x09 ? ($0 / 8 + 1) * 8 : $0 + 1 } }
}

extension UInt8 {
  fileprivate var isWhiteSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}
