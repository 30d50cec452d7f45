package import Platform

/// An entry of the index or of a tree, as git lists it with `-z` (`git-ls-files(1)`, `git-ls-tree(1)`).
package struct ListedEntry: Sendable {
  /// The letter that `git ls-files -v` adds: `H`, `S` for skip-worktree, `M` for unmerged, in lower case for assume-unchanged.
  package let tag: UnicodeScalar?
  /// Octal digits: `100644` or `100755` for a regular file, `120000` for a link, `160000` for a submodule.
  package let mode: ArraySlice<UInt8>
  /// The object name in hexadecimal.
  package let object: [UInt8]
  /// 0, or 1 to 3 for the versions of an unmerged file; always 0 in a tree.
  package let stage: Int
  package let path: Path

  /// Parses `mode SP object SP stage TAB path`, a record of `git ls-files -s -z`; with `-v` it starts with `tag SP`. `nil` for
  /// another record.
  package init?(index record: [UInt8]) {
    var fields = ListedEntry.fields(of: record)
    tag = fields.count == 4 ? fields.removeFirst().first.map { UnicodeScalar($0) } : nil
    guard fields.count == 3, let stage = Int(String(decoding: fields[2], as: UTF8.self)) else { return nil }
    (mode, object, self.stage, path) = (fields[0], Array(fields[1]), stage, ListedEntry.path(of: record))
  }

  /// Parses `mode SP type SP object TAB path`, a record of `git ls-tree -z`; `nil` for another record.
  package init?(tree record: [UInt8]) {
    let fields = ListedEntry.fields(of: record)
    guard fields.count == 3 else { return nil }
    (tag, mode, object, stage, path) = (nil, fields[0], Array(fields[2]), 0, ListedEntry.path(of: record))
  }

  package var isRegularFile: Bool { mode.starts(with: "100".utf8) }
  package var isSubmodule: Bool { mode.elementsEqual("160000".utf8) }

  /// The words before the tab; a path can contain spaces and further tabs.
  private static func fields(of record: [UInt8]) -> [ArraySlice<UInt8>] {
    record.prefix { $0 != UInt8(ascii: "\t") }.split(separator: UInt8(ascii: " "))
  }

  private static func path(of record: [UInt8]) -> Path {
    Path(record.drop { $0 != UInt8(ascii: "\t") }.dropFirst())
  }
}
