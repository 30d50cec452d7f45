package import Platform

/// The text format of a plan: one record per line; no text of a plan contains a newline.
package enum PlanFormat {
  package static let file = RecordFile(kind: "plan", end: UInt8(ascii: "\n"))

  /// The first words of the records.
  enum Word: String {
    case fingerprint, value, unset, rule, certainty, extent, key
    case exceptKey = "except-key"
    case onInsert = "on-insert"
    case canonical, local, idle, retired
    /// The canonical text of a retired text, on the next line: both can contain spaces.
    case was
    case watched, except, path
  }

  package static func encode(_ plan: Plan) -> [UInt8] {
    let values = plan.values.map { value in
      value.text.map { Record(Word.value, Record.joined(value.name, $0)) } ?? Record(Word.unset, value.name)
    }
    return file.encode([Record(Word.fingerprint, Array(plan.fingerprint.hex.utf8))] + values + plan.rules.flatMap(records))
  }

  private static func records(_ rule: PlanRule) -> [Record] {
    let start = [Record(Word.rule, rule.name), Record(Word.certainty, Array(rule.certainty.rawValue.utf8))]
    let pairs = rule.pairs.flatMap { pair in
      [Record(Word.canonical, pair.canonical), pair.local.map { Record(Word.local, $0) } ?? Record(Word.idle)]
    }
    let retired = rule.retired.flatMap { text in
      [Record(Word.retired, Record.joined(Array("\(text.since)".utf8), text.text)), Record(Word.was, text.canonical)]
    }
    let keys = (rule.keyed.map(records) ?? []) + rule.exceptKeys.map { Record(Word.exceptKey, $0) }
    return start + keys + pairs + retired + rule.watched.map { Record(Word.watched, $0) }
      + rule.excepts.map { Record(Word.except, $0) } + rule.paths.map { Record(Word.path, $0.text) }
  }

  private static func records(_ keyed: KeyScope) -> [Record] {
    [Record(Word.extent, Array(keyed.extent.rawValue.utf8))] + keyed.keys.map { Record(Word.key, $0) }
      + [Record(Word.onInsert, Array(keyed.onInsert.rawValue.utf8))]
  }

  /// Parses a plan; throws `PlanError` if it is damaged or of another version.
  package static func decode(_ bytes: [UInt8]) throws(PlanError) -> Plan {
    var reader = PlanReader()
    for record in try file.decode(bytes) { try reader.read(record) }
    return try reader.finish()
  }
}

/// An error of reading a plan or a journal.
package enum PlanError: Error, Equatable, Sendable {
  /// The directory of git-munge exists, and the plan does not.
  case missing
  case notAPlan
  /// The file was written by another version of git-munge.
  case otherVersion(String)
  /// Its checksum is wrong.
  case damaged
  case unreadable(SystemError)
}

extension PlanError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing: "the plan file is missing"
    case .notAPlan: "the plan file was not written by git-munge"
    case .otherVersion(let version):
      "the plan has version \(escaped(version.utf8)); this program supports version \(RecordFile.version)"
    case .damaged: "the plan is damaged (wrong checksum)"
    case .unreadable(let error): "cannot read the plan (\(error))"
    }
  }
}
