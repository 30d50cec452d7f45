import Platform

/// Why a file cannot be used as a baseline.
package enum BaselineError: Sendable, Equatable {
  case noReport
  /// This version of the format, written by that version of git-munge.
  case laterVersion(Int, of: String, supported: Int)
}

extension BaselineError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noReport: "the baseline is not a report of `git munge verify`; write one with `git munge verify --format json > FILE`"
    case .laterVersion(let version, let program, let supported):
      "the baseline has report version \(version), but this program reads version \(supported); use git-munge \(escaped(program.utf8)), which wrote it, or a later one"
    }
  }
}
