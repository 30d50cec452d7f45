/// An entry of the index or of a tree, as git lists it with `-z` (`git-ls-files(1)`, `git-ls-tree(1)`).
package struct ListedEntry: Sendable {
  /// The letter that `git ls-files -v` adds: `H`, `S` for skip-worktree, `M` for unmerged, in lower case for
  /// assume-unchanged.
  package let tag: UnicodeScalar?
  /// The mode: `100644` or `100755` for a regular file, `120000` for a link, `160000` for a submodule, read as an octal
  /// number.
  private let mode: Int
  /// The object name in hexadecimal.
  package let object: [UInt8]
  /// The stage: 0, or 1 to 3 for the versions of an unmerged file; always 0 in a tree.
  package let stage: Int
  package let path: Path

  /// Parses `mode SP object SP stage TAB path` of `git ls-files -s -z`, which with `-v` starts with `tag SP`, or `mode
  /// SP type SP object TAB path` of `git ls-tree -z`; `nil` for another record. A path can contain spaces and tabs.
  package init?(_ record: ArraySlice<UInt8>) {
    guard let tab = record.firstIndex(of: .tab), tab - record.startIndex > 9 else { return nil }
    tag = record[record.startIndex + 1] == .space ? UnicodeScalar(record[record.startIndex]) : nil
    // A mode has six digits.
    let fields = record[(record.startIndex + (tag == nil ? 0 : 2))..<tab]
    guard fields.count > 7, let last = fields.lastIndex(of: .space), last - fields.startIndex > 6 else { return nil }
    mode = fields.prefix(6).reduce(0) { $0 << 3 | Int($1 & 7) }
    let isStaged = tab - last == 2
    object = Array(isStaged ? fields[(fields.startIndex + 7)..<last] : fields[(last + 1)...])
    stage = isStaged ? Int(fields[last + 1]) - Int(UInt8(ascii: "0")) : 0
    path = Path(record[(tab + 1)...])
  }

  /// All entries in an output; other records are left out.
  package static func all(in output: [UInt8]) -> [ListedEntry] { output.records.compactMap { ListedEntry($0) } }

  package var isRegularFile: Bool { mode & 0o170000 == 0o100000 }
  package var isSubmodule: Bool { mode == 0o160000 }
}

extension [UInt8] {
  /// The records that end with NUL, as git writes them with `-z`.
  package var records: [ArraySlice<UInt8>] {
    var records = [ArraySlice<UInt8>]()
    var rest = self[...]
    while let end = rest.index(of: 0) {
      records.append(rest[..<end])
      rest = rest[(end + 1)...]
    }
    return records
  }
}
