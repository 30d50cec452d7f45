// One step of a developer, in a form that can be repeated in another clone and without the steps before.

/// What one developer does in the plain clone and in the munged one.
struct Step: Sendable {
  enum Action: Sendable {
    case git([String])
    /// A script for `sh -ec`.
    case script(String)
    case create(String, [UInt8], Edit.Typed)
    case edit(String, Edit)
    case remove(String)
    /// Waits until git trusts the recorded times of files.
    case wait
    /// Runs git-munge in the munged clone only; git must see no change.
    case munge([String], Event?)
  }

  /// What happens while git-munge runs.
  enum Event: Sendable {
    /// It is killed at this system call that changes something, and this file is edited before the next command.
    case kill(call: Int, String, Edit)
    /// An editor saves this file.
    case save(String, Edit)
  }

  let developer: Int
  /// The time of the step, which dates its commits.
  let time: Int
  let action: Action
}

extension Step: CustomStringConvertible {
  var description: String {
    let words =
      switch action {
      case .git(let words): "git " + words.joined(separator: " ")
      case .script(let script): "sh -ec '\(script)'"
      case .create(let path, let content, let typed): "create \(path): \(content.count) bytes, \(typed)"
      case .edit(let path, let edit): "edit \(path): \(edit.change) at \(edit.place), \(edit.typed)"
      case .remove(let path): "rm \(path)"
      case .wait: "wait"
      case .munge(let words, let event): "git munge " + words.joined(separator: " ") + (event.map { ", \($0)" } ?? "")
      }
    return "\(time) developer \(developer): \(words)"
  }
}
