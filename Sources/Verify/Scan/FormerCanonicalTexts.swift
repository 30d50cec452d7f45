import Platform
import Rules
import Smudge

/// Canonical texts and exceptions of other versions of the rules: files of that time hold them.
package struct FormerCanonicalTexts {
  let canonicals: Set<[UInt8]>
  let excepts: [[UInt8]]

  static let none = FormerCanonicalTexts([])

  init(_ versions: [Rules]) {
    let rules = versions.flatMap(\.rules)
    canonicals = Set(rules.flatMap(\.covered))
    excepts = Set(rules.flatMap(\.excepts)).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Those of all versions of the rules file in some commits.
  init(_ here: VerifyRepository, in commits: CommitRange) throws {
    let file = ":(top,literal)\(RulesFile.name)"
    let names = try commits.touching([file])
    let words = ["diff-tree", "--stdin", "-z", "-r", "-c", "--root", "--no-ext-diff", "--no-renames", "--", file]
    let changes = Changes.parse(try here.git.output(words, input: names)).flatMap(\.changes)
    let blobs = Set(changes.map(\.blob)).sorted { $0.lexicographicallyPrecedes($1) }
    var versions: [Rules] = []
    try here.blobs.forEach(blobs) { _, content in
      // An invalid version has none.
      if let content, let rules = try? RulesFile.parse(content) { versions.append(rules) }
    }
    self.init(versions)
  }
}
