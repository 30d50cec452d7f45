package import Platform
package import Smudge

/// What git-munge makes of one file, place by place, and why.
package struct Explanation: Sendable {
  /// Whether the file is munged at all.
  package enum MungeStatus: Sendable, Equatable {
    case munged
    /// git itself or git-munge is steered by a file of this name.
    case excludedName
    case excludedContent(Exclusion.Content)
    /// `.gitattributes` does not speak of its filter.
    case noAttribute
    /// It has no filter on purpose, or another; as `git check-attr` names it.
    case otherAttribute(String)
    /// Folders, links and submodules have no content that git would filter.
    case notRegular
    /// It is git's own, or of a repository inside this one.
    case foreign
  }

  /// What git thinks of the file, where that is out of the ordinary.
  package enum Remark: Sendable, Equatable {
    case untracked, ignored, assumedUnchanged, skipped, unmerged
  }

  /// What the texts of the plan are taken from.
  package enum Basis: Sendable, Equatable {
    /// What the filter goes by.
    case plan
    /// Nothing is installed: what an installation would go by.
    case rulesAndValues
  }

  /// An identifier, or what looks like one, and what becomes of it.
  package struct ExplainedPlace: Sendable, Equatable {
    /// From 1.
    package let line: Int
    /// From 1, in bytes.
    package let column: Int
    /// As it stands in the file.
    package let text: [UInt8]
    package let rule: [UInt8]
    package let meaning: Meaning
  }

  package enum Meaning: Sendable, Equatable {
    /// A local text: the repository holds this canonical one.
    case shown(canonical: [UInt8])
    /// A local text for several canonical ones: the repository holds the one that it held, the first on a new line.
    case shownForSeveral(canonicals: [[UInt8]])
    /// A canonical text for which a checkout shows this local one.
    case awaiting(local: [UInt8])
    /// Its rule is idle: these variables have no value.
    case idle(missing: [String])
    /// Its rule is idle: the value is the canonical text.
    case idleByValue
    /// Its rule is narrowed to other paths.
    case otherPath(patterns: [[UInt8]])
    /// `except` leaves it alone.
    case excepted
    /// It was local once; clean still takes it back.
    case retired(canonical: [UInt8], since: Int64)
    /// It was local once, and cannot be told from a text of today.
    case watched
    /// The rule is for the values of these keys.
    case outsideKey(keys: [[UInt8]])
    /// A text of the rule inside a longer word; a `suffix` line may cover that.
    case insideWord(text: [UInt8], suffix: [UInt8]?)
    /// A text of the rule in capital or small letters of its own.
    case otherCase(text: [UInt8])
  }

  package let path: Path
  package let standing: MungeStatus
  package let remarks: [Remark]
  package let basis: Basis
  /// Only this line was asked for; `nil`: all.
  package let line: Int?
  package let places: [ExplainedPlace]
  /// Of the variables of all rules that are named in `places`.
  package let values: [[UInt8]: [VariableValue]]
  /// Rules by which lines that the committed version does not have are not committed.
  package let dropping: [[UInt8]]
  /// Rules whose clean asks the committed version of the file.
  package let ambiguous: [[UInt8]]
}
