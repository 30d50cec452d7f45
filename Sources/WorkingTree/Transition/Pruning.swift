import Smudge
import Verify

/// Removes old former texts from a plan, if no file on disk holds them.
struct Pruning {
  private static let age: Int64 = 30 * 24 * 3600

  private let tree: WorkingTree
  private let now: Int64

  init(_ tree: WorkingTree, now: Int64) { (self.tree, self.now) = (tree, now) }

  func pruned(_ plan: Plan) throws -> Plan {
    let old = Set(plan.rules.flatMap(\.retired).filter { $0.since < now - Pruning.age }.map(\.text))
    if old.isEmpty { return plan }
    let gone = try old.subtracting(IndexSnapshot(tree).held(old))
    var plan = plan
    for index in plan.rules.indices { plan.rules[index].retired.removeAll { gone.contains($0.text) } }
    // A removed rule stays only for its former texts.
    plan.rules.removeAll { $0.pairs.isEmpty && $0.retired.isEmpty && $0.watched.isEmpty }
    return AmbiguityAnalysis.withCertainty(plan)
  }
}
