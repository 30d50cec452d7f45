import Platform
import Smudge

/// Searches texts in regular files of a working tree, never through a symbolic link.
struct WorktreeSearch {
  private let worktree: Path
  private let search: AnyEncodingSearch
  private var reader: WorktreeReader
  private var buffer: [UInt8]
  /// The directory of the last file, as the next one is often in it, too: `nil` if it is missing or behind a symbolic link.
  private var directory: Directory?
  /// The bytes of that directory in a path, with the slash.
  private var name: ArraySlice<UInt8>?

  private final class Directory {
    let file: File
    init(_ path: Path) throws { file = try File(path, .read) }
  }

  /// `piece`: the number of bytes that are read at a time, more than the longest text has.
  init(_ worktree: Path, _ search: AnyEncodingSearch, piece: Int = 1 << 16) {
    (self.worktree, self.search, reader) = (worktree, search, WorktreeReader(worktree))
    buffer = [UInt8](repeating: 0, count: piece)
  }

  /// Whether a file contains one of the texts. False for a file that is missing or cannot be read.
  mutating func finds(in path: Path) -> Bool { (try? look(in: path)) ?? false }

  private mutating func look(in path: Path) throws -> Bool {
    try enter(path.bytes[..<path.directoryLength], of: path)
    guard let directory else { return false }
    let file = try File(path, in: directory.file)
    let status = try file.status()
    return status.kind == .regular ? try look(in: file, of: status.size) : false
  }

  private mutating func enter(_ name: ArraySlice<UInt8>, of path: Path) throws {
    if self.name == name { return }
    (self.name, directory) = (name, nil)
    if try reader.isInside(path) { directory = try Directory(worktree / Path(name)) }
  }

  private mutating func look(in file: borrowing File, of size: Int) throws -> Bool {
    var (rest, kept) = (size, 0)
    while true {
      let got = try file.read(into: &buffer, range: kept..<buffer.count)
      let end = kept + got
      if got > 0, search.occurs(in: buffer.span.extracting(..<end)) { return true }
      rest -= got
      // Most files are read by one call; a second one, for the end of the file, would take as long as the search.
      if got == 0 || rest == 0 && end < buffer.count { return false }
      // A text can begin in one piece and end in the next.
      kept = min(search.longest - 1, end)
      for index in 0..<kept { buffer[index] = buffer[end - kept + index] }
    }
  }
}
