import Platform

/// Remembers which blob some content on disk was smudged from, where bytes alone cannot tell.
///
/// A note is only a hint: whoever follows it smudges the blob again and compares. So lost, stale and
/// colliding notes do no harm, and being unable to write one is not an error.
public struct Notes: Sendable {
  private let file: Path
  private var records: [UInt8] = []

  /// A record: 16 bytes of digest, 8 of length, 1 for the length of the name of the blob, 32 for that name, 7 unused.
  private static let recordLength = 64
  private static let mostBytes = 1 << 22

  public init(_ folder: MungeFolder) { file = folder.notes }

  /// The names of the blobs, in hexadecimal, that gave this content, latest first.
  public mutating func blobs(for digest: Digest, count: Int) -> [[UInt8]] {
    load()
    let key = Notes.key(digest, count)
    return stride(from: 0, to: records.count, by: Notes.recordLength).reversed().compactMap { start in
      let record = records[start..<min(start + Notes.recordLength, records.count)]
      guard record.count == Notes.recordLength, record.starts(with: key) else { return nil }
      let name = record.dropFirst(key.count + 1).prefix(Int(record[start + key.count]))
      return name.flatMap { [hexadecimal($0 >> 4), hexadecimal($0 & 15)] }
    }
  }

  public mutating func isEmpty() -> Bool {
    load()
    return records.isEmpty
  }

  public mutating func add(_ digest: Digest, count: Int, blob: [UInt8]) {
    if blobs(for: digest, count: count).contains(blob) || records.count >= Notes.mostBytes { return }
    guard let name = Notes.name(blob) else { return }
    var record = Notes.key(digest, count) + [UInt8(name.count)] + name
    record += repeatElement(0, count: Notes.recordLength - record.count)
    guard let file = try? File(file, .append(mode: 0o600)) else { return }
    try? file.write(record)
  }

  /// Another process may have added some: git runs several filters at a time.
  private mutating func load() {
    guard let size = try? FileSystem.status(file)?.size, size != records.count else { return }
    records = ((try? FileSystem.contents(file, limit: Notes.mostBytes)) ?? nil) ?? []
  }

  private static func key(_ digest: Digest, _ count: Int) -> [UInt8] {
    [digest.high, digest.low, UInt64(count)].flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }
  }

  /// `nil` for what is no name of a blob, of SHA-1 or SHA-256.
  private static func name(_ hex: [UInt8]) -> [UInt8]? {
    let digits = hex.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == hex.count, [40, 64].contains(hex.count) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}

private func hexadecimal(_ nibble: UInt8) -> UInt8 {
  nibble < 10 ? nibble + UInt8(ascii: "0") : nibble - 10 + UInt8(ascii: "a")
}
