package import Platform

/// An error of `git munge init`. Its description says what to do next.
package enum InitError: Error, Sendable, Equatable, CustomStringConvertible {
  case editorFailed(String, status: Int32)
  case rulesExist
  case noPrivateRules(Path)

  package var description: String {
    switch self {
    case .editorFailed(let editor, let status):
      "nothing was written: the editor '\(editor)' has failed (exit code \(status)); `git config core.editor` sets another one"
    case .rulesExist: ".gitmunge exists; `git munge init` proposes what it lacks"
    case .noPrivateRules(let path): "\(path): there is no such file; write private rules with `git munge init --private`"
    }
  }
}
