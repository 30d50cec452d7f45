import Verify

/// A part of an installation: as git-munge writes it, absent, or neither.
enum PartState<Value: Equatable & Sendable>: Equatable, Sendable {
  case absent
  case set(Value)
  /// The value as far as it is known, and what is wrong.
  case wrong(Value?, [Finding.Detail])

  var value: Value? {
    switch self {
    case .absent: nil
    case .set(let value): value
    case .wrong(let value, _): value
    }
  }

  var findings: [Finding.Detail] { if case .wrong(_, let findings) = self { findings } else { [] } }
}
