// The findings about the plan's attributes.

package import Verify

extension FallbackAttributes.State {
  /// The finding about this state; `nil` if there is nothing wrong.
  package var finding: Finding? { detail.map { Finding($0) } }

  var detail: Finding.Detail? {
    switch self {
    case .current: nil
    case .missing: .missingAttributes
    case .outdated(let path): .outdatedAttributes(path)
    case .behind: .newAttributes
    case .replaced(let found): .replacedAttributes(found)
    }
  }
}
