/// An open file, closed when the value goes.
package struct File: ~Copyable, Sendable {
  /// How a file is opened; every mode closes it in child processes.
  package enum Access: Sendable {
    /// Follows symbolic links.
    case read
    /// Refuses a symbolic link, and does not wait for the writer of a FIFO.
    case readRegular
    /// Reading and writing; fails where anything exists already.
    case createNew(mode: UInt32)
    /// Created where missing; every write goes to the end.
    case append(mode: UInt32)
    /// The controlling terminal.
    case terminal
  }

  let descriptor: Int32

  package init(_ path: Path, _ access: Access) throws(SystemError) {
    descriptor = try Libc.open(path, access)
  }

  init(adopting descriptor: Int32) { self.descriptor = descriptor }

  deinit { Libc.close(descriptor) }

  package static var standardInput: File { File(adopting: 0) }
  package static var standardOutput: File { File(adopting: 1) }

  /// Reads into `buffer[range]`; answers the number of bytes, 0 at the end.
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

  /// Writes all bytes, in as many calls as that takes.
  package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty { rest = rest.dropFirst(try Libc.write(descriptor, rest)) }
  }

  package func write(_ bytes: [UInt8]) throws(SystemError) { try write(bytes[...]) }

  /// The next read or write begins at the first byte.
  package func rewind() throws(SystemError) { try Libc.rewind(descriptor) }

  package func synchronize() throws(SystemError) { try Libc.synchronize(descriptor) }

  package func setMode(_ mode: UInt32) throws(SystemError) { try Libc.setMode(descriptor, mode) }

  package func setModified(_ time: FileTime) throws(SystemError) {
    try Libc.setModified(descriptor, time)
  }

  /// Takes the lock of this file or folder, until the value goes or the process ends; answers whether
  /// nobody else has it (`flock(2)`).
  package func lock() throws(SystemError) -> Bool { try Libc.lock(descriptor) }

  package func status() throws(SystemError) -> FileStatus { try Libc.status(descriptor) }
}

/// What `lstat(2)` says of an entry.
package struct FileStatus: Sendable, Equatable {
  package enum Kind: Sendable { case regular, directory, symbolicLink, other }

  package let kind: Kind
  /// The permission bits, without the kind.
  package let mode: UInt32
  /// In bytes.
  package let size: Int
  package let device: UInt64
  package let inode: UInt64
  /// How many names the file has.
  package let links: UInt64
  package let modified: FileTime
}

/// A time of a file, since the beginning of 1970.
package struct FileTime: Sendable, Equatable {
  package let seconds: Int64
  package let nanoseconds: Int64
}
