package import Platform
package import Verify

/// The result of `git munge repair`, also of a dry run.
package struct RepairReport: Sendable {
  /// A place with a leak.
  package struct RepairedPlace: Sendable, Equatable {
    /// From 1, in the file before the repair.
    package let line: Int
    package let rule: [UInt8]
    package let leaked: [UInt8]
    /// Whether it was a local text of this working tree.
    let isOwn: Bool
    /// The canonical text that was restored; `nil` if the inserted line was removed (`on-insert = drop`).
    package let canonical: [UInt8]?
  }

  /// How a munged file shows the repaired lines.
  package enum Appearance: Sendable, Equatable {
    /// With local texts.
    case usual
    /// With local texts that clean recognizes only until the file is edited.
    case untilEdited
    /// With canonical texts until the repair is committed: before, clean would keep a local text, because it is committed.
    case canonical
  }

  /// The outcome for a file.
  package enum FileOutcome: Sendable, Equatable {
    case nothingToDo
    /// The index holds a leak that the file on disk does not have after clean.
    case toBeAdded
    case repaired([RepairedPlace], Appearance)
  }

  package struct File: Sendable {
    /// Relative to the top of the working tree.
    package let path: Path
    package let outcome: FileOutcome
    /// Leaks that were not repaired.
    package let left: [Finding]
    /// Texts that are older than their rule, and were not changed.
    package let older: [Finding]
    /// Other lines of the result, from 1, that hold a repaired text where no rule applies.
    package let alike: [Int]
  }

  /// Which leaks are repaired: those of commits that have the rule and of the working tree, or also those older than their rule.
  package enum Scope: Sendable { case newer, all }

  package let isDryRun: Bool
  /// In the order of their paths.
  package let files: [File]
  /// Files to add, relative to the current directory.
  package let toAdd: [Path]

  /// Whether something was not repaired.
  package var needsAttention: Bool { files.contains { !$0.left.isEmpty || !$0.alike.isEmpty } }
}
