/// The file of a hook in the `hooks` directory of a clone.
enum HookState: Equatable, Sendable {
  case absent
  /// The hook of git-lfs, in the wording of any of its versions: the hook of git-munge runs git-lfs as well and
  /// replaces it.
  case ofLFS
  /// The hook of git-munge. `isCurrent`: in the wording of this version, for the program that is wanted; or git-munge
  /// cannot write it.
  case ours(isCurrent: Bool)
  /// A hook of another tool, or in a directory that git-munge does not write to.
  case others

  var isOurs: Bool { if case .ours = self { true } else { false } }

  /// Whether an installation writes it. `all`: also where there is none of git-munge.
  func isWritten(ifAll all: Bool) -> Bool {
    switch self {
    case .absent, .ofLFS: all
    case .ours(let isCurrent): !isCurrent
    case .others: false
    }
  }
}
