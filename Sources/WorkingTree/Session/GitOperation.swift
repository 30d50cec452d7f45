import Platform

/// An operation of git in progress, as git-status(1) reports it.
package enum GitOperation: String, Sendable, CaseIterable {
  case rebase, merge, revert
  case cherryPick = "cherry-pick"
  case bisect

  /// The files of the operation in the git directory.
  private var traces: [String] {
    switch self {
    case .rebase: ["rebase-merge", "rebase-apply"]
    case .merge: ["MERGE_HEAD"]
    // Between two commits of a range, only `sequencer` exists.
    case .cherryPick: ["CHERRY_PICK_HEAD", "sequencer"]
    case .revert: ["REVERT_HEAD"]
    case .bisect: ["BISECT_LOG"]
    }
  }

  static func inProgress(in directory: Path) -> GitOperation? {
    allCases.first { $0.traces.contains { FileSystem.exists(directory / $0) } }
  }
}

extension TransitionError {
  /// The error of a command that changes nothing during an operation of git.
  static func during(_ operation: GitOperation) -> Self {
    .notBegun(why: "a \(operation.rawValue) is in progress: finish or abort it, then run this command again")
  }
}
