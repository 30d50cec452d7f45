import Platform

/// Something that git has begun in a working tree and not finished (`git-status(1)` tells of it too).
package enum Operation: String, Sendable, CaseIterable {
  case rebase, merge, revert
  case cherryPick = "cherry-pick"
  case bisect

  /// What git keeps in the git directory for as long as it lasts.
  private var traces: [String] {
    switch self {
    case .rebase: ["rebase-merge", "rebase-apply"]
    case .merge: ["MERGE_HEAD"]
    // Between two of several picks, or reverts, only the list of them is there.
    case .cherryPick: ["CHERRY_PICK_HEAD", "sequencer"]
    case .revert: ["REVERT_HEAD"]
    case .bisect: ["BISECT_LOG"]
    }
  }

  /// What goes on in the working tree whose git directory this is; `nil`: nothing.
  static func inProgress(in directory: Path) -> Operation? {
    allCases.first { $0.traces.contains { FileSystem.exists(directory / $0) } }
  }
}
