package import Platform

/// The content of one file on its way through: in memory while it is small, then in a file without a name.
///
/// git waits until a filter has read everything before it reads an answer, so all of the content has
/// to be kept somewhere; this bounds how much of that is memory.
package struct Spool: ~Copyable {
  /// All of the content, or what follows the part that is in the file.
  private var bytes: [UInt8] = []
  private var file: File?
  private let policy: Policy
  /// In bytes.
  package private(set) var count = 0
  /// The first bytes, as many as it takes to tell what kind of content this is.
  private(set) var head: [UInt8] = []
  private(set) var texture = ContentKind.text

  /// Whether a NUL has been met.
  enum ContentKind { case text, binary }

  /// Where content goes when it grows.
  package enum Policy: Sendable {
    case memoryOnly
    /// To a file in `directory`, once there are more bytes than `limit`.
    case overflow(directory: Path, limit: Int)
  }

  /// How much of the file is in memory at a time, in bytes; tests make it small.
  var chunk = 1 << 20

  package init(_ policy: Policy = .memoryOnly) { self.policy = policy }

  package init(_ bytes: [UInt8]) {
    policy = .memoryOnly
    note(bytes[...])
    self.bytes = bytes
  }

  /// All of the content, where it is in memory.
  package var inMemory: [UInt8]? { file == nil ? bytes : nil }

  /// Forgets the content and keeps the memory, for the next file.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    head.removeAll(keepingCapacity: true)
    file = nil
    (count, texture) = (0, .text)
  }

  package mutating func append(_ more: ArraySlice<UInt8>) throws(SystemError) {
    note(more)
    bytes.append(contentsOf: more)
    try spill()
  }

  mutating func append(_ more: [UInt8]) throws(SystemError) { try append(more[...]) }

  private mutating func note(_ more: ArraySlice<UInt8>) {
    count += more.count
    if head.count < Exclusion.headLength {
      head.append(contentsOf: more.prefix(Exclusion.headLength - head.count))
    }
    if texture == .text && more.span.containsNUL { texture = .binary }
  }

  private mutating func spill() throws(SystemError) {
    guard case .overflow(let directory, let limit) = policy, bytes.count > limit else { return }
    if file == nil {
      // No room for a file is no reason to fail: git holds the same content in memory too.
      do throws(SystemError) { file = try FileSystem.anonymousFile(in: directory) } catch { return }
    }
    try file?.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Hands over the content piece by piece, in order.
  package func forEachChunk(
    _ body: (ArraySlice<UInt8>) throws(SystemError) -> Void
  ) throws(SystemError) {
    if file != nil { try forEachChunkOfFile(body) }
    if !bytes.isEmpty { try body(bytes[...]) }
  }

  private func forEachChunkOfFile(
    _ body: (ArraySlice<UInt8>) throws(SystemError) -> Void
  ) throws(SystemError) {
    try file?.rewind()
    var buffer = [UInt8](repeating: 0, count: chunk)
    while let got = try file?.read(into: &buffer, range: 0..<buffer.count), got > 0 {
      try body(buffer[..<got])
    }
  }

  /// All of the content, brought back to memory: git holds it there, too.
  func wholeContent() throws(SystemError) -> [UInt8] {
    if let bytes = inMemory { return bytes }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    try forEachChunk { bytes += $0 }
    return bytes
  }

  /// A fingerprint of the content.
  package func digest() throws(SystemError) -> Digest {
    var hasher = Digest.Hasher()
    try forEachChunk { hasher.add($0) }
    return hasher.finish()
  }

  /// Whether both hold the same bytes.
  package func matches(_ other: borrowing Spool) throws(SystemError) -> Bool {
    if count != other.count || head != other.head { return false }
    if let one = inMemory, let two = other.inMemory { return one == two }
    // Files are long: two readers at once would cost more memory than a fingerprint.
    return try digest() == other.digest()
  }

  /// Why the content is never munged; `nil` for content that may be.
  var exclusion: Exclusion.Content? {
    Exclusion.kind(head: head[...], count: count) ?? (texture == .binary ? .binary : nil)
  }
}

extension Span<UInt8> {
  var containsNUL: Bool {
    let wide = SIMD16<UInt8>.scalarCount
    var place = 0
    while place &+ wide <= count {
      // In bounds: the load ends at or before the last byte.
      let bytes = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: SIMD16<UInt8>.self)
      let zeros = unsafeBitCast(bytes .== SIMD16<UInt8>.zero, to: SIMD2<UInt64>.self)
      if zeros.x | zeros.y != 0 { return true }
      place &+= wide
    }
    while place < count {
      if self[place] == 0 { return true }
      place += 1
    }
    return false
  }
}
