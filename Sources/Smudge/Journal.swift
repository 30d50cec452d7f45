public import Platform

/// What a transition is about to do to a working tree, from before its first change until after its last.
///
/// If the transition is killed, the filter goes by it, and the next command finishes what it says.
public struct Journal: Sendable, Equatable {
  public var old: Plan
  public var new: Plan
  /// What each file that is rewritten was, and what it becomes, in the order in which that is done.
  public var files: [File]
  /// What is to be done beside the files; only whoever wrote it reads it.
  public var tasks: [[UInt8]]

  public struct File: Sendable, Hashable {
    public let path: Path
    public var old: Print
    public var new: Print

    public init(path: Path, old: Print, new: Print) {
      (self.path, self.old, self.new) = (path, old, new)
    }
  }

  /// Enough to know some content again.
  public struct Print: Sendable, Hashable {
    public let digest: Digest
    /// In bytes.
    public let count: Int

    public init(digest: Digest, count: Int) {
      (self.digest, self.count) = (digest, count)
    }

    public init(of content: borrowing Spool) throws(SystemError) {
      self.init(digest: try content.digest(), count: content.count)
    }
  }

  public init(old: Plan, new: Plan, files: [File], tasks: [[UInt8]]) {
    (self.old, self.new, self.files, self.tasks) = (old, new, files, tasks)
  }
}

/// A journal as a file: records of a word, a space and bytes, each ended by NUL, the last one a checksum
/// over all before it. Nothing in a journal can hold a NUL.
public enum JournalFormat {
  private static let first = "git-munge journal 1"

  private enum Word: String {
    case old, new, file, task, checksum
  }

  public static func encode(_ journal: Journal) -> [UInt8] {
    var bytes = Array(first.utf8) + [0]
    add(.old, PlanFormat.encode(journal.old), to: &bytes)
    add(.new, PlanFormat.encode(journal.new), to: &bytes)
    for file in journal.files { add(.file, words(file.old) + words(file.new) + file.path.bytes, to: &bytes) }
    for task in journal.tasks { add(.task, task, to: &bytes) }
    add(.checksum, Array(Digest(bytes).hex.utf8), to: &bytes)
    return bytes
  }

  private static func add(_ word: Word, _ value: [UInt8], to bytes: inout [UInt8]) {
    bytes += Array(word.rawValue.utf8) + [space] + value + [0]
  }

  private static func words(_ print: Journal.Print) -> [UInt8] { Array("\(print.digest.hex) \(print.count) ".utf8) }

  /// Throws `PlanError`: the filter can go on with neither.
  public static func decode(_ bytes: [UInt8]) throws(PlanError) -> Journal {
    let records = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    guard let start = records.first, start.elementsEqual(first.utf8) else { throw .notAPlan }
    var expected: [UInt8] = []
    let content = bytes.dropLast((records.last?.count ?? 0) + 1)
    add(.checksum, Array(Digest(content).hex.utf8), to: &expected)
    guard bytes.suffix(expected.count) == expected[...] else { throw .damaged }
    var journal = Journal(old: .idle, new: .idle, files: [], tasks: [])
    for record in records.dropFirst().dropLast() { try read(record, into: &journal) }
    return journal
  }

  private static func read(_ record: ArraySlice<UInt8>, into journal: inout Journal) throws(PlanError) {
    let word = record.prefix { $0 != space }
    let value = Array(record.dropFirst(word.count + 1))
    switch Word(rawValue: String(decoding: word, as: UTF8.self)) {
    case .old: journal.old = try PlanFormat.decode(value)
    case .new: journal.new = try PlanFormat.decode(value)
    case .file: journal.files.append(try file(value))
    case .task: journal.tasks.append(value)
    case .checksum, nil: throw .damaged
    }
  }

  private static func file(_ value: [UInt8]) throws(PlanError) -> Journal.File {
    let fields = value.split(separator: space, maxSplits: 4, omittingEmptySubsequences: false).map { Array($0) }
    guard fields.count == 5, let old = content(fields[0], fields[1]), let new = content(fields[2], fields[3])
    else { throw .damaged }
    return Journal.File(path: Path(fields[4]), old: old, new: new)
  }

  private static func content(_ hex: [UInt8], _ count: [UInt8]) -> Journal.Print? {
    guard let digest = Digest(hex: String(decoding: hex, as: UTF8.self)),
      let count = Int(String(decoding: count, as: UTF8.self))
    else { return nil }
    return Journal.Print(digest: digest, count: count)
  }
}

private let space = UInt8(ascii: " ")
