package import Platform
package import Rules
import Smudge
import Verify

/// The private rules file of a clone: rules and attributes of one developer, which are in no commit.
///
/// A clone has one if its configuration has `munge.rulesFile`: an absolute path, one that begins with `~/`, or one
/// relative to the common git directory (`munge/rules`, which `git munge install --private` sets).
package struct PrivateRules: Sendable, Equatable {
  package let path: Path
  /// The path in messages: relative to the top of the working tree, if it is inside.
  package let name: String

  /// The value of `munge.rulesFile` that finds it.
  let setting: [UInt8]
  static let key = "munge.rulesfile"

  /// Throws `RulesError` if it is missing or invalid.
  package func read() throws -> Rules { try RulesFile.readPrivate(path, name: name) }
}

extension PrivateRules {
  init(_ path: Path, in tree: WorkingTree) {
    self.path = path
    name = "\(path.relative(to: tree.top))"
    setting = path.relative(to: tree.gitDirectory.common).bytes
  }
}

extension WorkingTree {
  /// The private rules file that `git munge install --private` uses without `--rules`.
  package var privateRulesPath: Path { mungeDirectory.rules }

  /// The private rules file of this clone; `nil` if the clone has none. The file itself can be missing.
  package func privateRules() throws -> PrivateRules? {
    if let chosenRules { return PrivateRules(chosenRules, in: self) }
    guard let value = try configuration().effective(PrivateRules.key)?.value, !value.isEmpty else { return nil }
    // git fails if it cannot expand `~`: without the file, private rules would look removed.
    return try PrivateRules(gitDirectory.common / git.expanded(value), in: self)
  }

  /// The committed rules at the top of this working tree, without private ones.
  func committedRules() throws -> Rules? { try RulesFile.read(in: top) }
}

// Rules files in commits and copies.
extension WorkingTree {
  var holdsRulesInHead: Bool { get throws { try holdsRules(["HEAD"])[0] } }

  /// Rules files that are not at the top.
  func rulesElsewhere() throws -> [Path] {
    let listing = [
      "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ":(top,glob)*/**/\(RulesFile.name)",
    ]
    return try git.records(listing).map { Path($0) }.uniqued
  }

  /// The error without rules, which names those of other directories.
  func noRules() throws -> InstallError {
    try holdsRulesInHead ? .rulesMissing : .noRules(elsewhere: rulesElsewhere())
  }

  /// The default branches of the remotes, those of `upstream` first, then those of `origin`.
  func defaultBranches() throws -> [String] {
    let format = "--format=%(if)%(symref)%(then)%(symref:lstrip=2)%(else)%(refname:lstrip=2)%(end)"
    return try ["upstream", "origin", "*"].map { "refs/remotes/\($0)/" }.flatMap { remote in
      try git.output(["for-each-ref", format, "\(remote)HEAD", "\(remote)main", "\(remote)master"]).lines
    }.uniqued
  }

  /// A branch with a rules file, also of a remote; `nil` if there is none.
  func branchWithRules() throws -> String? {
    let names = try git.output(["for-each-ref", "--format=%(refname:short)", "refs/heads/", "refs/remotes/"]).lines
    return try zip(names, holdsRules(names)).first { $1 }?.0
  }

  /// Whether each revision has a rules file.
  func holdsRules(_ revisions: [String]) throws -> [Bool] {
    do {
      return try areBlobs(revisions.map { "\($0):\(RulesFile.name)".bytes })
    } catch GitError.command {
      // In a partial clone git fails at what it lacks.
      return revisions.map { _ in false }
    }
  }
}
