@testable import Rules
@testable import Smudge
@testable import Verify

/// Generates developers for some rules: the same seed gives the same ones, on every system and whatever their number.
///
/// Values that an installation refuses are drawn again.
struct DeveloperSource {
  private let rules: Rules
  private let seed: UInt64
  private let neighbours: [[UInt8]]

  /// How often values are drawn with one profile before the plain profile is tried.
  private static let attempts = 32

  init(_ rules: Rules, seed: UInt64) {
    (self.rules, self.seed) = (rules, seed)
    neighbours = rules.neighbours
  }

  /// Counted from 1; the profiles take turns. Throws the error of an installation when all values are refused.
  func developer(_ number: Int) throws -> Developer {
    let profiles = Developer.Profile.allCases
    return try developer(number, profiles[(number - 1) % profiles.count])
  }

  func developer(_ number: Int, _ profile: Developer.Profile) throws -> Developer {
    var numbers = SeededNumbers(seed: seed, sequence: number)
    var refusals: [any Error] = []
    for profile in [profile, .plain] {
      for _ in 0..<DeveloperSource.attempts {
        guard let draft = draft(profile, &numbers) else { continue }
        do { return try developer(profile, draft) } catch { refusals.append(error) }
      }
    }
    // Another value can be valid; an error of the rules remains.
    if let refusal = refusals.first(where: { $0 is RulesError }) ?? refusals.last { throw refusal }
    return Developer(profile: .plain, values: [], plan: try Compiler(rules, values: [], now: 0).plan())
  }

  /// `nil` where the rules allow no values with this profile.
  private func draft(_ profile: Developer.Profile, _ numbers: inout SeededNumbers) -> ValueDraft? {
    var draft = ValueDraft(rules: rules, neighbours: neighbours)
    return draft.isDrawn(profile, &numbers) ? draft : nil
  }

  private func developer(_ profile: Developer.Profile, _ draft: ValueDraft) throws -> Developer {
    let values = rules.variables.compactMap { variable in
      draft.values[variable.name].map { VariableValue(name: variable.name, text: $0, origin: .madeUp) }
    }
    return Developer(profile: profile, values: values, plan: try Compiler(rules, values: values, now: 0).plan())
  }
}

extension Rules {
  /// The neighbours of canonical texts that the rules determine.
  fileprivate var neighbours: [[UInt8]] {
    let texts = rules.flatMap { $0.covered + $0.excepts + $0.suffixes + $0.local.literals }
    let words = texts.flatMap { text in text.split { !Boundary.isIdentifier($0) }.map { Array($0) } }
    var seen: Set<[UInt8]> = [[]]
    return (texts + words).filter { seen.insert($0).inserted }
  }
}

extension Template {
  fileprivate var literals: [[UInt8]] {
    parts.compactMap { part in
      switch part {
      case .text(let text): text
      case .variable: nil
      }
    }
  }
}
