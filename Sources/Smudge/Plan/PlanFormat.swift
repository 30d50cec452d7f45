package import Platform

/// The text format of a plan: one record per line; no text of a plan contains a newline.
package enum PlanFormat {
  package static let file = RecordFile(kind: "plan", end: .newline)

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
    return file.encode(
      [Record(Word.fingerprint, plan.fingerprint.hex.bytes)] + values + plan.rules.flatMap(records))
  }

  private static func records(_ rule: PlanRule) -> [Record] {
    let start = [Record(Word.rule, rule.name), Record(Word.certainty, rule.certainty.rawValue.bytes)]
    let pairs = rule.pairs.flatMap { pair in
      [Record(Word.canonical, pair.canonical), pair.local.map { Record(Word.local, $0) } ?? Record(Word.idle)]
    }
    let retired = rule.retired.flatMap { text in
      [Record(Word.retired, text.text), Record(Word.was, text.canonical)]
    }
    let keys =
      rule.keyed.map { keyed in
        [Record(Word.extent, keyed.extent.rawValue.bytes)] + keyed.keys.map { Record(Word.key, $0) }
          + [Record(Word.onInsert, keyed.onInsert.rawValue.bytes)]
      } ?? []
    return start + keys + rule.exceptKeys.map { Record(Word.exceptKey, $0) } + pairs + retired
      + rule.watched.map { Record(Word.watched, $0) } + rule.excepts.map { Record(Word.except, $0) }
      + rule.paths.map { Record(Word.path, $0.text) }
  }

  /// Parses a plan; throws `PlanError` if it is damaged or of another version.
  package static func decode(_ bytes: [UInt8]) throws(PlanError) -> Plan {
    var plan = Plan.idle
    // After a retired text, the next record has to be its canonical text.
    var isAfterRetired = false
    for record in try file.decode(bytes) {
      let word = try intact(Word(rawValue: record.word))
      if isAfterRetired != (word == .was) { throw .damaged }
      isAfterRetired = word == .retired

      switch word {
      case .fingerprint: plan.fingerprint = try intact(Digest(hex: record.text))
      case .value:
        let fields = try intact(record.fields(2))
        plan.values.append(PlanValue(name: fields[0], text: fields[1]))
      case .unset: plan.values.append(PlanValue(name: record.value, text: nil))
      case .rule: plan.rules.append(PlanRule(name: record.value, pairs: []))
      case .certainty, .extent, .key, .exceptKey, .onInsert, .canonical, .local, .idle, .retired, .was, .watched,
        .except, .path:
        if plan.rules.isEmpty { throw .damaged }
        try read(record, word, into: &plan.rules[plan.rules.count - 1])
      }
    }

    let isWhole = plan.rules.allSatisfy { rule in rule.keyed.map { !$0.keys.isEmpty } ?? true }
    guard !isAfterRetired, isWhole else { throw .damaged }
    return plan
  }

  /// Reads a record of a rule.
  private static func read(_ record: Record, _ word: Word, into rule: inout PlanRule) throws(PlanError) {
    switch word {
    case .fingerprint, .value, .unset, .rule: throw .damaged
    case .certainty: rule.certainty = try intact(PlanRule.Certainty(rawValue: record.text))
    case .extent: rule.keyed = KeyScope(keys: [], extent: try intact(KeyScope.Extent(rawValue: record.text)))
    case .key: try intact(rule.keyed?.keys.append(record.value))
    case .onInsert:
      let onInsert = try intact(KeyScope.OnInsert(rawValue: record.text))
      try intact(rule.keyed?.onInsert = onInsert)
    case .exceptKey: rule.exceptKeys.append(record.value)
    case .canonical: rule.pairs.append(TextPair(canonical: record.value, local: nil))
    case .local, .idle:
      let pair = try intact(rule.pairs.popLast())
      rule.pairs.append(TextPair(canonical: pair.canonical, local: word == .local ? record.value : nil))
    case .retired: rule.retired.append(RetiredText(text: record.value, canonical: []))
    case .was: rule.retired[rule.retired.count - 1].canonical = record.value
    case .watched: rule.watched.append(record.value)
    case .except: rule.excepts.append(record.value)
    case .path: rule.paths.append(PathPattern(record.value))
    }
  }
}

/// An error of reading a plan or a journal.
package enum PlanError: Error, Equatable, CustomStringConvertible {
  /// The directory of git-munge exists, and the plan does not.
  case missing
  case notAPlan
  case otherVersion(String)
  case damaged
  case unreadable(SystemError)

  package var description: String {
    switch self {
    case .missing: "the plan file is missing"
    case .notAPlan: "the plan file was not written by git-munge"
    case .otherVersion(let version):
      "the plan is of a\(Int(version) ?? 0 > Int(RecordFile.version) ?? 0 ? " newer" : "n older") git-munge "
        + "(format \(escaped(version.utf8)), this program has format \(RecordFile.version))"
    case .damaged: "the plan is damaged (wrong checksum)"
    case .unreadable(let error): "cannot read the plan (\(error))"
    }
  }
}
