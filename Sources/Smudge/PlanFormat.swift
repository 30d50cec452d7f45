public import Platform

/// A plan as a file: lines of a word, a space and bytes, the last one a checksum over all before it.
///
/// Nothing in a plan can hold a newline, so that needs no escapes, and a person can read it.
public enum PlanFormat {
  static let firstLine = "git-munge plan "
  static let version = 1

  private enum Word: String, CaseIterable {
    case fingerprint, value, unset, rule, canonical, local, idle, retired, watched, except, path, certainty, checksum
  }

  public static func encode(_ plan: Plan) -> [UInt8] {
    var bytes = Array("\(firstLine)\(version)\n".utf8)
    add(.fingerprint, Array(plan.fingerprint.hex.utf8), to: &bytes)
    for value in plan.values { add(value, to: &bytes) }
    for rule in plan.rules { add(rule, to: &bytes) }
    add(.checksum, Array(Digest(bytes).hex.utf8), to: &bytes)
    return bytes
  }

  private static func add(_ word: Word, _ value: [UInt8], to bytes: inout [UInt8]) {
    bytes += Array(word.rawValue.utf8) + [space] + value + [newline]
  }

  private static func add(_ value: PlanValue, to bytes: inout [UInt8]) {
    if let text = value.text { add(.value, value.name + [space] + text, to: &bytes) }
    else { add(.unset, value.name, to: &bytes) }
  }

  private static func add(_ rule: PlanRule, to bytes: inout [UInt8]) {
    add(.rule, rule.name, to: &bytes)
    add(.certainty, Array(rule.certainty.rawValue.utf8), to: &bytes)
    for pair in rule.pairs {
      add(.canonical, pair.canonical, to: &bytes)
      if let local = pair.local { add(.local, local, to: &bytes) } else { add(.idle, [], to: &bytes) }
    }
    for text in rule.retired {
      add(.retired, Array("\(text.since) ".utf8) + text.text + [space] + text.canonical, to: &bytes)
    }
    for text in rule.watched { add(.watched, text, to: &bytes) }
    for text in rule.excepts { add(.except, text, to: &bytes) }
    for path in rule.paths { add(.path, path.text, to: &bytes) }
  }

  public static func decode(_ bytes: [UInt8]) throws(PlanError) -> Plan {
    let lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
    guard let first = lines.first, first.starts(with: firstLine.utf8) else { throw .notAPlan }
    let version = String(decoding: first.dropFirst(firstLine.utf8.count), as: UTF8.self)
    guard version == "\(PlanFormat.version)" else { throw .otherVersion(version) }
    let content = try checked(bytes)
    var reader = Reader()
    for line in content.split(separator: newline).dropFirst() { try reader.read(line) }
    return reader.plan
  }

  /// All before the checksum, once that is found right.
  private static func checked(_ bytes: [UInt8]) throws(PlanError) -> ArraySlice<UInt8> {
    let line = "\(Word.checksum.rawValue) ".utf8.count + 33
    let content = bytes.dropLast(line)
    var expected: [UInt8] = []
    add(.checksum, Array(Digest(content).hex.utf8), to: &expected)
    guard bytes.suffix(line) == expected[...] else { throw .damaged }
    return content
  }

  /// A name has no space, a value may.
  private static func value(_ line: [UInt8]) -> PlanValue {
    let name = line.prefix { $0 != space }
    return PlanValue(name: Array(name), text: Array(line.dropFirst(name.count + 1)))
  }

  private struct Reader {
    private(set) var plan = Plan.idle

    mutating func read(_ line: ArraySlice<UInt8>) throws(PlanError) {
      let word = line.prefix { $0 != space }
      let value = Array(line.dropFirst(word.count + 1))
      guard let word = Word(rawValue: String(decoding: word, as: UTF8.self)) else { throw .damaged }
      switch word {
      case .fingerprint: plan.fingerprint = try digest(value)
      case .value: plan.values.append(PlanFormat.value(value))
      case .unset: plan.values.append(PlanValue(name: value, text: nil))
      case .rule: plan.rules.append(PlanRule(name: value, pairs: []))
      case .certainty:
        guard let found = PlanRule.Certainty(rawValue: String(decoding: value, as: UTF8.self)) else {
          throw .damaged
        }
        try change { $0.certainty = found }
      case .canonical: try change { $0.pairs.append(TextPair(canonical: value, local: nil)) }
      case .local: try changePair { $0.local = value }
      case .idle: try changePair { $0.local = nil }
      case .retired:
        let text = try retired(value)
        try change { $0.retired.append(text) }
      case .watched: try change { $0.watched.append(value) }
      case .except: try change { $0.excepts.append(value) }
      case .path: try change { $0.paths.append(PathPattern(value)) }
      case .checksum: throw .damaged
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

    private func retired(_ value: [UInt8]) throws(PlanError) -> RetiredText {
      let parts = value.split(separator: space)
      guard parts.count == 3, let since = Int64(String(decoding: parts[0], as: UTF8.self)) else {
        throw .damaged
      }
      return RetiredText(text: Array(parts[1]), canonical: Array(parts[2]), since: since)
    }
  }
}

private let space = UInt8(ascii: " ")
private let newline = UInt8(ascii: "\n")

/// Why a plan cannot be used.
public enum PlanError: Error, Equatable, Sendable {
  /// The folder for it is there, and it is not.
  case missing
  case notAPlan
  /// Written by another version of git-munge.
  case otherVersion(String)
  /// Its checksum is wrong.
  case damaged
  case unreadable(SystemError)
}

extension PlanError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing: "the plan is missing"
    case .notAPlan: "the plan is not one of git-munge's"
    case .otherVersion(let version):
      "the plan has version \(escaped(version.utf8)), and this program knows version \(PlanFormat.version)"
    case .damaged: "the plan is damaged (its checksum is wrong)"
    case .unreadable(let error): "the plan cannot be read (\(error))"
    }
  }
}
