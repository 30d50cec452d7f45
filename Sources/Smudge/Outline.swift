/// Where the lines of some content stand: below which others, as their indentation tells.
///
/// It knows no language. A closing line is indented as the one that it closes, hence beside it and
/// not below it.
struct Outline {
  /// For each line the nearest one above that is indented less; `nil` where there is none.
  let parents: [Int?]
  /// For each line a hash of its text and of the texts of all lines that it stands below, none of them
  /// with comments or the white space around it. Good for one run of the program.
  let paths: [Int]

  init(_ lines: [ArraySlice<UInt8>]) {
    var builder = Builder()
    builder.parents.reserveCapacity(lines.count)
    builder.paths.reserveCapacity(lines.count)
    for line in lines { builder.add(line) }
    builder.finish()
    (parents, paths) = (builder.parents, builder.paths)
  }
}

extension Outline {
  private struct Builder {
    var parents: [Int?] = []
    var paths: [Int] = []
    /// What the next line may stand below, each indented more than the one before it.
    private var open: [(line: Int, indentation: Int)] = []
    /// Blank lines in a row: they belong to what follows them, so they wait for it.
    private var blanks = 0

    mutating func add(_ line: ArraySlice<UInt8>) {
      let text = line.trimmed
      if text.isEmpty {
        blanks += 1
        return
      }
      let indentation = text.startIndex - line.startIndex
      while let last = open.last, last.indentation >= indentation { open.removeLast() }
      let parent = open.last?.line
      addBlanks(below: parent)
      open.append((paths.count, indentation))
      add(text, below: parent)
    }

    mutating func finish() { addBlanks(below: nil) }

    private mutating func addBlanks(below parent: Int?) {
      for _ in 0..<blanks { add([], below: parent) }
      blanks = 0
    }

    private mutating func add(_ text: ArraySlice<UInt8>, below parent: Int?) {
      var hasher = Hasher()
      hasher.combine(parent.map { paths[$0] })
      hasher.combine(text.uncommented)
      parents.append(parent)
      paths.append(hasher.finalize())
    }
  }
}

extension ArraySlice<UInt8> {
  /// Without `/* … */`: Xcode writes the names of things so, behind what identifies them.
  fileprivate var uncommented: ArraySlice<UInt8> {
    guard let start = firstIndex(of: "/*"), let end = self[(start + 2)...].firstIndex(of: "*/") else { return self }
    return self[..<start] + self[(end + 2)...].uncommented
  }

  private func firstIndex(of pair: String) -> Int? {
    let (one, other) = (pair.utf8.first, pair.utf8.last)
    return zip(indices, indices.dropFirst()).first { self[$0] == one && self[$1] == other }?.0
  }

  /// Without the white space around it.
  var trimmed: ArraySlice<UInt8> {
    guard let first = firstIndex(where: { !$0.isWhiteSpace }), let last = lastIndex(where: { !$0.isWhiteSpace })
    else { return [] }
    return self[first...last]
  }
}

extension UInt8 {
  fileprivate var isWhiteSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}
