import Platform
import Smudge

/// Munged files that git has renamed to paths without the attribute. The fallback attributes follow them, so that they
/// stay munged in this clone (`FilterLines.Parts.moved`).
struct RenamedFiles {
  let tree: WorkingTree
  let plan: Plan

  /// Follows the renames that git compares for a hook, and returns the new paths.
  func follow(_ hook: Hook, _ arguments: [String] = []) throws -> [Path] {
    guard let paths = try hook.comparison(arguments).map(paths), !paths.isEmpty else { return [] }
    return try tree.alone {
      guard let lines = try FallbackAttributes(tree).lines(nil, following: paths) else { return [] }
      // `git commit` can hold the lock of the index, and the files show what they should.
      if hook.role == .guard {
        try FallbackAttributes(tree).write(lines)
      } else {
        _ = try Change(tree, from: plan, to: plan, [.keepPlans, .setAttributes(lines)]).perform()
      }
      return paths
    }
  }

  /// The new paths of munged files that a comparison of git finds.
  private func paths(_ comparison: [String]) throws -> [Path] {
    // `R100 NUL old NUL new NUL`; a low limit, because the comparison of all pairs of many files takes seconds.
    let fields = try tree.git.records(comparison + ["-r", "-z", "-M", "-l200", "--diff-filter=R", "--name-status"])
    if fields.isEmpty { return [] }
    let paths = fields.indices.filter { $0 % 3 > 0 }.map { Path(fields[$0]) }
    let filters = try tree.filterAttributes(of: paths)
    let compiled = CompiledPlan(plan)

    return try paths.indices.filter { index in
      let path = paths[index]
      guard index % 2 == 1, filters[index - 1] == .munged, filters[index] == .unspecified, !Exclusion.isExcluded(path),
        let bytes = try tree.content(of: path)
      else { return false }
      let transform = compiled.transform(for: path)
      let cleaned = try compiled.transformOfAllRules.cleanFile(bytes).bytes
      // A rule that applied to the former path alone would not clean the file at this one.
      return try transform.cleanFile(bytes).bytes == cleaned && transform.smudgeFile(cleaned).summary.replacements > 0
    }.map { paths[$0] }
  }
}

extension Hook {
  /// The git command whose renames the hook follows; `nil` if there are none. `arguments`: those that git gives the
  /// hook.
  fileprivate func comparison(_ arguments: [String]) -> [String]? {
    switch self {
    case .preCommit: ["diff-index", "--cached", "HEAD"]
    case .postCheckout: arguments.last == "1" ? ["diff-tree"] + arguments.dropLast() : nil
    case .postMerge, .postRewrite:
      ["0", "rebase"].contains(arguments.first) ? ["diff-tree", "ORIG_HEAD", "HEAD"] : nil
    case .prePush, .postCommit, .preReceive: nil
    }
  }
}
