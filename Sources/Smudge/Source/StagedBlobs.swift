import Platform

/// A blob that the index holds for a path.
struct StagedBlob: Equatable {
  let side: Stage
  /// In hexadecimal.
  let name: [UInt8]
}

/// What the index holds for a path, asked of git: for the first few paths one by one, then for all at once.
///
/// Nothing is kept beyond a change of the index file: a rebase is one process with many picks.
struct StagedBlobs {
  private let file: Path?
  /// Of the file when git was last asked.
  private var state: FileStatus?
  private var asked = 0
  private var all: [Path: [StagedBlob]]?

  /// As many processes cost about as much as a listing of thousands of files.
  private static let queryThreshold = 4

  init(_ file: Path?) { self.file = file }

  /// In the order of stages 0, 2, 3, 1: ours before theirs before the base.
  mutating func blobs(for path: Path) -> [StagedBlob] {
    let now = file.flatMap { try? FileSystem.status($0) }
    if now == nil || now != state { (state, asked, all) = (now, 0, nil) }
    if let all { return all[path] ?? [] }
    asked += 1
    if state == nil || asked <= StagedBlobs.queryThreshold {
      return StagedBlobs.list([Array(":(top,literal)".utf8) + path.bytes])[path] ?? []
    }
    let all = StagedBlobs.list([[UInt8](":/".utf8)])
    self.all = all
    return all[path] ?? []
  }

  private static func list(_ pathspecs: [[UInt8]]) -> [Path: [StagedBlob]] {
    let words = ["ls-files", "-s", "-z", "--full-name", "--"].map { Array($0.utf8) }
    guard let listing = Sources.git(words + pathspecs) else { return [:] }
    var entries: [Path: [StagedBlob]] = [:]
    for record in listing.split(separator: 0) {
      guard let (path, entry) = entry(record) else { continue }
      entries[path, default: []].append(entry)
    }
    return entries.mapValues { found in
      Stage.inOrder.flatMap { side in found.filter { $0.side == side } }
    }
  }

  /// `mode SP blob SP stage TAB path`, as many as the path has stages.
  private static func entry(_ record: ArraySlice<UInt8>) -> (Path, StagedBlob)? {
    let fields = record.prefix { $0 != UInt8(ascii: "\t") }.split(separator: UInt8(ascii: " "))
    guard fields.count == 3, let side = Int(String(decoding: fields[2], as: UTF8.self)).flatMap(Stage.init) else { return nil }
    let path = record.drop { $0 != UInt8(ascii: "\t") }.dropFirst()
    return (Path(path), StagedBlob(side: side, name: Array(fields[1])))
  }
}
