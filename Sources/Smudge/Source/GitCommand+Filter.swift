// git commands of the filter.

import Platform

extension GitCommand {
  /// git for the filter. `directory`: of the working tree; `nil` for that of the current directory.
  static func forFilter(_ directory: MungeDirectory?) -> GitCommand {
    if let directory, let top = directory.top {
      return GitCommand(in: top, environment: [.set("GIT_DIR", directory.git.own), .set("GIT_WORK_TREE", top)])
    }
    // `git commit -a` and `git add -p` start the filter with an index of their own, in this variable.
    let index = Environment.value("GIT_INDEX_FILE").map { [Environment.Change.set("GIT_INDEX_FILE", Path($0))] }
    return GitCommand(in: Path("."), environment: index ?? [])
  }
}
