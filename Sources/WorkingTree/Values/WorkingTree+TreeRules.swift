import Platform
import Rules
import Smudge
import Verify

// The rules of a working tree: those of `.gitmunge`, the private ones of the clone, or both.
extension WorkingTree {
  /// `nil` if there are none, and if `.gitmunge` is missing although `HEAD` has it.
  func rules() throws -> Rules? {
    let committed = try committedRules()
    guard let own = try privateRules()?.read() else { return committed }
    if let committed { return try committed.joined(with: own) }
    // A branch without `.gitmunge` keeps the committed rules of the plan.
    guard let approved = (try? plan()).flatMap({ TrustedRules(mungeDirectory).rules(of: $0) }), approved.origin == .committed
    else { return own }
    return holdsRulesInHead ? nil : try approved.joined(with: own)
  }
}

extension Rules {
  fileprivate func joined(with own: Rules) throws -> Rules {
    return try with(private: own)
  }
}
