import Smudge

@testable import Munge

/// Makes up developers for some rules: the same seed gives the same ones, whatever the system and however many are asked for.
///
/// What an installation would refuse, and say so, is drawn again: nobody can have such values.
struct DeveloperSource {
  private let rules: Rules
  private let seed: UInt64
  private let neighbours: [[UInt8]]

  /// How often values are drawn in one manner, and then in the plain one.
  private static let attempts = 32

  init(_ rules: Rules, seed: UInt64) {
    (self.rules, self.seed) = (rules, seed)
    neighbours = rules.neighbours
  }

  /// Counted from 1; the manners take turns. Throws what an installation says where all values are refused.
  func developer(_ number: Int) throws(MungeError) -> Developer {
    let manners = Developer.Manner.allCases
    return try developer(number, manners[(number - 1) % manners.count])
  }

  func developer(_ number: Int, _ manner: Developer.Manner) throws(MungeError) -> Developer {
    var numbers = SeededNumbers(seed: seed, sequence: number)
    var refusals: [MungeError] = []
    for manner in [manner, .plain] {
      for _ in 0..<DeveloperSource.attempts {
        guard let draft = draft(manner, &numbers) else { continue }
        do { return try developer(manner, draft) } catch { refusals.append(error) }
      }
    }
    // Of a value another one may be right; what is wrong with the rules stays wrong.
    let ofRules = refusals.first { error in if case .rules = error { true } else { false } }
    if let refusal = ofRules ?? refusals.last { throw refusal }
    return Developer(manner: .plain, values: [], plan: try Compiler(rules, values: [], now: 0).plan())
  }

  /// `nil` where the rules allow nothing in this manner.
  private func draft(_ manner: Developer.Manner, _ numbers: inout SeededNumbers) -> ValueDraft? {
    var draft = ValueDraft(rules: rules, neighbours: neighbours)
    return draft.isDrawn(manner, &numbers) ? draft : nil
  }

  private func developer(_ manner: Developer.Manner, _ draft: ValueDraft) throws(MungeError) -> Developer {
    let values = rules.variables.compactMap { variable in
      draft.values[variable.name].map { VariableValue(name: variable.name, text: $0, origin: .madeUp) }
    }
    return Developer(manner: manner, values: values, plan: try Compiler(rules, values: values, now: 0).plan())
  }
}

extension Rules {
  /// What stands beside canonical texts, as far as the rules themselves tell.
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
