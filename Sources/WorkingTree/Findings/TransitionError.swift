package import Platform
package import Smudge

/// An error of changing a working tree. Its description says what to do next.
package enum TransitionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A file could not be transformed.
  case file(Path, why: String)
  case notBegun(why: String)
  case interrupted(after: Int, why: String)
  case indexLocked(Path)
  case damagedPlan(PlanError)
  case busy

  package var description: String {
    switch self {
    case .file(let path, let why): "\(path): \(why)"
    case .notBegun(let why): "\(why); no file was changed"
    case .interrupted(let files, let why):
      "interrupted after \(count(files, "file")), no changes lost: \(why); "
        + "fix this, then run `git munge` to resume"
    case .indexLocked(let path):
      "\(path) exists: another git command is running here, or was killed; "
        + "if none is running: rm \(path.shellQuoted)"
    case .damagedPlan(let error): "\(error); run `git munge install` to write a new one"
    case .busy: "another git-munge command is running in this clone; try again after it ends"
    }
  }
}
