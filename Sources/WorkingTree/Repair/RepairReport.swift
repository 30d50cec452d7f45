package import Platform

/// What `git munge repair` did, or would do.
package struct RepairReport: Sendable {
  /// How sure a canonical text is.
  package enum Certainty: Sendable, Equatable {
    case sure
    /// The first of so many: no earlier version says which one it is.
    case guess(of: Int)
  }

  /// What became of a place.
  package enum RepairOutcome: Sendable, Equatable {
    case canonical([UInt8], Certainty)
    /// It went with its line, which the rule does not want (`on-insert = drop`).
    case gone
  }

  /// A place in which something had leaked.
  package struct RepairedPlace: Sendable, Equatable {
    /// From 1, in the file as it was.
    package let line: Int
    package let rule: [UInt8]
    package let leaked: [UInt8]
    package let outcome: RepairOutcome
  }

  /// How a munged file shows what was repaired.
  package enum Appearance: Sendable, Equatable {
    /// As it shows all of its identifiers.
    case usual
    /// The same; but only as long as the file is not edited, clean knows what it stands for.
    case untilEdited
    /// The canonical text, until the repair is committed: clean would take what is usual for what is committed now.
    case canonical
  }

  /// What became of a file.
  package enum FileOutcome: Sendable, Equatable {
    case nothingToDo
    /// The index holds a leak, and what is on disk does not, or would not behind clean.
    case toBeAdded
    case repaired([RepairedPlace], Appearance)
  }

  /// A value of a key that only looks foreign: no earlier version has a canonical text there.
  package struct NeverCanonical: Sendable {
    package let finding: Finding
    /// The commit that brought it in; `nil` where that is not known, or there is none yet.
    package let commit: String?
    /// Whether that commit has no rules.
    package let isBeforeRules: Bool
  }

  package struct File: Sendable {
    /// From the top of the working tree.
    package let path: Path
    package let standing: FileOutcome
    /// What stays as it is.
    package let neverCanonical: [NeverCanonical]
    /// What could not be taken back.
    package let left: [Finding]
  }

  /// What was done about the files.
  package enum Mode: Sendable { case perform, dryRun }

  package let mode: Mode
  /// In the order of their paths.
  package let files: [File]
  /// Those that are to be added now, from the current folder.
  package let toAdd: [Path]

  /// Whether something is left for a person.
  package var needsAttention: Bool { files.contains { !$0.left.isEmpty || !$0.neverCanonical.isEmpty } }
}
