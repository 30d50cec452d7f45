// git commands that throw `MungeError`.

import Git
import Platform

typealias Plumbing = GitCommand<MungeError>

extension GitCommand where Failure == MungeError {
  init(in directory: Path, environment: [Environment.Change] = []) {
    self.init(in: directory, environment: environment) { .git($0) }
  }
}
