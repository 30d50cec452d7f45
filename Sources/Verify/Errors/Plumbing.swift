// git commands that throw `MungeError`.

package import Git
package import Platform

package typealias Plumbing = GitCommand<MungeError>

extension GitCommand where Failure == MungeError {
  package init(in directory: Path, environment: [Environment.Change] = []) {
    self.init(in: directory, environment: environment) { .git($0) }
  }
}
