// The findings `unread-attributes` and `uncovered-branches`.

import Platform

extension Finding.Kind {
  static let unreadAttributes = Finding.Kind(
    "unread-attributes", .error, "git does not read the attributes of the plan, or reads an outdated copy of the user's own.",
    meaning: "On branches without .gitattributes, such as older ones, files keep local texts and are committed with them.",
    remedy: "Run `git munge doctor --fix`.")

  static let uncoveredBranches = Finding.Kind(
    "uncovered-branches", .note, "Branches without .gitattributes are not munged like this working tree.",
    meaning: "Either the configuration names another attributes file, or .gitattributes has lines that the plan lacks.",
    remedy: "Run `git munge refresh`; if core.attributesFile is set to another file, remove it from the configuration first.")
}

extension FallbackAttributes.State {
  /// The finding for this state; `nil` for `current`.
  package var finding: Finding? { detail.map { Finding($0) } }

  var detail: Finding.Detail? {
    switch self {
    case .current: nil
    case .missing:
      Finding.Detail(
        .unreadAttributes, fix: .renewAttributes,
        "git does not read the attributes of the plan, so branches without .gitattributes commit local texts")
    case .outdated(let path):
      Finding.Detail(
        .unreadAttributes, fix: .renewAttributes, "your attributes in \(path) have changed since git-munge copied them")
    case .behind:
      Finding.Detail(
        .uncoveredBranches, ".gitattributes selects files that branches without it do not munge yet", .words("git munge refresh"))
    case .replaced(let found):
      Finding.Detail(
        .uncoveredBranches,
        """
        core.attributesFile is \(text: found.value) (\(found.scope)), so branches without .gitattributes commit local \
        texts
        """,
        .words(found.removal + ", then: git munge refresh"))
    }
  }
}
