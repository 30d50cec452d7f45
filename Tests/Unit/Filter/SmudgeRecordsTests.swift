import Platform
import TestSupport
import Testing

@testable import Platform
@testable import Smudge

/// Tests of the records of the blob that content was smudged from.
struct SmudgeRecordsTests {
  private let holder: TemporaryDirectory
  private let directory: MungeDirectory
  private let digest = Digest(bytes("smudged"))
  private let one = SmudgeRecordsTests.name("1")
  private let two = SmudgeRecordsTests.name("2")

  init() throws {
    holder = try TemporaryDirectory()
    directory = MungeDirectory(GitDirectory(own: holder.path))
    try FileSystem.makeDirectories(directory.common)
  }

  private static func name(_ digit: String) -> [UInt8] {
    bytes(String(repeating: digit, count: 40))
  }

  @Test func `A record is found again, the latest first`() {
    var records = SmudgeRecords(directory)
    #expect(records.isEmpty)
    #expect(records.blobs(for: digest, count: 7) == [])
    records.add(digest, count: 7, blob: one)
    records.add(digest, count: 7, blob: two)
    #expect(records.blobs(for: digest, count: 7) == [two, one])
    #expect(!records.isEmpty)
    var others = SmudgeRecords(directory)
    others.load()
    #expect(others.blobs(for: digest, count: 7) == [two, one], "by another process too")
  }

  @Test func `A record of another length or digest is not found`() {
    var records = SmudgeRecords(directory)
    records.add(digest, count: 7, blob: one)
    #expect(records.blobs(for: digest, count: 8) == [], "a stale record: the content has changed")
    #expect(records.blobs(for: Digest(high: digest.high, low: digest.low ^ 1), count: 7) == [])
    #expect(records.blobs(for: Digest(high: digest.high ^ 1, low: digest.low), count: 7) == [])
  }

  @Test func `A record of another process is found`() {
    var mine = SmudgeRecords(directory)
    var theirs = SmudgeRecords(directory)
    mine.add(digest, count: 1, blob: one)
    theirs.load()
    #expect(theirs.blobs(for: digest, count: 1) == [one])
    mine.add(digest, count: 1, blob: two)
    theirs.load()
    #expect(theirs.blobs(for: digest, count: 1) == [two, one])
  }

  @Test func `Equal records are written once`() throws {
    var records = SmudgeRecords(directory)
    for _ in 0..<5 { records.add(digest, count: 7, blob: one) }
    #expect(try FileSystem.status(directory.records)?.size == 64, "one record")
    #expect(records.blobs(for: digest, count: 7) == [one])
  }

  @Test func `Names of SHA-256 are stored completely`() {
    var records = SmudgeRecords(directory)
    let name = bytes(String(repeating: "0123456789abcdef", count: 4))
    records.add(digest, count: 7, blob: name)
    #expect(records.blobs(for: digest, count: 7) == [name])
  }

  @Test func `A record without a name is returned with an empty name`() {
    var records = SmudgeRecords(directory)
    records.add(digest, count: 7, blob: nil)
    #expect(records.blobs(for: digest, count: 7) == [[]])
  }

  @Test(arguments: [
    "main", "12", String(repeating: "g", count: 40), String(repeating: "1", count: 41), "../../etc/passwd",
  ])
  func `An invalid name of a blob is not recorded`(name: String) throws {
    var records = SmudgeRecords(directory)
    records.add(digest, count: 7, blob: bytes(name))
    #expect(records.isEmpty)
  }

  @Test func `A path with a record is found by its hash`() {
    var records = SmudgeRecords(directory)
    #expect(records.hasRecord(at: Path("a/b")) == false)
    records.add(digest, count: 7, blob: one, at: Path("a/b"))
    records.add(digest, count: 7, blob: one, at: Path("c"))
    records.add(digest, count: 8, blob: nil)
    var others = SmudgeRecords(directory)
    others.load()
    for path in ["a/b", "c"] {
      #expect(records.hasRecord(at: Path(path)) == true, "two files can have the same smudged form: \(path)")
      #expect(others.hasRecord(at: Path(path)) == true, "by another process too: \(path)")
    }
    for path in ["a", "b", ""] { #expect(records.hasRecord(at: Path(path)) == false, "\(path)") }
    #expect(Set(others.blobs(for: digest, count: 7)) == [one])
  }

  @Test func `A read-only directory is not an error`() throws {
    var records = SmudgeRecords(MungeDirectory(GitDirectory(own: holder.path / "missing")))
    records.add(digest, count: 7, blob: one)
    #expect(records.blobs(for: digest, count: 7) == [])
    #expect(records.isEmpty)
  }

  @Test(arguments: [1, 24, 63, 65, 100, 127])
  func `A truncated file loses one record, and none that is added later`(count: Int) throws {
    var records = SmudgeRecords(directory)
    records.add(digest, count: 1, blob: one)
    records.add(digest, count: 2, blob: one)
    let whole = try #require(try FileSystem.contents(directory.records))
    try TestFile.write(directory.records, Array(whole.prefix(count)))
    var later = SmudgeRecords(directory)
    later.load()
    #expect(later.blobs(for: digest, count: 1) == (count >= 64 ? [one] : []))
    #expect(later.blobs(for: digest, count: 2) == [], "its record is truncated")
    later.add(digest, count: 3, blob: two)
    #expect(later.blobs(for: digest, count: 3) == [two], "records after a full disk are readable")
    if count >= 64 { #expect(later.blobs(for: digest, count: 1) == [one], "complete records stay readable") }
  }

  @Test func `Invalid bytes in the file are ignored`() throws {
    try TestFile.write(directory.records, [UInt8](repeating: 0xFF, count: 640))
    var records = SmudgeRecords(directory)
    records.add(digest, count: 7, blob: one)
    #expect(records.blobs(for: digest, count: 7) == [one])
  }

  @Test func `The file is readable by its owner alone`() throws {
    var records = SmudgeRecords(directory)
    records.add(digest, count: 7, blob: one)
    #expect(try FileSystem.status(directory.records)?.mode == 0o600)
  }

  @Test func `Thousands of records are distinct`() {
    var records = SmudgeRecords(directory)
    for index in 0..<4000 { records.add(Digest(high: 1, low: UInt64(index)), count: index, blob: one) }
    #expect(records.blobs(for: Digest(high: 1, low: 17), count: 17) == [one])
    var others = SmudgeRecords(directory)
    others.load()
    #expect(others.blobs(for: Digest(high: 1, low: 3999), count: 3999) == [one])
  }

  @Test func `The file has a maximum size`() throws {
    try TestFile.write(directory.records, [UInt8](repeating: 0, count: 1 << 22))
    var records = SmudgeRecords(directory)
    records.add(digest, count: 7, blob: one)
    #expect(try FileSystem.status(directory.records)?.size == 1 << 22)
    #expect(records.isFull, "then content without a record can need the source")
  }
}
