public import Platform
import Smudge

/// A canonical text that was renamed in the rules, and that files still hold by its old name.
public struct Renaming: Sendable, Equatable {
  public let rule: [UInt8]
  public let old: [UInt8]
  public let new: [UInt8]
  /// What the rule covers behind the text.
  public let suffixes: [[UInt8]]
  /// Committed with the old text.
  public let paths: [Path]

  /// Those that leave old texts behind: no rule knows them any more, so they stay in the tree.
  static func all(
    _ difference: PlanDifference, to plan: Plan, _ clone: Clone
  ) throws(MungeError) -> [Renaming] {
    var renamings: [Renaming] = []
    for change in difference.rules {
      guard case .changed(let name, let aspects) = change else { continue }
      let rule = plan.rules.first { $0.name == name }
      let suffixes = rule?.suffixes ?? []
      for aspect in aspects where aspect.key == .canonical && rule?.keyed == nil {
        guard let old = aspect.from.first, let new = aspect.to.first else { continue }
        let paths = try IndexSnapshot(clone).munged(committedWith: ([[]] + suffixes).map { old + $0 })
        if paths.isEmpty { continue }
        renamings.append(Renaming(rule: name, old: old, new: new, suffixes: suffixes, paths: paths))
      }
    }
    return renamings
  }
}
