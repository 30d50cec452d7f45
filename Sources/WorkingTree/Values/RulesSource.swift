import Rules
import Verify

/// Where the rules of a working tree come from.
package enum RulesSource: Sendable, Equatable {
  case committed
  case `private`(PrivateRules)
  /// `.gitmunge`, and private rules for other texts; `replaced`: the names of private rules for the same texts.
  case both(PrivateRules, replaced: [[UInt8]])

  /// `rules`: those of the tree; `nil` if there are none, or they are invalid.
  init(_ tree: WorkingTree, _ rules: Rules?) throws {
    guard let own = try tree.privateRules() else {
      self = .committed
      return
    }
    switch rules?.origin {
    case .both: self = .both(own, replaced: rules?.replaced ?? [])
    case .committed, .private, nil: self = .private(own)
    }
  }

  init(_ tree: WorkingTree) throws { try self.init(tree, try? tree.rules()) }

  /// The private rules file; `nil` if the clone has none.
  package var own: PrivateRules? {
    switch self {
    case .committed: nil
    case .private(let own), .both(let own, _): own
    }
  }

  /// The name in JSON.
  package var name: String {
    switch self {
    case .committed: Rules.Origin.committed.rawValue
    case .private: Rules.Origin.private.rawValue
    case .both: Rules.Origin.both.rawValue
    }
  }
}
