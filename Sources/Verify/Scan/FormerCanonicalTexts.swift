import Platform
import Rules

/// Canonical texts and exceptions of other versions of the rules: files of that time hold them.
package struct FormerCanonicalTexts {
  private(set) var canonicals: Set<[UInt8]> = []
  private(set) var excepts: Set<[UInt8]> = []

  static let none = FormerCanonicalTexts()

  private init() {}

  /// The texts of all versions of the rules file in some commits.
  init(_ repository: VerifyRepository, in commits: CommitRange) throws {
    let file = ":(top,literal)\(RulesFile.name)"
    let words = ["diff-tree", "--stdin", "-z", "-r", "-c", "--root", "--no-ext-diff", "--no-renames", "--", file]
    let touching = try repository.git.output(["rev-list", "--full-history"] + commits.selection + [file])
    let changes = Changes.parse(try repository.git.output(words, input: touching)).flatMap(\.changes)
    try repository.blobs.forEach(changes.map(\.blob).uniqued) { _, content in
      // An invalid version has none.
      guard let content, let rules = try? RulesFile.parse(content).rules else { return }
      canonicals.formUnion(rules.flatMap(\.covered))
      excepts.formUnion(rules.flatMap(\.excepts))
    }
  }
}
