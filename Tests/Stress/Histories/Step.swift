// One thing that a developer does, written so that it can be done again in another clone, or without those before it.

/// What one developer does, in the plain clone and in the munged one.
struct Step: Sendable {
  enum Action: Sendable {
    case git([String])
    /// For `sh -ec`.
    case script(String)
    case create(String, [UInt8], Edit.Typed)
    case edit(String, Edit)
    case remove(String)
    /// Enough for git to trust what it knows of the files without a look.
    case wait
    /// In the munged clone alone: nothing that git sees may change.
    case munge([String])
  }

  let developer: Int
  /// When it is done, which gives commits their dates.
  let time: Int
  let action: Action
}

extension Step: CustomStringConvertible {
  var description: String {
    let words = switch action {
    case .git(let words): "git " + words.joined(separator: " ")
    case .script(let script): "sh -ec '\(script)'"
    case .create(let path, let content, let typed): "create \(path): \(content.count) bytes, \(typed)"
    case .edit(let path, let edit): "edit \(path): \(edit.change) at \(edit.place), \(edit.typed)"
    case .remove(let path): "rm \(path)"
    case .wait: "wait"
    case .munge(let words): "git munge " + words.joined(separator: " ")
    }
    return "\(time) developer \(developer): \(words)"
  }
}
