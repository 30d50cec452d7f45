import TestSupport

@testable import Platform
@testable import Smudge

struct MungeDirectoryTests {
  private let holder: TemporaryDirectory
  private let directory: MungeDirectory

  init() throws {
    holder = try TemporaryDirectory()
    directory = MungeDirectory(GitDirectory(own: holder.path / "own", common: holder.path / "common"))
  }

  private func plan(_ local: String) -> Plan { Plan(PlanRule("canonical", local)) }

  private func write(_ plan: Plan, _ path: Path) throws { try TestFile.write(path, PlanFormat.encode(plan)) }

  @Test func `A working tree has its own plan, or uses that of the main working tree`() throws {
    #expect(try directory.load() == nil, "without an installation")
    try FileSystem.makeDirectories(holder.path / "common")
    #expect(try directory.load() == nil, "the git directory alone is not an installation")
    try write(plan("main"), directory.mainPlan)
    #expect(try directory.load() == plan("main"))
    try write(plan("own"), directory.plan)
    #expect(try directory.load() == plan("own"))
  }

  @Test func `Private rules alone are no installation`() throws {
    try TestFile.write(directory.rules, bytes("[munge]\n"))
    try TestFile.write(directory.common / ".plan.1-a", [])
    #expect(try directory.load() == nil && !directory.exists)
    try TestFile.write(directory.journal, [])
    #expect(!directory.exists, "the journal of a linked working tree is in its own directory")
    #expect(directory.isInstalled, "a journal that no command could complete")
    try TestFile.write(directory.attributes, [])
    #expect(!directory.exists, "git reads that file, and the filter does not")
    try TestFile.write(directory.trusted, [])
    #expect(directory.exists && directory.isInstalled)
    #expect(throws: PlanError.missing) { try directory.load() }
  }

  @Test func `A missing, damaged or unreadable plan is an error, independent of the main working tree's plan`() throws {
    try FileSystem.makeDirectories(directory.common)
    #expect(throws: PlanError.missing) { try directory.load() }
    try write(plan("main"), directory.mainPlan)
    try TestFile.write(directory.plan, bytes("git-munge plan 3\n"))
    #expect(throws: PlanError.damaged) { try directory.load() }
    try TestFile.write(directory.plan, [])
    #expect(throws: PlanError.notAPlan) { try directory.load() }
    try FileSystem.remove(directory.plan)
    try FileSystem.makeDirectories(directory.plan)
    #expect { try directory.load() } throws: { error in
      if case .unreadable = error as? PlanError { true } else { false }
    }
  }
}

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

  private static func name(_ digit: String) -> [UInt8] { bytes(String(repeating: digit, count: 40)) }

  @Test func `A record is found again, the latest first, also by another process`() {
    var (mine, theirs) = (SmudgeRecords(directory), SmudgeRecords(directory))
    #expect(mine.isEmpty && mine.blobs(for: digest, count: 7) == [])
    mine.add(digest, count: 7, blob: one)
    theirs.load()
    #expect(theirs.blobs(for: digest, count: 7) == [one])
    mine.add(digest, count: 7, blob: two)
    theirs.load()
    for records in [mine, theirs] { #expect(!records.isEmpty && records.blobs(for: digest, count: 7) == [two, one]) }
  }

  @Test func `A record of another length or digest is not found`() {
    var records = SmudgeRecords(directory)
    records.add(digest, count: 7, blob: one)
    #expect(records.blobs(for: digest, count: 8) == [], "a stale record: the content has changed")
    records.add(digest, count: 9, blob: one, at: Path("a"))
    records.add(digest, count: 9, blob: two, at: Path("b"))
    #expect(records.blobs(for: digest, count: 9, at: Path("a")) == [one])
    #expect(records.blobs(for: digest, count: 9, at: Path("c")) == [])
    #expect(records.blobs(for: Digest(high: digest.high, low: digest.low ^ 1), count: 7) == [])
    #expect(records.blobs(for: Digest(high: digest.high ^ 1, low: digest.low), count: 7) == [])
  }

  @Test func `Equal records are written once, for the owner alone`() throws {
    var records = SmudgeRecords(directory)
    for _ in 0..<5 { records.add(digest, count: 7, blob: one) }
    let status = try FileSystem.status(directory.records)
    #expect(status?.size == 64 && status?.mode == 0o600, "one record")
    #expect(records.blobs(for: digest, count: 7) == [one])
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

  @Test func `A full file loses its older half`() throws {
    var records = SmudgeRecords(directory)
    records.add(digest, count: 1, blob: one)
    let first = try #require(try FileSystem.contents(directory.records))
    records.add(digest, count: 2, blob: two)
    let second = try #require(try FileSystem.contents(directory.records)).suffix(64)
    let half = [[UInt8]](repeating: first, count: 1 << 15) + [[UInt8]](repeating: Array(second), count: 1 << 15)
    try TestFile.write(directory.records, Array(half.joined()))
    var full = SmudgeRecords(directory)
    full.add(digest, count: 3, blob: one)
    #expect(try FileSystem.status(directory.records)?.size == (1 << 21) + 64)
    #expect(full.blobs(for: digest, count: 1) == [])
    #expect(full.blobs(for: digest, count: 2).first == two)
    #expect(full.blobs(for: digest, count: 3) == [one])
  }
}
