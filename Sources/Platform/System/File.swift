#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

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

    fileprivate var flags: (Int32, mode: mode_t) {
      switch self {
      case .read: (O_RDONLY, 0)
      // O_NONBLOCK: opening a FIFO at this path must not wait for a writer.
      case .readRegular: (O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0)
      case .createNew(let mode): (O_RDWR | O_CREAT | O_EXCL, mode_t(mode))
      case .append(let mode): (O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, mode_t(mode))
      case .overwrite(let mode): (O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY, mode_t(mode))
      case .terminal: (O_RDWR | O_NOCTTY, 0)
      }
    }
  }

  private let descriptor: Int32

  package init(_ path: Path, _ access: Access) throws(SystemError) {
    let (flags, mode) = access.flags
    descriptor = try systemCall("open", path) { open(path.cString, flags | O_CLOEXEC, mode) }
  }

  /// Opens a file of this directory with `Access.readRegular`.
  package func file(named name: ArraySlice<UInt8>) throws(SystemError) -> File {
    let flags = Access.readRegular.flags.0 | O_CLOEXEC
    return File(adopting: try systemCall("open") { openat(descriptor, Path(name).cString, flags) })
  }

  init(adopting descriptor: Int32) { self.descriptor = descriptor }

  deinit { _ = close(descriptor) }

  package static var standardInput: File { File(adopting: 0) }
  package static var standardOutput: File { File(adopting: 1) }

  /// Reads into `buffer[range]`; returns the number of bytes, 0 at the end. From an offset, it fails for a file without these,
  /// such as a FIFO or a terminal.
  package func read(into buffer: inout [UInt8], range: Range<Int>, at offset: Int? = nil) throws(SystemError) -> Int {
    try readOnce(descriptor, into: &buffer, range: range, at: offset)
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

  /// Passes the rest of the file to `body`, in pieces of at most `size` bytes.
  package func forEachChunk(of size: Int = 1 << 16, _ body: (ArraySlice<UInt8>) throws(SystemError) -> Void) throws(SystemError) {
    var buffer = [UInt8](repeating: 0, count: size)
    while case let got = try read(into: &buffer, range: 0..<size), got > 0 { try body(buffer[..<got]) }
  }

  package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) { try writeAll(descriptor, bytes) }

  package func write(_ bytes: [UInt8]) throws(SystemError) { try write(bytes[...]) }

  package func rewind() throws(SystemError) { try systemCall("lseek") { lseek(descriptor, 0, SEEK_SET) } }

  /// Writes the content to the disk (`fsync(2)`, on Darwin F_FULLFSYNC of `fcntl(2)`).
  func synchronize() throws(SystemError) {
    #if canImport(Darwin)
      // There fsync(2) leaves the content in the cache of the disk. Some file systems have this call only.
      if fcntl(descriptor, F_FULLFSYNC) != -1 { return }
    #endif
    try systemCall("fsync") { fsync(descriptor) }
  }

  package func setMode(_ mode: UInt32) throws(SystemError) { try systemCall("fchmod") { fchmod(descriptor, mode_t(mode)) } }

  /// Sets the times of the last access and of the last change (`futimens(3)`).
  package func setModified(_ time: FileTime) throws(SystemError) {
    let time = timespec(tv_sec: Int(time.seconds), tv_nsec: Int(time.nanoseconds))
    try systemCall("futimens") { futimens(descriptor, [time, time]) }
  }

  /// Takes an exclusive lock until the descriptor is closed; `false` if another process holds it (`flock(2)`).
  package func lock() throws(SystemError) -> Bool {
    do throws(SystemError) { try systemCall("flock") { flock(descriptor, LOCK_EX | LOCK_NB) } } catch {
      if error.wouldBlock { return false }
      throw error
    }
    return true
  }

  package func status() throws(SystemError) -> FileStatus {
    var record = stat()
    try systemCall("fstat") { fstat(descriptor, &record) }
    return FileStatus(record)
  }
}

/// The metadata of a file (`stat(2)`).
package struct FileStatus: Sendable, Equatable {
  package enum Kind: Sendable { case regular, directory, symbolicLink, other }

  package let kind: Kind
  /// The permission bits, without the file type.
  package let mode: UInt32
  package let size: Int
  package let device: UInt64
  let inode: UInt64
  package let links: UInt64
  package let modified: FileTime

  init(_ record: stat) {
    kind = switch record.st_mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .directory
    case S_IFLNK: .symbolicLink
    default: .other
    }
    mode = UInt32(record.st_mode & 0o7777)
    size = Int(record.st_size)
    device = UInt64(truncatingIfNeeded: record.st_dev)
    inode = UInt64(record.st_ino)
    links = UInt64(record.st_nlink)
    #if canImport(Darwin)
      let time = record.st_mtimespec
    #else
      let time = record.st_mtim
    #endif
    modified = FileTime(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }
}

/// A timestamp of a file: the time since 1970-01-01 00:00 UTC.
package struct FileTime: Sendable, Equatable {
  package let seconds: Int64
  let nanoseconds: Int64
}

/// The most bytes that one call reads or writes: Darwin refuses more than INT_MAX (EINVAL).
private let most = 1 << 30

/// Reads into `buffer[range]` by one call of `read(2)` or `pread(2)`; returns the number of bytes, 0 at the end.
func readOnce(
  _ descriptor: Int32, into buffer: inout [UInt8], range: Range<Int>, at offset: Int? = nil
) throws(SystemError) -> Int {
  try systemCall("read") {
    buffer.withUnsafeMutableBytes { bytes in
      let target = UnsafeMutableRawBufferPointer(rebasing: bytes[range].prefix(most))
      guard let offset else { return read(descriptor, target.baseAddress, target.count) }
      return pread(descriptor, target.baseAddress, target.count, off_t(offset))
    }
  }
}

/// Reads once and appends the bytes; `false` at the end.
func readChunk(_ descriptor: Int32, into bytes: inout [UInt8]) throws(SystemError) -> Bool {
  // The capacity of a pipe on Linux, in bytes (`pipe(7)`).
  let count = bytes.count
  let chunk = 1 << 16
  bytes += [UInt8](repeating: 0, count: chunk)
  let got = try readOnce(descriptor, into: &bytes, range: count..<count + chunk)
  bytes.removeLast(chunk - got)
  return got > 0
}

/// Writes bytes by one call of `write(2)`; returns their number.
func writeOnce(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
  try systemCall("write") { bytes.prefix(most).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } }
}

/// Writes all bytes, with several calls of `write(2)` if needed.
func writeAll(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemError) {
  var rest = bytes
  while !rest.isEmpty { rest = rest.dropFirst(try writeOnce(descriptor, rest)) }
}
