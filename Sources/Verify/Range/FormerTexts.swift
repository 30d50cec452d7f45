import Git
import Platform
import Smudge

/// What other versions of the rules call canonical or leave alone: a file of their time holds it, and it is the project's.
struct FormerTexts {
  let canonicals: Set<[UInt8]>
  let excepts: [[UInt8]]

  static let none = FormerTexts([])

  init(_ versions: [Rules]) {
    let rules = versions.flatMap(\.rules)
    canonicals = Set(rules.flatMap(\.covered))
    excepts = Set(rules.flatMap(\.excepts)).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Of all versions of the rules file that some commits have brought in.
  init(_ git: Plumbing, in commits: CommitRange) throws(MungeError) {
    let file = ":(top,literal)\(RulesFile.name)"
    let names = try commits.touching(file)
    let words = ["diff-tree", "--stdin", "-z", "-r", "-c", "--root", "--no-ext-diff", "--no-renames", "--", file]
    let changes = Changes.parse(try git.output(words, input: names)).flatMap(\.changes)
    let blobs = Set(changes.map(\.blob)).sorted { $0.lexicographicallyPrecedes($1) }
    var versions: [Rules] = []
    var reader = try BlobReader(git)
    try reader.forEach(blobs) { _, content throws(MungeError) in
      // A version that cannot be read says nothing.
      if let content, let rules = try? RulesFile.parse(content) { versions.append(rules) }
    } orThrow: { .system($0) }
    self.init(versions)
  }
}
