import Platform
import Rules
import Smudge

/// The approved rules files of this clone.
///
/// Rules that arrive with a pull have no effect before they are approved. Copies are stored, so that a change can be
/// printed against the approved version.
struct TrustedRules {
  private let directory: Path

  init(_ directory: MungeDirectory) { self.directory = directory.trusted }

  var isEmpty: Bool { (try? FileSystem.entries(directory))?.isEmpty ?? true }

  /// Whether rules are approved. Private ones need no approval: the developer wrote them.
  func contains(_ rules: Rules) -> Bool { rules.origin == .private || contains(rules.source) }

  func contains(_ source: [UInt8]) -> Bool {
    let copy = try? FileSystem.contents(file(of: source), limit: RulesFile.maxBytes)
    return copy.map(RulesFingerprint.statements) == RulesFingerprint.statements(of: source)
  }

  /// The rules of a plan; `nil` if there is no copy.
  func rules(of plan: Plan) -> Rules? {
    let bytes = try? FileSystem.contents(directory / plan.fingerprint.hex, limit: RulesFile.maxBytes)
    guard let bytes, RulesFingerprint.digest(of: bytes) == plan.fingerprint else { return nil }
    return parsed(bytes)
  }

  private func parsed(_ bytes: [UInt8]) -> Rules? {
    (try? RulesFile.parse(bytes)) ?? (try? RulesFile.parse(bytes, .private))
  }

  /// The contents of the approved files.
  var sources: Set<[UInt8]> {
    let files = FileSystem.paths(in: directory)
    return Set(files.compactMap { try? FileSystem.contents($0, limit: RulesFile.maxBytes) }.filter(contains))
  }

  /// The approved rules, in no order.
  var all: [Rules] { sources.compactMap(parsed) }

  /// Approves a rules file; its copy replaces one of the same rules.
  func add(_ source: [UInt8]) throws {
    try FileSystem.makeDirectories(directory)
    try FileSystem.replace(file(of: source), with: source, mode: 0o600)
  }

  private func file(of source: [UInt8]) -> Path { directory / Self.name(of: source) }

  /// The name of the copy of a rules file.
  static func name(of source: [UInt8]) -> String { RulesFingerprint.digest(of: source).hex }
}

/// The origin of the rules of a working tree.
package enum RulesSource: Sendable, Equatable {
  case committed
  case `private`(PrivateRules)
  /// `.gitmunge`, and private rules for other texts; `replaced`: the names of private rules for the same texts.
  case both(PrivateRules, replaced: [[UInt8]])

  /// The origin of the rules of the tree. `rules`: `nil` if there are none, or they are invalid.
  init(_ tree: WorkingTree, _ rules: Rules?) throws {
    self =
      try tree.privateRules().map { own in
        if let rules, rules.origin == .both { .both(own, replaced: rules.replaced) } else { .private(own) }
      } ?? .committed
  }

  package var own: PrivateRules? {
    switch self {
    case .committed: nil
    case .private(let own), .both(let own, _): own
    }
  }

  /// The name in JSON.
  package var name: String {
    switch self {
    case .committed: Rules.Origin.committed.rawValue
    case .private: Rules.Origin.private.rawValue
    case .both: Rules.Origin.both.rawValue
    }
  }
}
