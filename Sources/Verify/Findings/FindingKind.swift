// Kinds of findings.

package import Platform
import Rules

extension Finding {
  /// A kind of finding: its name in reports, its meaning and its remedy.
  ///
  /// Each kind is declared in `Kinds`, and listed in `all`.
  package struct Kind: Sendable {
    /// The name in reports, which never changes.
    package let id: String
    /// The default severity.
    package let severity: Severity
    /// The severity in content that was committed before.
    let severityInTree: Severity
    /// One sentence with its full stop.
    package let summary: String
    /// Why that matters, in whole sentences.
    package let meaning: String
    /// The remedy, in whole sentences.
    package let remedy: String
    /// The file to change, for findings without a location.
    package let file: Path
    /// Whether git can fail because of it.
    package let blocksGit: Bool

    init(
      _ id: String, _ severity: Severity, inTree: Severity? = nil, in file: String = RulesFile.name, blocksGit: Bool = false,
      _ summary: String, meaning: String, remedy: String
    ) {
      (self.id, self.severity, severityInTree, self.blocksGit) = (id, severity, inTree ?? severity, blocksGit)
      (self.summary, self.meaning, self.remedy, self.file) = (summary, meaning, remedy, Path(file))
    }
  }
}

extension Finding.Kind {
  /// The remedy as a part of a sentence, for use after a colon.
  var shortRemedy: String { remedy.prefix(1).lowercased() + remedy.dropFirst().dropLast(remedy.hasSuffix(".") ? 1 : 0) }

  /// All kinds in Markdown: what `git munge explain --kinds` prints, and `docs/findings.md` holds.
  package static var page: String {
    """
    # Findings

    What `git munge verify`, `status`, `doctor` and `install --dry-run` can find. An *error* ends a command with exit code 1, a
    *warning* does so with `--strict`, a *note* never does.

    """ + all.map(\.section).joined()
  }

  private var section: String {
    let inTree = severityInTree == severity ? "" : ", and \(severityInTree.rawValue) if it was committed before"
    return "\n## \(id)\n\n*\(severity.rawValue)\(inTree)*\n\n\(summary) \(meaning)\n\n\(remedy)\n"
  }
}

extension Finding.Kind: Hashable {
  package static func == (one: Self, other: Self) -> Bool { one.id == other.id }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Finding.Kind {
  /// All kinds, in the order in which documents list them.
  package static let all: [Finding.Kind] = [
    .foreignValue, .looksLocal, .localText, .ownText, .formerText, .nearLeak, .nearMiss, .replacedCanonical, .partlySearched,
    .badRules, .missingRules, .unusedRule, .unusedLine, .missingAttribute, .noLongerMunged, .needlessAttribute, .otherFilter,
    .neverMunged, .ambiguousTexts, .unseenLocal, .acceptedByChange,
    .stale, .hidden, .notRestored, .filterActive, .changedFile,
    .oldGit, .missingProgram, .movingProgram, .otherVersion, .unsafeProgram, .wrongKey, .extraKey, .notInstalled, .damagedPlan,
    .outdated, .readablePlan, .brokenFilter, .unreadAttributes, .uncoveredBranches, .ownAttributes, .ignoredHook, .brokenHook,
    .leftover, .displacedEdit, .indexLock,
  ]
}
