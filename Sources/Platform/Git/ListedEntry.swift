/// An entry of the index or of a tree, as git lists it with `-z` (`git-ls-files(1)`, `git-ls-tree(1)`).
package struct ListedEntry: Sendable {
  /// The letter that `git ls-files -v` adds: `H`, `S` for skip-worktree, `M` for unmerged, in lower case for assume-unchanged.
  package let tag: UnicodeScalar?
  /// `100644` or `100755` for a regular file, `120000` for a link, `160000` for a submodule, read as an octal number.
  private let mode: Int
  /// The object name in hexadecimal.
  package let object: [UInt8]
  /// 0, or 1 to 3 for the versions of an unmerged file; always 0 in a tree.
  package let stage: Int
  package let path: Path

  /// Parses `mode SP object SP stage TAB path`, a record of `git ls-files -s -z`; with `-v` it starts with `tag SP`. `nil` for
  /// another record.
  private init?(index bytes: [UInt8], _ record: Range<Int>) {
    var words = Words(bytes, record)
    guard var first = words.next() else { return nil }
    if first.count == 1, let word = words.next() {
      tag = UnicodeScalar(bytes[first.lowerBound])
      first = word
    } else {
      tag = nil
    }
    guard let name = words.next(), let number = words.next(), number.count == 1, words.isAtTab else { return nil }
    mode = Self.octal(bytes[first])
    object = Array(bytes[name])
    stage = Int(bytes[number.lowerBound]) - Int(UInt8(ascii: "0"))
    path = Path(bytes[(words.position + 1)..<record.upperBound])
  }

  /// Parses `mode SP type SP object TAB path`, a record of `git ls-tree -z`; `nil` for another record.
  package init?(tree record: [UInt8]) {
    var words = Words(record, record.indices)
    guard let mode = words.next(), words.next() != nil, let name = words.next(), words.isAtTab else { return nil }
    (tag, stage) = (nil, 0)
    self.mode = Self.octal(record[mode])
    object = Array(record[name])
    path = Path(record[(words.position + 1)...])
  }

  /// All records of `git ls-files -s -z`, with or without `-v`; others are left out.
  package static func all(index output: [UInt8]) -> [ListedEntry] {
    var entries: [ListedEntry] = []
    output.forEachRecord { if let entry = ListedEntry(index: output, $0) { entries.append(entry) } }
    return entries
  }

  /// The record without the tag, as `git update-index --index-info` reads it.
  package var record: [UInt8] {
    Array(String(mode, radix: 8).utf8) + [UInt8(ascii: " ")] + object + Array(" \(stage)\t".utf8) + path.bytes
  }

  package var isRegularFile: Bool { mode & 0o170000 == 0o100000 }
  package var isSubmodule: Bool { mode == 0o160000 }

  private static func octal(_ digits: ArraySlice<UInt8>) -> Int { digits.reduce(0) { $0 << 3 | Int($1 & 7) } }

  /// The words before the tab, which single spaces separate. A path can contain spaces and further tabs.
  private struct Words {
    private let bytes: [UInt8]
    private let end: Int
    private(set) var position: Int

    init(_ bytes: [UInt8], _ record: Range<Int>) { (self.bytes, position, end) = (bytes, record.lowerBound, record.upperBound) }

    /// Whether all words have been read.
    var isAtTab: Bool { position < end && bytes[position] == UInt8(ascii: "\t") }

    mutating func next() -> Range<Int>? {
      var start = position
      while start < end, bytes[start] == UInt8(ascii: " ") { start += 1 }
      position = start
      while position < end, bytes[position] != UInt8(ascii: " "), bytes[position] != UInt8(ascii: "\t") { position += 1 }
      return start == position ? nil : start..<position
    }
  }
}

extension [UInt8] {
  /// Calls `body` with the range of each record that ends with NUL, as git writes them with `-z`.
  package func forEachRecord(_ body: (Range<Int>) -> Void) {
    var start = 0
    for index in indices where self[index] == 0 {
      body(start..<index)
      start = index + 1
    }
  }

  /// The records that end with NUL, as git writes them with `-z`.
  package var records: [[UInt8]] {
    var records: [[UInt8]] = []
    forEachRecord { records.append(Array(self[$0])) }
    return records
  }
}
