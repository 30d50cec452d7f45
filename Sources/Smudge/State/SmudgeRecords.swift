package import Platform

/// The records of smudged content that clean cannot restore from its bytes: a map from content to the name of its blob.
///
/// A record is a hint: clean smudges the blob again and compares. So lost, stale and colliding records have no effect
/// on the result, and a failed write is not an error.
package struct SmudgeRecords: Sendable {
  /// The file; `nil` for records in memory.
  private let file: Path?
  /// The names of blobs with the hashes of their paths, by digest and length of the content.
  private var blobs: [[UInt8]: [(name: [UInt8], path: [UInt8])]] = [:]
  /// Hashes of the paths that have records.
  private var pathHashes: Set<[UInt8]> = []
  /// The size of the file when it was last read.
  private var size = 0

  /// The length of a record: 24 bytes digest and length of the content, 1 byte length of the blob's name, 32 bytes for
  /// it, 7 bytes hash of the path.
  private static let recordLength = 64
  private static let keyLength = 24
  private static let nameLength = 32
  private static let pathHashLength = 7
  private static let maxBytes = 1 << 22

  /// Makes records without reading the file; `nil` for records in memory, for a round trip.
  package init(_ directory: MungeDirectory?) { file = directory?.records }

  /// The names of the blobs of this content, at a path or at all paths: in hexadecimal, the latest first; an empty name
  /// if it is unknown.
  package func blobs(for digest: Digest, count: Int, at path: Path? = nil) -> [[UInt8]] {
    let all = blobs[SmudgeRecords.key(digest, count)] ?? []
    let own = path.map { path in all.filter { $0.path == SmudgeRecords.pathHash(path) } }
    let digits = "0123456789abcdef".bytes
    return (own ?? all).reversed().map { record in
      record.name.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }
  }

  package var isEmpty: Bool { blobs.isEmpty }

  /// Whether the path has a record, current or old. It is compared by hash, so the result can be falsely true.
  package func hasRecord(at path: Path?) -> Bool {
    path.map { pathHashes.contains(SmudgeRecords.pathHash($0)) } ?? false
  }

  /// Adds a record. `blob`: the name in hexadecimal; `nil` if git did not send it.
  package mutating func add(_ digest: Digest, count: Int, blob: [UInt8]?, at path: Path? = nil) {
    load()
    // Two blobs can have the same smudged form: the last one written is the source.
    if blobs(for: digest, count: count, at: path).first == (blob ?? []) { return }
    guard let name = SmudgeRecords.name(blob ?? []) else { return }
    func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
    let record =
      SmudgeRecords.key(digest, count) + [UInt8(name.count)] + name + zeros(SmudgeRecords.nameLength - name.count)
      + (path.map(SmudgeRecords.pathHash) ?? zeros(SmudgeRecords.pathHashLength))
    guard let location = file else { return read(record[...]) }
    if size >= SmudgeRecords.maxBytes { forgetOldest(in: location) }
    // A full disk can have truncated the last record.
    let missing = zeros((SmudgeRecords.recordLength - size % SmudgeRecords.recordLength) % SmudgeRecords.recordLength)
    guard let file = try? File(location, .append(mode: 0o600)), (try? file.write(missing + record)) != nil else {
      return
    }
    // Without a write of another process in between, the file does not have to be read again.
    if (try? file.status().size) == size + missing.count + record.count {
      size += missing.count + record.count
      read(record[...])
    }
  }

  /// Reads the file, if that has not been done or another process has added records since: git runs several filters at
  /// a time.
  package mutating func load() {
    guard let file, let size = try? FileSystem.status(file)?.size, size != self.size else { return }
    let bytes = (try? FileSystem.contents(file, limit: SmudgeRecords.maxBytes)) ?? []
    self.size = size
    blobs = [:]
    pathHashes = []
    for start in stride(from: 0, through: bytes.count - SmudgeRecords.recordLength, by: SmudgeRecords.recordLength) {
      read(bytes[start..<start + SmudgeRecords.recordLength])
    }
  }

  /// Removes the older half of the records.
  private mutating func forgetOldest(in file: Path) {
    guard let bytes = try? FileSystem.contents(file) else { return }
    let kept = (bytes.count / SmudgeRecords.recordLength + 1) / 2 * SmudgeRecords.recordLength
    try? FileSystem.replace(file, with: Array(bytes[kept...]), mode: 0o600)
    load()
  }

  /// Adds a record of the file to those in memory.
  private mutating func read(_ record: ArraySlice<UInt8>) {
    let length = Int(record[record.startIndex + SmudgeRecords.keyLength])
    let name = record.dropFirst(SmudgeRecords.keyLength + 1).prefix(length)
    let path = Array(record.suffix(SmudgeRecords.pathHashLength))
    blobs[Array(record.prefix(SmudgeRecords.keyLength)), default: []].append((Array(name), path))
    pathHashes.insert(path)
  }

  private static func pathHash(_ path: Path) -> [UInt8] { Array(key(Digest(path.bytes), 0).prefix(pathHashLength)) }

  private static func key(_ digest: Digest, _ count: Int) -> [UInt8] {
    [digest.high, digest.low, UInt64(count)].flatMap { withUnsafeBytes(of: $0.littleEndian) { Array($0) } }
  }

  /// Parses the name of a blob, SHA-1, SHA-256 or empty; `nil` for anything else.
  private static func name(_ hex: [UInt8]) -> [UInt8]? {
    let digits = hex.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == hex.count, [0, 40, 64].contains(hex.count) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
