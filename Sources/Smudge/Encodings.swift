public import Platform

/// The encodings that the attributes give to files, asked of one `git check-attr` for all.
///
/// `working-tree-encoding=UTF-16LE` and `UTF-16BE` forbid a byte order mark, so content does not tell (`gitattributes(5)`).
public struct Encodings: ~Copyable {
  /// Where paths begin; `nil`: in the current folder, as for a program that git has started.
  private let worktree: Path?
  private var child: Child?

  public init(worktree: Path? = nil) { self.worktree = worktree }

  private static let attribute = Array("working-tree-encoding".utf8)

  /// The order of bytes of a file in UTF-16; `nil` for every other encoding, and where git has none to tell.
  mutating func order(of path: Path) -> WideText.Order? {
    guard let value = try? value(of: path) else { return nil }
    let letters = String(decoding: value, as: UTF8.self).lowercased().filter { $0 != "-" }
    return letters == "utf16le" ? .little : letters == "utf16be" ? .big : nil
  }

  /// Content as its texts can be found in it: UTF-16 narrowed, all other as it is.
  public mutating func readable(_ bytes: [UInt8], at path: Path) -> [UInt8] {
    if let wide = WideText(bytes) { return wide.narrowed }
    guard bytes.contains(0), let order = order(of: path) else { return bytes }
    return WideText(bytes, order).narrowed
  }

  private mutating func value(of path: Path) throws(SystemError) -> [UInt8] {
    if child == nil {
      let place = worktree.map { [Array("-C".utf8), $0.bytes] } ?? []
      let words = ["check-attr", "-z", "--stdin"].map { Array($0.utf8) }
      child = try Child.start([Array("git".utf8)] + place + words + [Encodings.attribute], environment: Sources.environment)
    }
    try child?.write(path.bytes + [0])
    // `path NUL attribute NUL value NUL`.
    var fields: [[UInt8]] = [[]]
    var byte: [UInt8] = [0]
    while fields.count < 4, let got = try child?.read(into: &byte, range: 0..<1), got > 0 {
      if byte[0] == 0 { fields.append([]) } else { fields[fields.count - 1] += byte }
    }
    return fields.count == 4 ? fields[2] : []
  }
}
