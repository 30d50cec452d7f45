import Platform
import Rules
import Smudge
import Verify

/// The approved rules files of this clone.
///
/// Rules that arrive with a pull have no effect before they are approved. Copies are stored, so that a change can be printed
/// against the approved version.
struct TrustedRules {
  private let directory: Path

  init(_ directory: MungeDirectory) { self.directory = directory.trusted }

  /// Whether no rules file was approved in this clone.
  var isEmpty: Bool { (try? FileSystem.entries(directory))?.isEmpty ?? true }

  /// Whether rules are approved. Private ones need no approval: the developer wrote them.
  func contains(_ rules: Rules) -> Bool {
    switch rules.origin {
    case .private: true
    case .committed, .both: contains(rules.source)
    }
  }

  private func contains(_ source: [UInt8]) -> Bool {
    (try? FileSystem.contents(file(of: source), limit: RulesFile.maxBytes)) == source
  }

  /// The rules of a plan; `nil` if there is no copy.
  func rules(of plan: Plan) -> Rules? {
    let bytes = try? FileSystem.contents(directory / plan.fingerprint.hex, limit: RulesFile.maxBytes)
    guard let bytes, Digest(bytes) == plan.fingerprint else { return nil }
    return (try? RulesFile.parse(bytes)) ?? (try? RulesFile.parse(bytes, .private))
  }

  func add(_ source: [UInt8]) throws {
    if contains(source) { return }
    try FileSystem.makeDirectories(directory)
    try FileSystem.replace(file(of: source), with: source, mode: 0o600)
  }

  private func file(of source: [UInt8]) -> Path { directory / Digest(source).hex }
}
