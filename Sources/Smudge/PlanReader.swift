import Platform

/// Reads the lines of a plan whose checksum was right; what makes no sense is of a program of another mind.
struct PlanReader {
  private var plan = Plan.idle
  private let version: PlanFormat.Version
  /// A text whose next line has to say what it was.
  private var waiting: (text: [UInt8], since: Int64)?

  init(_ version: PlanFormat.Version) { self.version = version }

  mutating func read(_ line: ArraySlice<UInt8>) throws(PlanError) {
    let word = line.prefix { $0 != space }
    let value = Array(line.dropFirst(word.count + 1))
    guard let word = PlanFormat.Word(rawValue: String(decoding: word, as: UTF8.self)) else { throw .damaged }
    guard (waiting != nil) == (word == .was), version == .keyed || word.since == .first else { throw .damaged }
    switch word {
    case .fingerprint: plan.fingerprint = try digest(value)
    case .value: plan.values.append(named(value))
    case .unset: plan.values.append(PlanValue(name: value, text: nil))
    case .rule: plan.rules.append(PlanRule(name: value, pairs: []))
    case .certainty, .extent, .key, .onInsert: try readKind(word, value)
    case .canonical: try change { $0.pairs.append(TextPair(canonical: value, local: nil)) }
    case .local: try changePair { $0.local = value }
    case .idle: try changePair { $0.local = nil }
    case .retired, .retiredValue, .was: try readRetired(word, value)
    case .watched: try change { $0.watched.append(value) }
    case .except: try change { $0.excepts.append(value) }
    case .path: try change { $0.paths.append(PathPattern(value)) }
    case .checksum: throw .damaged
    }
  }

  /// The plan, once there is nothing more to read.
  func finish() throws(PlanError) -> Plan {
    let isWhole = plan.rules.allSatisfy { rule in rule.keyed.map { !$0.keys.isEmpty } ?? true }
    guard waiting == nil, isWhole else { throw .damaged }
    return plan
  }

  private mutating func readKind(_ word: PlanFormat.Word, _ value: [UInt8]) throws(PlanError) {
    if word == .certainty {
      let certainty: PlanRule.Certainty = try choice(value)
      return try change { $0.certainty = certainty }
    }
    if word == .extent {
      let extent: KeyedScope.Extent = try choice(value)
      return try change { $0.keyed = KeyedScope(keys: [], extent: extent) }
    }
    guard let keyed = plan.rules.last?.keyed else { throw .damaged }
    let changed = KeyedScope(
      keys: keyed.keys + (word == .key ? [value] : []), extent: keyed.extent,
      onInsert: word == .onInsert ? try choice(value) : keyed.onInsert)
    try change { $0.keyed = changed }
  }

  private mutating func readRetired(_ word: PlanFormat.Word, _ value: [UInt8]) throws(PlanError) {
    if word == .retired {
      let text = try retired(value)
      try change { $0.retired.append(text) }
    } else if let text = waiting {
      waiting = nil
      try change { $0.retired.append(RetiredText(text: text.text, canonical: value, since: text.since)) }
    } else {
      let since = value.prefix { $0 != space }
      guard let seconds = Int64(String(decoding: since, as: UTF8.self)) else { throw .damaged }
      waiting = (Array(value.dropFirst(since.count + 1)), seconds)
    }
  }

  private mutating func change(_ body: (inout PlanRule) -> Void) throws(PlanError) {
    guard !plan.rules.isEmpty else { throw .damaged }
    body(&plan.rules[plan.rules.count - 1])
  }

  private mutating func changePair(_ body: (inout TextPair) -> Void) throws(PlanError) {
    guard let count = plan.rules.last?.pairs.count, count > 0 else { throw .damaged }
    body(&plan.rules[plan.rules.count - 1].pairs[count - 1])
  }

  private func digest(_ value: [UInt8]) throws(PlanError) -> Digest {
    guard let digest = Digest(hex: String(decoding: value, as: UTF8.self)) else { throw .damaged }
    return digest
  }

  private func choice<Choice: RawRepresentable<String>>(_ value: [UInt8]) throws(PlanError) -> Choice {
    guard let found = Choice(rawValue: String(decoding: value, as: UTF8.self)) else { throw .damaged }
    return found
  }

  private func retired(_ value: [UInt8]) throws(PlanError) -> RetiredText {
    let parts = value.split(separator: space)
    guard parts.count == 3, let since = Int64(String(decoding: parts[0], as: UTF8.self)) else { throw .damaged }
    return RetiredText(text: Array(parts[1]), canonical: Array(parts[2]), since: since)
  }

  /// A name has no space, a value may.
  private func named(_ line: [UInt8]) -> PlanValue {
    let name = line.prefix { $0 != space }
    return PlanValue(name: Array(name), text: Array(line.dropFirst(name.count + 1)))
  }
}

private let space = UInt8(ascii: " ")
