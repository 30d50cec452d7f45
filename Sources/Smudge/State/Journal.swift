package import Platform

/// The write-ahead journal of a transition: it exists from before the first change of the working tree until after the
/// last.
///
/// If the transition is interrupted, the filter uses both of its plans, and the next command resumes it.
package struct Journal: Sendable, Equatable {
  package var old: Plan
  package var new: Plan
  /// The files to rewrite and those that hold a text of either plan, with their old and new content, in the order of
  /// writing.
  package var files: [Entry]
  /// The steps besides the files, in the format of the code that writes and resumes them.
  package var steps: [[UInt8]]
  /// The random number in the names of its temporary files: recovery takes no others.
  package var token = UInt64.random(in: 0...(.max))

  /// A file, with the digests of its content.
  package struct Entry: Sendable, Hashable {
    package let path: Path
    package var old: Digest
    package var new: Digest

    /// Whether the transition changes it.
    package var isRewritten: Bool { old != new }

    package init(path: Path, old: Digest, new: Digest) {
      self.path = path
      self.old = old
      self.new = new
    }
  }

  package init(old: Plan, new: Plan, files: [Entry], steps: [[UInt8]]) {
    self.old = old
    self.new = new
    self.files = files
    self.steps = steps
  }
}

/// The file format of a journal: records that end with NUL, which none of them contains.
package enum JournalFormat {
  private static let file = RecordFile(kind: "journal", end: 0)

  private enum RecordName: String {
    case old, new, token, file, step
  }

  package static func encode(_ journal: Journal) -> [UInt8] {
    let head = [
      Record(RecordName.old, PlanFormat.encode(journal.old)), Record(RecordName.new, PlanFormat.encode(journal.new)),
      Record(RecordName.token, "\(journal.token)".bytes),
    ]
    let files = journal.files.map { file in
      let digests = [file.old, file.new].map { $0.hex.bytes }
      return Record(RecordName.file, Record.joined(digests[0], digests[1], file.path.bytes))
    }
    return file.encode(head + files + journal.steps.map { Record(RecordName.step, $0) })
  }

  /// Parses a journal; throws `PlanError` for one that is damaged or of another version.
  package static func decode(_ bytes: [UInt8]) throws(PlanError) -> Journal {
    var journal = Journal(old: .idle, new: .idle, files: [], steps: [])
    for record in try file.decode(bytes) {
      switch try intact(RecordName(rawValue: record.word)) {
      case .old: journal.old = try PlanFormat.decode(record.value)
      case .new: journal.new = try PlanFormat.decode(record.value)
      case .token: journal.token = try intact(UInt64(record.text))
      case .file:
        let fields = try intact(record.fields(3))
        let digests = fields.prefix(2).compactMap { Digest(hex: $0.string) }
        if digests.count < 2 { throw .damaged }
        journal.files.append(Journal.Entry(path: Path(fields[2]), old: digests[0], new: digests[1]))
      case .step: journal.steps.append(record.value)
      }
    }
    return journal
  }
}
