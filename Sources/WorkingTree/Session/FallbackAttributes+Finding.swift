// The findings about the plan's attributes.

package import Verify

extension FallbackAttributes.State {
  /// The finding about this state; `nil` if there is nothing wrong. `own`: the private rules of the clone.
  package func finding(_ own: PrivateRules?) -> Finding? { detail(own).map { Finding($0) } }

  private func detail(_ own: PrivateRules?) -> Finding.Detail? {
    switch self {
    case .current: nil
    case .missing: own == nil ? .missingAttributes : .missingPrivateAttributes
    case .lost: .lostAttributes
    case .outdated(let path): .outdatedAttributes(path)
    case .behind: own.map { .newPrivateAttributes(in: $0.name) } ?? .newAttributes
    case .replaced(let found): own == nil ? .replacedAttributes(found) : .replacedPrivateAttributes(found)
    }
  }
}
