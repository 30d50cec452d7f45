package import Platform

/// An error in what a command gets: paths, files of options, answers, and the standard input. Its description says what
/// to do next.
package enum InputError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A path that is not one of the files that the command needs, with the reason.
  case unknownPath(words: String)
  case inputEnded
  /// A line on the standard input of a hook is not in its format (githooks(5)).
  case hookInput(String, format: String, hook: String)
  case trackedLink(Path)
  /// The file of an option; `way`: what to do.
  case optionFile(String, SystemError, way: String)

  package var description: String {
    switch self {
    case .unknownPath(let words): words
    case .inputEnded: "nothing was changed: the input ended before the answer; Enter keeps the project's text"
    case .hookInput(let line, let format, let hook):
      "expected `\(format)` on standard input, as git writes it to a \(hook) hook; "
        + "found \(line.isEmpty ? "nothing" : "`\(line)`")"
    case .trackedLink(let path):
      "\(path): git tracks this symbolic link, so a report is not written through it; name another file"
    case .optionFile(let option, let error, let way): "\(option): \(error); \(way)"
    }
  }
}
