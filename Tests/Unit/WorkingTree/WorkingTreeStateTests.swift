import Platform
import TestSupport
import Testing

@testable import Rules
@testable import Smudge
@testable import WorkingTree

/// The states of a working tree, and the next command of each.
struct WorkingTreeStateTests {
  /// A state, and its properties.
  struct Row: Sendable, CustomTestStringConvertible {
    let state: WorkingTreeState
    let needsAttention: Bool
    let nextStep: String?

    init(_ state: WorkingTreeState, attention: Bool, next: String?) {
      (self.state, needsAttention, nextStep) = (state, attention, next)
    }

    var testDescription: String { "\(Kind(state))" }

    private static let rules = PrivateRules(path: Path("/w/.git/munge/rules"), name: ".git/munge/rules")

    static let all = [
      Row(.foreign, attention: false, next: "write a .gitmunge (man git-munge)"),
      Row(.notInstalled, attention: true, next: "git munge install"),
      Row(.privateRulesUnused(rules), attention: true, next: "git munge install --private"),
      Row(.munged, attention: false, next: nil),
      Row(.idle, attention: false, next: nil),
      Row(.outdated(RulesDifference()), attention: true, next: "git munge refresh"),
      Row(
        .rulesUnreadable(RulesError(nil, ConfigSyntax.openQuote)), attention: true,
        next: "fix .gitmunge, then: git munge refresh"),
      Row(
        .rulesUnreadable(RulesError.noAttributes.of(".git/munge/rules")), attention: true,
        next: "fix .git/munge/rules, then: git munge refresh"),
      Row(
        .rulesMissing, attention: true,
        next: "git checkout HEAD -- .gitmunge, or: git munge uninstall"),
      Row(.branchWithoutRules, attention: false, next: nil),
      Row(.misconfigured([]), attention: true, next: "git munge install"),
      Row(.programMissing(Path("/bin/git-munge-filter")), attention: true, next: "git munge install"),
      Row(.damaged(.damaged), attention: true, next: "git munge install"),
    ]
  }

  @Test(arguments: Row.all)
  func `A state has the properties of its row`(row: Row) {
    #expect(row.state.needsAttention == row.needsAttention)
    #expect(row.state.nextStep == row.nextStep)
  }

  @Test(arguments: Row.all.filter(\.needsAttention))
  func `A state that needs attention has a next command`(row: Row) {
    #expect(row.state.nextStep != nil)
  }

  @Test func `Every state has its row`() {
    #expect(Set(Row.all.map { Kind($0.state) }) == Set(Kind.allCases), "add a row for each")
  }

  /// The kinds of states without their details.
  private enum Kind: CaseIterable {
    case foreign, notInstalled, privateRulesUnused, munged, idle, outdated, rulesUnreadable, rulesMissing, branchWithoutRules, misconfigured
    case programMissing, damaged

    /// Without a default: a new state needs a kind here, and thereby a row.
    init(_ state: WorkingTreeState) {
      self =
        switch state {
        case .foreign: .foreign
        case .notInstalled: .notInstalled
        case .privateRulesUnused: .privateRulesUnused
        case .munged: .munged
        case .idle: .idle
        case .outdated: .outdated
        case .rulesUnreadable: .rulesUnreadable
        case .rulesMissing: .rulesMissing
        case .branchWithoutRules: .branchWithoutRules
        case .misconfigured: .misconfigured
        case .programMissing: .programMissing
        case .damaged: .damaged
        }
    }
  }
}
