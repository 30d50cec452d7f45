import Platform
import Smudge
import Testing
import TestSupport

@testable import Munge

/// The states of a working tree: who has to act, what still works, and what to do next.
struct CloneStateTests {
  /// A state, and the answers to what code asks of it.
  struct Row: Sendable, CustomTestStringConvertible {
    let state: CloneState
    let needsAttention: Bool
    let canSmudge: Bool
    let nextStep: String?

    init(_ state: CloneState, attention: Bool, smudge: Bool, next: String?) {
      (self.state, needsAttention, canSmudge, nextStep) = (state, attention, smudge, next)
    }

    var testDescription: String { "\(Kind(state))" }

    static let all = [
      Row(.foreign, attention: false, smudge: false, next: "write a .gitmunge to begin: git munge --help"),
      Row(.notInstalled, attention: true, smudge: false, next: "git munge install"),
      Row(.munged, attention: false, smudge: true, next: nil),
      Row(.idle, attention: false, smudge: false, next: nil),
      Row(.outdated([.ruleAdded(bytes("r"))]), attention: true, smudge: true, next: "git munge install"),
      Row(
        .rulesUnreadable(RulesError(nil, .openQuote)), attention: true, smudge: true,
        next: "mend .gitmunge, then: git munge install"),
      Row(
        .rulesMissing, attention: true, smudge: true,
        next: "git checkout HEAD -- .gitmunge, or: git munge uninstall"),
      Row(.misconfigured([]), attention: true, smudge: false, next: "git munge install"),
      Row(.programMissing(Path("/bin/git-munge-filter")), attention: true, smudge: false, next: "git munge install"),
      Row(.damaged(.damaged), attention: true, smudge: false, next: "git munge install"),
    ]
  }

  @Test(arguments: Row.all)
  func `A state answers what is asked of it`(row: Row) {
    #expect(row.state.needsAttention == row.needsAttention)
    #expect(row.state.canSmudge == row.canSmudge)
    #expect(row.state.nextStep == row.nextStep)
  }

  @Test(arguments: Row.all.filter(\.needsAttention))
  func `Whoever is asked to act is told what to do`(row: Row) {
    #expect(row.state.nextStep != nil)
  }

  @Test func `Every state has its row`() {
    #expect(Set(Row.all.map { Kind($0.state) }) == Set(Kind.allCases), "add a row for each")
  }

  /// Which state it is, without what it holds.
  private enum Kind: CaseIterable {
    case foreign, notInstalled, munged, idle, outdated, rulesUnreadable, rulesMissing, misconfigured
    case programMissing, damaged

    /// Without a default: a new state does not compile until it has a kind here, and a row.
    init(_ state: CloneState) {
      self =
        switch state {
        case .foreign: .foreign
        case .notInstalled: .notInstalled
        case .munged: .munged
        case .idle: .idle
        case .outdated: .outdated
        case .rulesUnreadable: .rulesUnreadable
        case .rulesMissing: .rulesMissing
        case .misconfigured: .misconfigured
        case .programMissing: .programMissing
        case .damaged: .damaged
        }
    }
  }
}

/// What differs between the plan of a working tree and what would be planned today.
struct CloneStateChangeTests {
  private static let before = """
    [rule "a"]
    canonical = com.one
    local = dev.${v}
    [rule "b"]
    canonical = com.two
    local = dev.two
    [variable "v"]
    kind = label
    """

  private static func changes(_ text: String, _ value: String? = "me") throws -> [CloneState.Change] {
    let old = try compiled(before, ["v": "me"])
    return CloneState.Change.between(old, try compiled(text, value.map { ["v": $0] } ?? [:], after: old))
  }

  @Test func `The same rules and values are no change, whatever the file looks like`() throws {
    #expect(try Self.changes(Self.before) == [])
    #expect(try Self.changes("# a comment\n" + Self.before.replacing(" = ", with: "=")) == [])
  }

  @Test(arguments: [
    ("canonical = com.two", "canonical = com.three"), ("local = dev.two", "local = dev.three"),
    ("local = dev.two", "local = dev.two\nsuffix = Tests"), ("local = dev.two", "local = dev.two\npath = *.plist"),
    ("local = dev.two", "local = dev.two\nexcept = com.two.server"),
  ])
  func `A rule that says something else has changed`(old: String, new: String) throws {
    #expect(try Self.changes(Self.before.replacing(old, with: new)) == [.ruleChanged(bytes("b"))])
  }

  @Test func `A value that has changed, or is gone, changes its rule`() throws {
    #expect(try Self.changes(Self.before, "you") == [.ruleChanged(bytes("a"))])
    #expect(try Self.changes(Self.before, nil) == [.ruleChanged(bytes("a"))])
  }

  @Test func `Rules that are new or gone are told by name, and a renamed one is both`() throws {
    let more = Self.before + "\n[rule \"c\"]\ncanonical = com.three\nlocal = dev.three\n"
    #expect(try Self.changes(more) == [.ruleAdded(bytes("c"))])
    #expect(
      try Self.changes(Self.before.replacing("\"b\"", with: "\"z\""))
        == [.ruleAdded(bytes("z")), .ruleRemoved(bytes("b"))])
  }

  @Test func `Texts that were local once are history, and no change`() throws {
    let old = try compiled(Self.before, ["v": "you"], after: compiled(Self.before, ["v": "me"]))
    #expect(!old.rules.flatMap(\.retired).isEmpty)
    #expect(CloneState.Change.between(old, try compiled(Self.before, ["v": "you"])) == [])
    let gone = try compiled("", after: old)
    #expect(CloneState.Change.between(gone, try compiled("")) == [], "a rule that only has a past is none")
  }
}
