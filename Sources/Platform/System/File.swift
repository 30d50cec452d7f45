/// An open file descriptor, closed when the value is destroyed.
package struct File: ~Copyable, Sendable {
  /// The flags of `open(2)`, always with `O_CLOEXEC`.
  package enum Access: Sendable {
    /// Follows symbolic links.
    case read
    /// For reading; fails on a symbolic link, and does not wait for the writer of a FIFO.
    case readRegular
    /// For reading and writing; fails if the path exists.
    case createNew(mode: UInt32)
    /// For writing at the end; creates the file if it is missing.
    case append(mode: UInt32)
    /// For writing from the start; follows symbolic links, and creates the file if it is missing.
    case overwrite(mode: UInt32)
    case terminal
  }

  let descriptor: Int32

  package init(_ path: Path, _ access: Access) throws(SystemError) {
    descriptor = try Libc.open(path, access)
  }

  /// Opens a file with `Access.readRegular`. `directory`: the open directory of the path, which the system then does not look up.
  package init(_ path: Path, in directory: borrowing File) throws(SystemError) {
    descriptor = try Libc.open(path, nameAt: path.directoryLength, in: directory.descriptor)
  }

  init(adopting descriptor: Int32) { self.descriptor = descriptor }

  deinit { Libc.close(descriptor) }

  package static var standardInput: File { File(adopting: 0) }
  package static var standardOutput: File { File(adopting: 1) }

  /// Reads into `buffer[range]`; returns the number of bytes, 0 at the end.
  package func read(into buffer: inout [UInt8], range: Range<Int>) throws(SystemError) -> Int {
    try Libc.read(descriptor, into: &buffer, range: range)
  }

  /// Reads to the end, or until there are more than `limit` bytes.
  package func readAll(limit: Int = .max) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(min(try status().size, limit), 4095) + 1)
    var count = 0
    while true {
      if count == bytes.count { bytes += [UInt8](repeating: 0, count: count) }
      let got = try read(into: &bytes, range: count..<bytes.count)
      count += got
      if got == 0 || count > limit { break }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) { try Libc.writeAll(descriptor, bytes) }
  package func write(_ bytes: [UInt8]) throws(SystemError) { try write(bytes[...]) }

  /// Moves the file offset to the first byte.
  package func rewind() throws(SystemError) { try Libc.rewind(descriptor) }

  /// Writes the content to the disk (`fsync(2)`, on Darwin F_FULLFSYNC of `fcntl(2)`).
  func synchronize() throws(SystemError) { try Libc.synchronize(descriptor) }
  package func setMode(_ mode: UInt32) throws(SystemError) { try Libc.setMode(descriptor, mode) }

  package func setModified(_ time: FileTime) throws(SystemError) {
    try Libc.setModified(descriptor, time)
  }

  /// Takes an exclusive lock on the file or directory until the descriptor is closed; `false` if another process holds it
  /// (`flock(2)`).
  package func lock() throws(SystemError) -> Bool { try Libc.lock(descriptor) }
  package func status() throws(SystemError) -> FileStatus { try Libc.status(descriptor) }
}

/// The metadata of a file (`stat(2)`).
package struct FileStatus: Sendable, Equatable {
  package enum Kind: Sendable { case regular, directory, symbolicLink, other }

  package let kind: Kind
  /// The permission bits, without the file type.
  package let mode: UInt32
  /// In bytes.
  package let size: Int
  package let device: UInt64
  let inode: UInt64
  /// The number of hard links.
  package let links: UInt64
  package let modified: FileTime
}

/// A timestamp of a file: the time since 1970-01-01 00:00 UTC.
package struct FileTime: Sendable, Equatable {
  package let seconds: Int64
  let nanoseconds: Int64
}
