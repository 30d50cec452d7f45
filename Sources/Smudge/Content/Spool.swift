package import Platform

/// The content of one file, all of which git writes before it reads: in memory up to a limit, else in a file without a
/// name.
package struct Spool: ~Copyable {
  /// All of the content, or the part after the bytes in the file.
  private var bytes: [UInt8] = []
  private var file: File?
  let policy: Policy
  package private(set) var count = 0
  /// The first bytes, by which the kind of content is recognized.
  private(set) var head: [UInt8] = []
  /// Whether the content has a NUL: git takes it for binary then.
  package private(set) var isBinary = false

  /// The number of bytes up to which the filter keeps a content in memory.
  static let maxInMemory = 1 << 24

  /// The place where content is stored.
  package enum Policy: Sendable {
    case memoryOnly
    /// A file in `directory`, if there are more than `limit` bytes.
    case overflow(directory: Path, limit: Int)
  }

  /// The number of bytes of the file that are read at a time; tests set it lower.
  var chunk = 1 << 20

  package init(_ policy: Policy = .memoryOnly) { self.policy = policy }

  package init(_ bytes: [UInt8]) {
    policy = .memoryOnly
    scan(bytes[...])
    self.bytes = bytes
  }

  /// All of the content if it is in memory, else `nil`.
  package var inMemory: [UInt8]? { file == nil ? bytes : nil }

  /// Removes the content and keeps the allocated memory, for the next file.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    head.removeAll(keepingCapacity: true)
    file = nil
    count = 0
    isBinary = false
  }

  /// Appends bytes; moves the content to a file if it exceeds the limit.
  package mutating func append(_ more: ArraySlice<UInt8>) throws(SystemError) {
    scan(more)
    bytes.append(contentsOf: more)
    try spill()
  }

  package mutating func append(_ more: [UInt8]) throws(SystemError) {
    if !bytes.isEmpty { return try append(more[...]) }
    scan(more[...])
    bytes = more
    try spill()
  }

  /// Updates size, head and `isBinary` for bytes that are appended.
  private mutating func scan(_ more: ArraySlice<UInt8>) {
    count += more.count
    if head.count < Exclusion.headLength { head.append(contentsOf: more.prefix(Exclusion.headLength - head.count)) }
    if !isBinary && more.span.containsNUL { isBinary = true }
  }

  /// Moves the bytes to a file if there are too many of them.
  private mutating func spill() throws(SystemError) {
    guard case .overflow(let directory, let limit) = policy, bytes.count > min(limit, file == nil ? limit : chunk)
    else { return }
    let isFirst = file == nil
    // Without disk space the content stays in memory, where git holds the same content.
    if isFirst {
      do throws(SystemError) {
        file = try FileSystem.anonymousFile(in: directory)
      } catch {
        return
      }
    }
    try file?.write(bytes)
    bytes.removeAll(keepingCapacity: !isFirst)
  }

  /// Passes the content to `body` in pieces, in order.
  package func forEachChunk(_ body: (ArraySlice<UInt8>) throws(SystemError) -> Void) throws(SystemError) {
    try file?.rewind()
    try file?.forEachChunk(of: chunk, body)
    if !bytes.isEmpty { try body(bytes[...]) }
  }

  package func wholeContent() throws(SystemError) -> [UInt8] {
    if let bytes = inMemory { return bytes }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    try forEachChunk { bytes += $0 }
    return bytes
  }

  package func digest() throws(SystemError) -> Digest {
    var hasher = Digest.Hasher()
    try forEachChunk { hasher.add($0) }
    return hasher.finish()
  }

  package func matches(_ other: borrowing Spool) throws(SystemError) -> Bool {
    if count != other.count || head != other.head { return false }
    if let one = inMemory, let two = other.inMemory { return one[...].hasSameBytes(as: two[...]) }
    // Content in files is compared by digest, which needs one buffer at a time.
    return try digest() == other.digest()
  }

  /// The kind of the content if it is never munged, else `nil`.
  var exclusion: Exclusion.Content? { Exclusion.kind(head: head[...], count: count) ?? (isBinary ? .binary : nil) }
}
