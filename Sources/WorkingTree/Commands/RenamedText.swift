package import Platform
import Rules
import Smudge
import Verify

/// A canonical text that was renamed in the rules, and whose old form files still hold.
package struct RenamedText: Sendable, Equatable {
  package let rule: [UInt8]
  package let old: [UInt8]
  package let new: [UInt8]
  /// The prefixes and suffixes of the rule.
  package let prefixes: [[UInt8]]
  package let suffixes: [[UInt8]]
  /// Files that are committed with the old text.
  package let paths: [Path]

  /// Renamings with files that hold the old text, which no rule matches any more.
  static func all(_ difference: PlanDifference, to plan: Plan, _ tree: WorkingTree) throws -> [RenamedText] {
    let renamed = difference.rules.compactMap { change -> (rule: PlanRule, old: [UInt8], new: [UInt8])? in
      guard case .changed(let name, let aspects) = change, let rule = plan.rules.first(where: { $0.name == name }),
        rule.keyed == nil, rule.exceptKeys.isEmpty, let aspect = aspects.first(where: { $0.key == .canonical }),
        let old = aspect.from.first, let new = aspect.to.first
      else { return nil }
      return (rule, old, new)
    }
    if renamed.isEmpty { return [] }
    let snapshot = try IndexSnapshot(tree)
    var renamings: [RenamedText] = []
    for (rule, old, new) in renamed {
      let paths = try snapshot.munged(committedWith: rule.affixes.map { $0.around(old) }).map(\.path)
      if paths.isEmpty { continue }
      renamings.append(
        RenamedText(
          rule: rule.name, old: old, new: new, prefixes: rule.prefixes, suffixes: rule.suffixes, paths: paths))
    }
    return renamings
  }
}
