import Platform
import Smudge

/// Searches texts in regular files of a working tree, never through a symbolic link.
struct WorktreeSearch: ~Copyable {
  private let worktree: Path
  private let search: TextSearch
  private var reader: WorktreeReader
  private var buffer: [UInt8]
  /// The directory of the last file, as the next one is often in it, too; `nil` if it is missing or behind a symbolic
  /// link.
  private var directory: File?
  /// The bytes of that directory in a path, with the slash.
  private var name: ArraySlice<UInt8>?

  /// Prepares a search. `piece`: the number of bytes that are read at a time, more than the longest text has.
  init(_ worktree: Path, _ search: TextSearch, piece: Int = 1 << 16) {
    self.worktree = worktree
    self.search = search
    reader = WorktreeReader(worktree)
    buffer = [UInt8](repeating: 0, count: piece)
  }

  /// Whether a file contains one of the texts; `path`: its bytes. False for a file that is missing or cannot be read.
  mutating func finds(in path: ArraySlice<UInt8>) -> Bool { (try? look(in: path)) ?? false }

  private mutating func look(in path: ArraySlice<UInt8>) throws -> Bool {
    let name = (path.lastIndex(of: .slash) ?? path.startIndex - 1) + 1
    try enter(path[..<name], of: path)
    guard let file = try directory?.file(named: path[name...]) else { return false }
    return try look(in: file)
  }

  /// Opens the directory of a file, unless it is the last one.
  private mutating func enter(_ name: ArraySlice<UInt8>, of path: ArraySlice<UInt8>) throws {
    if let last = self.name, last.hasSameBytes(as: name) { return }
    directory = try reader.isInside(Path(path)) ? File(worktree / Path(name), .read) : nil
    self.name = name
  }

  /// Reads from offsets, which fails for a FIFO or a terminal. A read of a regular file is short only at its end.
  private mutating func look(in file: borrowing File) throws -> Bool {
    var offset = 0
    var kept = 0
    while true {
      let got = try file.read(into: &buffer, range: kept..<buffer.count, at: offset)
      let end = kept + got
      if got > 0, search.occurs(in: buffer.span.extracting(..<end)) { return true }
      // Most files are read by one call, so only a longer one has to be distinguished from a device without end.
      if end < buffer.count { return false }
      if offset == 0, try file.status().kind != .regular { return false }
      offset += got
      // A text can begin in one piece and end in the next.
      kept = min(search.longest - 1, end)
      for index in 0..<kept { buffer[index] = buffer[end - kept + index] }
    }
  }
}
