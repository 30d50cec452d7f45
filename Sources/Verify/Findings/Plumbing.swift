// git's commands with the errors of this module.

import Git
import Platform

typealias Plumbing = GitCommand<MungeError>

extension GitCommand where Failure == MungeError {
  init(in directory: Path, environment: [Environment.Change] = []) {
    self.init(in: directory, environment: environment) { .git($0) }
  }
}
