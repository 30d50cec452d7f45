import Platform
import Smudge

/// The rules files that this developer has seen and agreed to, in this clone.
///
/// Rules come with a pull, and could show reviewers one text and developers another. So none act before
/// their developer has seen them. They are kept as they are: a fingerprint alone could be forged.
struct TrustedRules {
  private let directory: Path

  init(_ directory: MungeDirectory) { self.directory = directory.trusted }

  /// Whether nothing was ever installed in this clone.
  var isEmpty: Bool { (try? FileSystem.entries(directory))?.isEmpty ?? true }

  func contains(_ rules: Rules) -> Bool { contains(rules.source) }

  private func contains(_ source: [UInt8]) -> Bool {
    (try? FileSystem.contents(file(of: source), limit: RulesFile.maxBytes)) == source
  }

  /// The rules that a plan was made from; `nil` where they were not kept.
  func rules(of plan: Plan) -> Rules? {
    let bytes = try? FileSystem.contents(directory / plan.fingerprint.hex, limit: RulesFile.maxBytes)
    guard let bytes, Digest(bytes) == plan.fingerprint else { return nil }
    return try? RulesFile.parse(bytes)
  }

  func add(_ source: [UInt8]) throws(MungeError) {
    if contains(source) { return }
    try wrapping { () throws(SystemError) in
      try FileSystem.makeDirectories(directory)
      try FileSystem.replace(file(of: source), with: source, mode: 0o600)
    }
  }

  private func file(of source: [UInt8]) -> Path { directory / Digest(source).hex }
}
