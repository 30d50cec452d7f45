public import Platform

/// A plan as a file: lines of a word, a space and bytes, the last one a checksum over all before it.
///
/// Nothing in a plan can hold a newline, so that needs no escapes, and a person can read it.
public enum PlanFormat {
  static let firstLine = "git-munge plan "
  /// The second knows rules that are restricted to keys. A plan without any stays what older programs can read.
  enum Version: String, CaseIterable {
    case first = "1"
    case keyed = "2"
  }

  enum Word: String, CaseIterable {
    case fingerprint, value, unset, rule, canonical, local, idle, retired, watched, except, path, certainty, checksum
    case key, extent
    case onInsert = "on-insert"
    /// Both may hold spaces: the text, and on the next line what it was.
    case retiredValue = "retired-value"
    case was

    /// Of plans in which it can stand.
    var since: Version {
      switch self {
      case .key, .extent, .onInsert, .retiredValue, .was: .keyed
      case .fingerprint, .value, .unset, .rule, .canonical, .local, .idle, .retired, .watched, .except, .path,
        .certainty, .checksum:
        .first
      }
    }
  }

  public static func encode(_ plan: Plan) -> [UInt8] {
    let version: Version = plan.rules.contains { $0.keyed != nil } ? .keyed : .first
    var bytes = Array("\(firstLine)\(version.rawValue)\n".utf8)
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
    if let keyed = rule.keyed { add(keyed, to: &bytes) }
    for pair in rule.pairs {
      add(.canonical, pair.canonical, to: &bytes)
      if let local = pair.local { add(.local, local, to: &bytes) } else { add(.idle, [], to: &bytes) }
    }
    for text in rule.retired { add(text, isOfKey: rule.keyed != nil, to: &bytes) }
    for text in rule.watched { add(.watched, text, to: &bytes) }
    for text in rule.excepts { add(.except, text, to: &bytes) }
    for path in rule.paths { add(.path, path.text, to: &bytes) }
  }

  private static func add(_ keyed: KeyedScope, to bytes: inout [UInt8]) {
    add(.extent, Array(keyed.extent.rawValue.utf8), to: &bytes)
    for key in keyed.keys { add(.key, key, to: &bytes) }
    add(.onInsert, Array(keyed.onInsert.rawValue.utf8), to: &bytes)
  }

  private static func add(_ text: RetiredText, isOfKey: Bool, to bytes: inout [UInt8]) {
    let since = Array("\(text.since) ".utf8)
    if isOfKey {
      add(.retiredValue, since + text.text, to: &bytes)
      add(.was, text.canonical, to: &bytes)
    } else {
      add(.retired, since + text.text + [space] + text.canonical, to: &bytes)
    }
  }

  public static func decode(_ bytes: [UInt8]) throws(PlanError) -> Plan {
    let lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
    guard let first = lines.first, first.starts(with: firstLine.utf8) else { throw .notAPlan }
    let word = String(decoding: first.dropFirst(firstLine.utf8.count), as: UTF8.self)
    guard let version = Version(rawValue: word) else { throw .otherVersion(word) }
    let content = try checked(bytes)
    var reader = PlanReader(version)
    for line in content.split(separator: newline).dropFirst() { try reader.read(line) }
    return try reader.finish()
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
      "the plan has version \(escaped(version.utf8)), and this program knows \(PlanFormat.Version.words)"
    case .damaged: "the plan is damaged (its checksum is wrong)"
    case .unreadable(let error): "the plan cannot be read (\(error))"
    }
  }
}

extension PlanFormat.Version {
  fileprivate static var words: String {
    "versions \(allCases.map(\.rawValue).joined(separator: " and "))"
  }
}
