import Libc
import SystemPackage

/// An open file descriptor, closed when the value is destroyed.
package struct File: ~Copyable, Sendable {
  /// The flags of `open(2)`, always with `O_CLOEXEC`.
  package enum Access: Sendable {
    /// Reads; follows symbolic links, and does not wait for the writer of a FIFO.
    case read
    /// Reads; fails on a symbolic link, and does not wait for the writer of a FIFO.
    case readRegular
    /// Reads and writes; fails if the path exists.
    case createNew(mode: UInt32)
    /// Writes at the end; creates the file if it is missing, and does not wait for the reader of a FIFO.
    case append(mode: UInt32)
    /// Writes from the start; follows symbolic links, and creates the file if it is missing.
    case overwrite(mode: UInt32)
    case terminal

    /// The arguments of `open(2)`.
    fileprivate var arguments: (direction: FileDescriptor.AccessMode, options: FileDescriptor.OpenOptions, mode: UInt32)
    {
      switch self {
      case .read: (.readOnly, [.nonBlocking], 0)
      case .readRegular: (.readOnly, [.noFollow, .nonBlocking], 0)
      case .createNew(let mode): (.readWrite, [.create, .exclusiveCreate], mode)
      case .append(let mode): (.writeOnly, [.append, .create, .noFollow, .nonBlocking], mode)
      // A terminal must not become the one of this process.
      case .overwrite(let mode): (.writeOnly, [.create, .truncate, .init(rawValue: O_NOCTTY)], mode)
      case .terminal: (.readWrite, [], 0)
      }
    }
  }

  private let descriptor: FileDescriptor

  package init(_ path: Path, _ access: Access) throws(SystemError) {
    let arguments = access.arguments
    descriptor = try systemCall("open", path) {
      try .open(
        path.cString, arguments.direction, options: arguments.options.union(.closeOnExec),
        permissions: .init(rawValue: mode_t(arguments.mode)))
    }
  }

  /// Opens a file of this directory with `Access.readRegular`.
  package func file(named name: ArraySlice<UInt8>) throws(SystemError) -> File {
    let flags = Access.readRegular.arguments.options.union(.closeOnExec).rawValue
    return File(adopting: try systemCall("open") { openat(descriptor.rawValue, Path(name).cString, flags) })
  }

  init(adopting descriptor: Int32) { self.descriptor = FileDescriptor(rawValue: descriptor) }

  deinit { try? descriptor.close() }

  package static var standardInput: File { File(adopting: 0) }
  package static var standardOutput: File { File(adopting: 1) }

  /// Reads into `buffer[range]`; returns the number of bytes, 0 at the end. From an offset, it fails for a file without
  /// these, such as a FIFO or a terminal.
  package func read(into buffer: inout [UInt8], range: Range<Int>, at offset: Int? = nil) throws(SystemError) -> Int {
    try descriptor.read(into: &buffer, range: range, at: offset)
  }

  /// Reads to the end, or until there are more than `limit` bytes; fails for a FIFO or a device, which can have no end.
  package func readAll(limit: Int = .max) throws(SystemError) -> [UInt8] {
    let status = try status()
    if status.kind == .other { throw SystemError(code: .notSupported, call: "read", path: nil) }
    var bytes = [UInt8](repeating: 0, count: max(min(status.size, limit), 4095) + 1)
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
  package func forEachChunk(
    of size: Int = 1 << 16, _ body: (ArraySlice<UInt8>) throws(SystemError) -> Void
  ) throws(SystemError) {
    var buffer = [UInt8](repeating: 0, count: size)
    while case let got = try read(into: &buffer, range: 0..<size), got > 0 { try body(buffer[..<got]) }
  }

  package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) { try descriptor.writeAll(bytes) }

  package func write(_ bytes: [UInt8]) throws(SystemError) { try write(bytes[...]) }

  package func rewind() throws(SystemError) {
    _ = try systemCall("lseek") { try descriptor.seek(offset: 0, from: .start) }
  }

  /// Writes the content to the disk (`fsync(2)`, on Darwin F_FULLFSYNC of `fcntl(2)`).
  func synchronize() throws(SystemError) { try systemCall("fsync") { Libc.synchronize(descriptor.rawValue) } }

  package func setMode(_ mode: UInt32) throws(SystemError) {
    try systemCall("fchmod") { fchmod(descriptor.rawValue, mode_t(mode)) }
  }

  /// Sets the times of the last access and of the last change (`futimens(3)`).
  package func setModified(_ time: FileTime) throws(SystemError) {
    let time = timespec(tv_sec: Int(time.seconds), tv_nsec: Int(time.nanoseconds))
    try systemCall("futimens") { futimens(descriptor.rawValue, [time, time]) }
  }

  /// Takes an exclusive lock until the descriptor is closed; `false` if another process holds it (`flock(2)`).
  package func lock() throws(SystemError) -> Bool {
    do throws(SystemError) {
      try systemCall("flock") { flock(descriptor.rawValue, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      if error.wouldBlock { return false }
      throw error
    }
  }

  package func status() throws(SystemError) -> FileStatus {
    FileStatus(try systemCall("fstat") { try Stat(descriptor) })
  }
}

/// The metadata of a file (`stat(2)`).
package struct FileStatus: Sendable, Equatable {
  package enum FileType: Sendable { case regular, directory, symbolicLink, other }

  package let kind: FileType
  /// The permission bits, without the file type.
  package let mode: UInt32
  package let size: Int
  let device: DeviceID
  let inode: Inode
  package let modified: FileTime

  init(_ record: Stat) {
    kind =
      switch record.type {
      case .regular: .regular
      case .directory: .directory
      case .symbolicLink: .symbolicLink
      default: .other
      }
    mode = UInt32(record.permissions.rawValue)
    size = Int(record.size)
    device = record.deviceID
    inode = record.inode
    modified = FileTime(seconds: Int64(record.st_mtim.tv_sec), nanoseconds: Int64(record.st_mtim.tv_nsec))
  }
}

/// A timestamp of a file: the time since 1970-01-01 00:00 UTC.
package struct FileTime: Sendable, Equatable {
  package let seconds: Int64
  let nanoseconds: Int64

  /// The last time that every file system has.
  package static let last = FileTime(seconds: Int64(Int32.max), nanoseconds: 0)
}

/// The most bytes that one call reads or writes: Darwin refuses more than INT_MAX (EINVAL).
private let most = 1 << 30

extension FileDescriptor {
  /// Reads into `buffer[range]` by one call of `read(2)` or `pread(2)`; returns the number of bytes, 0 at the end.
  func read(into buffer: inout [UInt8], range: Range<Int>, at offset: Int? = nil) throws(SystemError) -> Int {
    try systemCall("read") {
      try buffer.withUnsafeMutableBytes { bytes in
        let target = UnsafeMutableRawBufferPointer(rebasing: bytes[range].prefix(most))
        return try offset.map { try read(fromAbsoluteOffset: Int64($0), into: target) } ?? read(into: target)
      }
    }
  }

  /// Reads once and appends the bytes; `false` at the end.
  func readChunk(into bytes: inout [UInt8]) throws(SystemError) -> Bool {
    // The capacity of a pipe on Linux, in bytes (`pipe(7)`).
    let count = bytes.count
    let chunk = 1 << 16
    bytes += [UInt8](repeating: 0, count: chunk)
    let got = try read(into: &bytes, range: count..<count + chunk)
    bytes.removeLast(chunk - got)
    return got > 0
  }

  /// Writes bytes by one call of `write(2)`; returns their number.
  func writeOnce(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    try systemCall("write") { try bytes.prefix(most).withUnsafeBytes { try write($0) } }
  }

  /// Writes all bytes, with several calls of `write(2)` if needed.
  func writeAll(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty { rest = rest.dropFirst(try writeOnce(rest)) }
  }

  func writeAll(_ text: String) throws(SystemError) { try writeAll(text.bytes[...]) }
}
