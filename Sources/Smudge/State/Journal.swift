package import Platform

/// The write-ahead journal of a transition: it exists from before the first change of the working tree until after the last.
///
/// If the transition is interrupted, the filter uses both of its plans, and the next command resumes it.
package struct Journal: Sendable, Equatable {
  package var old: Plan
  package var new: Plan
  /// The files to rewrite, with their old and new content, in the order of writing.
  package var files: [File]
  /// The steps besides the files, in the format of the code that writes and resumes them.
  package var steps: [Record]

  /// A file to rewrite.
  package struct File: Sendable, Hashable {
    package let path: Path
    package var old: Fingerprint
    package var new: Fingerprint

    package init(path: Path, old: Fingerprint, new: Fingerprint) { (self.path, self.old, self.new) = (path, old, new) }
  }

  /// A fingerprint of content: digest, and size in bytes.
  package struct Fingerprint: Sendable, Hashable {
    package let digest: Digest
    package let count: Int

    package init(digest: Digest, count: Int) { (self.digest, self.count) = (digest, count) }

    package init(of content: borrowing Spool) throws(SystemError) {
      self.init(digest: try content.digest(), count: content.count)
    }
  }

  package init(old: Plan, new: Plan, files: [File], steps: [Record]) {
    (self.old, self.new, self.files, self.steps) = (old, new, files, steps)
  }
}

/// The file format of a journal: records that end with NUL, which none of them contains.
package enum JournalFormat {
  private static let file = RecordFile(kind: "journal", end: 0)

  private enum RecordName: String {
    case old, new, file, step
  }

  package static func encode(_ journal: Journal) -> [UInt8] {
    let plans = [Record(RecordName.old, PlanFormat.encode(journal.old)), Record(RecordName.new, PlanFormat.encode(journal.new))]
    let files = journal.files.map { Record(RecordName.file, Record.joined(words($0.old), words($0.new), $0.path.bytes)) }
    return file.encode(plans + files + journal.steps.map { Record(RecordName.step, $0.line) })
  }

  private static func words(_ fingerprint: Journal.Fingerprint) -> [UInt8] {
    Array("\(fingerprint.digest.hex) \(fingerprint.count)".utf8)
  }

  /// Parses a journal; throws `PlanError` for one that is damaged or of another version.
  package static func decode(_ bytes: [UInt8]) throws(PlanError) -> Journal {
    var journal = Journal(old: .idle, new: .idle, files: [], steps: [])
    for record in try file.decode(bytes) {
      switch try intact(RecordName(rawValue: record.word)) {
      case .old: journal.old = try PlanFormat.decode(record.value)
      case .new: journal.new = try PlanFormat.decode(record.value)
      case .file:
        let fields = try intact(record.fields(5))
        let (old, new) = (try fingerprint(fields[0], fields[1]), try fingerprint(fields[2], fields[3]))
        journal.files.append(Journal.File(path: Path(fields[4]), old: old, new: new))
      case .step: journal.steps.append(Record(line: record.value))
      }
    }
    return journal
  }

  private static func fingerprint(_ hex: [UInt8], _ count: [UInt8]) throws(PlanError) -> Journal.Fingerprint {
    let digest = try intact(Digest(hex: String(decoding: hex, as: UTF8.self)))
    return Journal.Fingerprint(digest: digest, count: try intact(Int(String(decoding: count, as: UTF8.self))))
  }
}
