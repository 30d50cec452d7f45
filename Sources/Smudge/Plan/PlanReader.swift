import Platform

/// A parser of the records of a plan. The checksum is already verified, so an error means that another program wrote the file.
struct PlanReader {
  private var plan = Plan.idle
  /// A retired text whose canonical text has to be the next record.
  private var pendingRetired: (text: [UInt8], since: Int64)?

  mutating func read(_ record: Record) throws(PlanError) {
    guard let word = PlanFormat.Word(rawValue: record.word), (pendingRetired != nil) == (word == .was) else { throw .damaged }
    switch word {
    case .fingerprint:
      guard let digest = Digest(hex: String(decoding: record.value, as: UTF8.self)) else { throw .damaged }
      plan.fingerprint = digest
    case .value:
      let fields = try fields(record)
      plan.values.append(PlanValue(name: fields[0], text: fields[1]))
    case .unset: plan.values.append(PlanValue(name: record.value, text: nil))
    case .rule: plan.rules.append(PlanRule(name: record.value, pairs: []))
    case .certainty, .canonical, .local, .idle, .retired, .was, .watched, .except, .path, .extent, .key, .exceptKey, .onInsert:
      guard var rule = plan.rules.popLast() else { throw .damaged }
      try read(word, record, into: &rule)
      plan.rules.append(rule)
    }
  }

  /// The plan after the last record.
  func finish() throws(PlanError) -> Plan {
    let isWhole = plan.rules.allSatisfy { rule in rule.keyed.map { !$0.keys.isEmpty } ?? true }
    guard pendingRetired == nil, isWhole else { throw .damaged }
    return plan
  }

  private mutating func read(_ word: PlanFormat.Word, _ record: Record, into rule: inout PlanRule) throws(PlanError) {
    switch word {
    case .certainty: rule.certainty = try choice(record)
    case .extent: rule.keyed = KeyScope(keys: [], extent: try choice(record))
    case .key, .onInsert:
      guard var keyed = rule.keyed else { throw .damaged }
      if word == .key { keyed.keys.append(record.value) } else { keyed.onInsert = try choice(record) }
      rule.keyed = keyed
    case .exceptKey: rule.exceptKeys.append(record.value)
    case .canonical: rule.pairs.append(TextPair(canonical: record.value, local: nil))
    case .local, .idle:
      guard let pair = rule.pairs.popLast() else { throw .damaged }
      rule.pairs.append(TextPair(canonical: pair.canonical, local: word == .local ? record.value : nil))
    case .retired:
      let fields = try fields(record)
      guard let since = Int64(String(decoding: fields[0], as: UTF8.self)) else { throw .damaged }
      pendingRetired = (fields[1], since)
    case .was:
      if let text = pendingRetired {
        rule.retired.append(RetiredText(text: text.text, canonical: record.value, since: text.since))
      }
      pendingRetired = nil
    case .watched: rule.watched.append(record.value)
    case .except: rule.excepts.append(record.value)
    case .path: rule.paths.append(PathPattern(record.value))
    case .fingerprint, .value, .unset, .rule: throw .damaged
    }
  }

  /// Two fields: a word, and text that can contain spaces.
  private func fields(_ record: Record) throws(PlanError) -> [[UInt8]] {
    guard let fields = record.fields(2) else { throw .damaged }
    return fields
  }

  private func choice<Choice: RawRepresentable<String>>(_ record: Record) throws(PlanError) -> Choice {
    guard let found = Choice(rawValue: String(decoding: record.value, as: UTF8.self)) else { throw .damaged }
    return found
  }
}
