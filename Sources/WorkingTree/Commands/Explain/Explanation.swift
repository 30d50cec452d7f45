package import Platform
package import Rules
package import Smudge

/// The explanation of a file, place by place.
package struct Explanation: Sendable {
  /// Whether the file is munged.
  package enum MungeStatus: Sendable, Equatable {
    case munged
    /// A file of this name configures git or git-munge.
    case excludedName
    case excludedContent(Exclusion.Content)
    /// It has another `filter` attribute, or none.
    case filter(FilterAttribute)
    /// A directory, link or submodule, which git does not filter.
    case notRegular
    /// A file of a git directory, or of a repository inside this one.
    case foreign
  }

  /// An unusual state of the file in git.
  package enum Remark: Sendable { case untracked, ignored, assumedUnchanged, skipped, unmerged }

  /// An identifier, or a text that looks like one, with its meaning.
  package struct ExplainedPlace: Sendable, Equatable {
    /// Both from 1, the column in bytes.
    package let line, column: Int
    package let text: [UInt8]
    package let rule: [UInt8]
    package let meaning: Meaning
  }

  package enum Meaning: Sendable, Equatable {
    /// A local text. Of several canonical ones clean restores that of the committed line, the first on a new line.
    case shown(canonicals: [[UInt8]])
    /// A canonical text that a checkout would replace with this local one.
    case awaiting(local: [UInt8])
    /// Its rule is idle: these variables have no value.
    case idle(missing: [String])
    /// Its rule is idle: the value is the canonical text.
    case idleByValue
    case otherPath(patterns: [[UInt8]])
    case excepted
    case exceptKey([UInt8])
    /// A former local text that clean still replaces.
    case retired(canonical: [UInt8])
    /// A former local text that is ambiguous with a current one.
    case watched
    case outsideKey(keys: [[UInt8]])
    /// A text of the rule inside a longer word; `line`: the `prefix` or `suffix` line that covers it.
    case insideWord(text: [UInt8], line: [UInt8]?)
    case otherCase(text: [UInt8])
  }

  /// A rule with a place in the file.
  package struct ExplainedRule: Sendable {
    package let rule: PlanRule
    /// `nil` if no rules are private.
    package let file: String?
    package let values: [VariableValue]
  }

  package let path: Path
  package let status: MungeStatus
  package let remark: Remark?
  /// Whether the texts are those of the plan of the filter; without an installation, of the rules and the configured values.
  package let isInstalled: Bool
  /// Only this line; `nil`: all.
  package let line: Int?
  package let places: [ExplainedPlace]
  package let rules: [ExplainedRule]
  package let source: RulesSource
}
