import Platform
import Testing
import TestSupport

@testable import Smudge

/// The notes of which blob some content was smudged from.
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

  @Test func `A note is found again, the latest first`() {
    var notes = SmudgeRecords(directory)
    #expect(notes.isEmpty() == true)
    #expect(notes.blobs(for: digest, count: 7) == [])
    notes.add(digest, count: 7, blob: one)
    notes.add(digest, count: 7, blob: two)
    #expect(notes.blobs(for: digest, count: 7) == [two, one])
    #expect(notes.isEmpty() == false)
    var others = SmudgeRecords(directory)
    #expect(others.blobs(for: digest, count: 7) == [two, one], "by another process too")
  }

  @Test func `A note of another length or fingerprint is not found`() {
    var notes = SmudgeRecords(directory)
    notes.add(digest, count: 7, blob: one)
    #expect(notes.blobs(for: digest, count: 8) == [], "a stale note: the content has changed")
    #expect(notes.blobs(for: Digest(high: digest.high, low: digest.low ^ 1), count: 7) == [])
    #expect(notes.blobs(for: Digest(high: digest.high ^ 1, low: digest.low), count: 7) == [])
  }

  @Test func `What another process has added meanwhile is found`() {
    var mine = SmudgeRecords(directory)
    var theirs = SmudgeRecords(directory)
    mine.add(digest, count: 1, blob: one)
    #expect(theirs.blobs(for: digest, count: 1) == [one])
    mine.add(digest, count: 1, blob: two)
    #expect(theirs.blobs(for: digest, count: 1) == [two, one])
  }

  @Test func `The same note is kept once`() throws {
    var notes = SmudgeRecords(directory)
    for _ in 0..<5 { notes.add(digest, count: 7, blob: one) }
    #expect(try FileSystem.status(directory.notes)?.size == 64, "one record")
    #expect(notes.blobs(for: digest, count: 7) == [one])
  }

  @Test func `Names of SHA-256 are kept whole`() {
    var notes = SmudgeRecords(directory)
    let name = bytes(String(repeating: "0123456789abcdef", count: 4))
    notes.add(digest, count: 7, blob: name)
    #expect(notes.blobs(for: digest, count: 7) == [name])
  }

  @Test func `A note without a name says that git did not tell it`() {
    var notes = SmudgeRecords(directory)
    notes.add(digest, count: 7, blob: nil)
    #expect(notes.blobs(for: digest, count: 7) == [[]])
  }

  @Test(arguments: [
    "main", "12", String(repeating: "g", count: 40), String(repeating: "1", count: 41), "../../etc/passwd",
  ])
  func `What is no name of a blob is not noted`(name: String) throws {
    var notes = SmudgeRecords(directory)
    notes.add(digest, count: 7, blob: bytes(name))
    #expect(notes.isEmpty() == true)
  }

  @Test func `A note marks the path that it was made at`() {
    var notes = SmudgeRecords(directory)
    #expect(notes.isMade(at: Path("a/b")) == false)
    notes.add(digest, count: 7, blob: one, at: Path("a/b"))
    notes.add(digest, count: 7, blob: one, at: Path("c"))
    notes.add(digest, count: 8, blob: nil)
    var others = SmudgeRecords(directory)
    for path in ["a/b", "c"] {
      #expect(notes.isMade(at: Path(path)) == true, "two files may look the same: \(path)")
      #expect(others.isMade(at: Path(path)) == true, "by another process too: \(path)")
    }
    for path in ["a", "b", ""] { #expect(notes.isMade(at: Path(path)) == false, "\(path)") }
    #expect(Set(others.blobs(for: digest, count: 7)) == [one])
  }

  @Test func `A folder that cannot be written to is no error`() throws {
    var notes = SmudgeRecords(MungeDirectory(GitDirectory(own: holder.path / "missing")))
    notes.add(digest, count: 7, blob: one)
    #expect(notes.blobs(for: digest, count: 7) == [])
    #expect(notes.isEmpty() == true)
  }

  @Test(arguments: [1, 24, 63, 65, 100, 127])
  func `A file that was cut short loses a note, and not those added later`(count: Int) throws {
    var notes = SmudgeRecords(directory)
    notes.add(digest, count: 1, blob: one)
    notes.add(digest, count: 2, blob: one)
    let whole = try #require(try FileSystem.contents(directory.notes))
    try TestFile.write(directory.notes, Array(whole.prefix(count)))
    var later = SmudgeRecords(directory)
    #expect(later.blobs(for: digest, count: 1) == (count >= 64 ? [one] : []))
    #expect(later.blobs(for: digest, count: 2) == [], "its record is not whole")
    later.add(digest, count: 3, blob: two)
    #expect(later.blobs(for: digest, count: 3) == [two], "a full disk must not spoil the notes for good")
    if count >= 64 { #expect(later.blobs(for: digest, count: 1) == [one], "what was whole still is") }
  }

  @Test func `Nonsense in the file is survived`() throws {
    try TestFile.write(directory.notes, [UInt8](repeating: 0xFF, count: 640))
    var notes = SmudgeRecords(directory)
    notes.add(digest, count: 7, blob: one)
    #expect(notes.blobs(for: digest, count: 7) == [one])
  }

  @Test func `The file is for its owner alone`() throws {
    var notes = SmudgeRecords(directory)
    notes.add(digest, count: 7, blob: one)
    #expect(try FileSystem.status(directory.notes)?.mode == 0o600)
  }

  @Test func `Thousands of notes are kept apart`() {
    var notes = SmudgeRecords(directory)
    for index in 0..<4000 { notes.add(Digest(high: 1, low: UInt64(index)), count: index, blob: one) }
    #expect(notes.blobs(for: Digest(high: 1, low: 17), count: 17) == [one])
    var others = SmudgeRecords(directory)
    #expect(others.blobs(for: Digest(high: 1, low: 3999), count: 3999) == [one])
  }

  @Test func `The file does not grow without bound`() throws {
    try TestFile.write(directory.notes, [UInt8](repeating: 0, count: 1 << 22))
    var notes = SmudgeRecords(directory)
    notes.add(digest, count: 7, blob: one)
    #expect(try FileSystem.status(directory.notes)?.size == 1 << 22)
    #expect(notes.isFull() == true, "then what has no note may need one all the same")
  }
}
