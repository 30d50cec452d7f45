import Platform
import Smudge

/// The rules files that this developer has seen and agreed to, in this clone.
///
/// Rules come with a pull, and could show reviewers one text and developers another. So none act before
/// their developer has seen them. They are kept as they are: a fingerprint alone could be forged.
struct Trust {
  private let folder: Path

  init(_ folder: MungeFolder) { self.folder = folder.trusted }

  func contains(_ rules: Rules) -> Bool {
    (try? FileSystem.contents(file(of: rules), limit: RulesFile.mostBytes)) == rules.source
  }

  /// The rules that a plan was made from; `nil` where they were not kept.
  func rules(of plan: Plan) -> Rules? {
    let bytes = (try? FileSystem.contents(folder / plan.fingerprint.hex, limit: RulesFile.mostBytes)) ?? nil
    guard let bytes, Digest(bytes) == plan.fingerprint else { return nil }
    return try? RulesFile.parse(bytes)
  }

  func add(_ rules: Rules) throws(MungeError) {
    if contains(rules) { return }
    try wrapping { () throws(SystemError) in
      try FileSystem.makeDirectories(folder)
      try FileSystem.replace(file(of: rules), with: rules.source, mode: 0o600)
    }
  }

  private func file(of rules: Rules) -> Path { folder / rules.fingerprint.hex }
}
