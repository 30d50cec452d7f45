import Platform
import Smudge

// When two rules can be about the same text, in the same file.
extension PlanRule {
  /// Whether both can match the same text: two rules without keys, or with a common key. In the values of a key, a rule
  /// with that key has priority over one without.
  func meets(_ other: PlanRule) -> Bool {
    keyed == nil && other.keyed == nil || sharedKey(other) != nil
  }

  /// The first key that both have.
  func sharedKey(_ other: PlanRule) -> [UInt8]? {
    keyed?.keys.first { other.keyed?.keys.contains($0) == true }
  }

  /// Whether both apply to a common file in every repository. For `path` patterns that only can overlap, it depends on
  /// the files.
  func sharesFiles(with other: PlanRule) -> Bool {
    if paths.isEmpty || other.paths.isEmpty || paths == other.paths { return true }
    let all = paths + other.paths
    if all.contains(where: { $0.effect == .excluded }) { return false }
    return all.contains { $0.text == "*".bytes } || paths.contains(where: other.paths.contains)
  }
}

extension Sequence<PlanRule> {
  /// The names between quotes, separated by commas, for a message.
  var names: String { list(map { escaped($0.name) }) }
}
