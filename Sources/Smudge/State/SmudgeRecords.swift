package import Platform

/// Remembers which blob some content on disk was smudged from, where bytes alone cannot tell.
///
/// A note is only a hint: whoever follows it smudges the blob again and compares. So lost, stale and
/// colliding notes do no harm, and being unable to write one is not an error.
package struct SmudgeRecords: Sendable {
  /// `nil`: they are kept in memory.
  private let file: Path?
  /// By digest and length of the content, the names of the blobs.
  private var blobs: [[UInt8]: [[UInt8]]] = [:]
  /// Of the paths at which notes were made.
  private var marks: Set<[UInt8]> = []
  /// Of the file, when it was read last.
  private var size = 0

  /// A record: 24 bytes of digest and length of the content, 1 for the length of the name of the blob, 32 for that name,
  /// 7 of the digest of the path.
  private static let recordLength = 64
  private static let keyLength = 24
  private static let nameLength = 32
  private static let markLength = 7
  private static let maxBytes = 1 << 22

  package init(_ directory: MungeDirectory) { file = directory.notes }

  /// Without a file, for whoever tries what would become of some content.
  init() { file = nil }

  /// The names of the blobs, in hexadecimal, that gave this content, latest first; an empty name says
  /// that git did not tell which it was.
  package mutating func blobs(for digest: Digest, count: Int) -> [[UInt8]] {
    load()
    let found = blobs[SmudgeRecords.key(digest, count)] ?? []
    return found.reversed().map { $0.flatMap { [hexadecimal($0 >> 4), hexadecimal($0 & 15)] } }
  }

  /// Whether there is no room for more: what has no note may then need one all the same.
  package mutating func isFull() -> Bool {
    load()
    return size >= SmudgeRecords.maxBytes
  }

  package mutating func isEmpty() -> Bool {
    load()
    return blobs.isEmpty
  }

  /// Whether a note was made at this path, now or long ago. By a fingerprint: a yes may be wrong, a no is not.
  package mutating func isMade(at path: Path) -> Bool {
    load()
    return marks.contains(SmudgeRecords.mark(path))
  }

  /// `blob`: the name in hexadecimal; `nil` where git did not tell it.
  package mutating func add(_ digest: Digest, count: Int, blob: [UInt8]?, at path: Path? = nil) {
    // Two blobs can look the same on disk: then the one that was written last is meant.
    let isLatest = blobs(for: digest, count: count).first == (blob ?? [])
    if isLatest && (path.map { isMade(at: $0) } ?? true) || size >= SmudgeRecords.maxBytes { return }
    guard let name = SmudgeRecords.name(blob ?? []) else { return }
    func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
    let record = SmudgeRecords.key(digest, count) + [UInt8(name.count)] + name + zeros(SmudgeRecords.nameLength - name.count)
      + (path.map(SmudgeRecords.mark) ?? zeros(SmudgeRecords.markLength))
    guard let place = file else { return read(record[...]) }
    // A full disk may have cut the last record short.
    let missing = zeros((SmudgeRecords.recordLength - size % SmudgeRecords.recordLength) % SmudgeRecords.recordLength)
    guard let file = try? File(place, .append(mode: 0o600)), (try? file.write(missing + record)) != nil else { return }
    // Reading all of it again for every note would take its time with thousands of them.
    if (try? file.status().size) == size + missing.count + record.count {
      size += missing.count + record.count
      read(record[...])
    }
  }

  /// Another process may have added some: git runs several filters at a time.
  private mutating func load() {
    guard let file, let size = try? FileSystem.status(file)?.size, size != self.size else { return }
    let bytes = (try? FileSystem.contents(file, limit: SmudgeRecords.maxBytes)) ?? []
    (self.size, blobs, marks) = (size, [:], [])
    for start in stride(from: 0, through: bytes.count - SmudgeRecords.recordLength, by: SmudgeRecords.recordLength) {
      read(bytes[start..<start + SmudgeRecords.recordLength])
    }
  }

  private mutating func read(_ record: ArraySlice<UInt8>) {
    let length = Int(record[record.startIndex + SmudgeRecords.keyLength])
    let name = record.dropFirst(SmudgeRecords.keyLength + 1).prefix(length)
    blobs[Array(record.prefix(SmudgeRecords.keyLength)), default: []].append(Array(name))
    marks.insert(Array(record.suffix(SmudgeRecords.markLength)))
  }

  private static func mark(_ path: Path) -> [UInt8] { Array(key(Digest(path.bytes), 0).prefix(markLength)) }

  private static func key(_ digest: Digest, _ count: Int) -> [UInt8] {
    [digest.high, digest.low, UInt64(count)].flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }
  }

  /// `nil` for what is no name of a blob, of SHA-1 or SHA-256, and not empty either.
  private static func name(_ hex: [UInt8]) -> [UInt8]? {
    let digits = hex.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == hex.count, [0, 40, 64].contains(hex.count) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}

private func hexadecimal(_ nibble: UInt8) -> UInt8 {
  nibble < 10 ? nibble + UInt8(ascii: "0") : nibble - 10 + UInt8(ascii: "a")
}
