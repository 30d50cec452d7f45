package import Platform
package import Rules

/// An error in what a command gets: paths, files of options, answers, and the standard input. Its description says what
/// to do next.
package enum InputError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A pathspec that matches no file: what git says of it.
  case unmatched(words: String)
  case notInHead(Path)
  case noFile(Path)
  case outside(Path, top: Path)
  case unmerged(Path)
  /// A path without a file to repair, with the reason.
  case unrepairable(Path, why: String)
  /// A text of `--text` that no rule can have.
  case flawedText([UInt8], TextFlaw)
  /// A text of `--text` that no file to munge has.
  case absentText(String)
  /// A text of `--text` that is only in what stays.
  case leftText(String)
  /// Private rules for a project that has its own.
  case committedRules
  /// Proposed rules that cannot be used.
  case badProposal(RulesError)
  case inputEnded
  /// A line on the standard input of a hook is not in its format (githooks(5)).
  case hookInput(String, format: String, hook: String)
  case trackedLink(Path)
  /// The file of an option; `way`: what to do.
  case optionFile(String, SystemError, way: String)

  package var description: String {
    switch self {
    case .unmatched(let words):
      words
    case .notInHead(let path):
      "'\(path)' is not in HEAD"
    case .noFile(let path):
      "no such file: \(path)"
    case .outside(let path, let top):
      "\(path) is outside repository at '\(top)'"
    case .unmerged(let path):
      "\(path) is in conflict; resolve it first, then repair it"
    case .unrepairable(let path, let why):
      "\(path) \(why)"
    case .flawedText(let text, let flaw):
      "--text '\(escaped(text))': \(flaw)"
    case .absentText(let text):
      "'\(escaped(text.utf8))' is no whole word in a tracked file that can be munged; "
        + "`git grep -w -F '\(text)'` searches all files"
    case .leftText(let text):
      "--text '\(escaped(text.utf8))' is not munged: it is only in what stays, such as a text of another team or the "
        + "name of a type; docs/rules.md says how to write its rule"
    case .committedRules:
      "the project has a .gitmunge: `git munge install` installs it, and `git munge init` adds what it lacks"
    case .badProposal(let error):
      "\(error); `git munge init PATH` proposes rules for a part of the files"
    case .inputEnded:
      "nothing was changed: the input ended before the answer; Enter keeps the project's text"
    case .hookInput(let line, let format, let hook):
      "expected `\(format)` on standard input, as git writes it to a \(hook) hook; "
        + "found \(line.isEmpty ? "nothing" : "`\(line)`")"
    case .trackedLink(let path):
      "\(path): git tracks this symbolic link, so a report is not written through it; name another file"
    case .optionFile(let option, let error, let way):
      "\(option): \(error); \(way)"
    }
  }
}
