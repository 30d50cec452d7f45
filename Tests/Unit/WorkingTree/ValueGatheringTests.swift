import TestSupport

@testable import Rules
@testable import Verify
@testable import WorkingTree

struct ValueGatheringTests {
  private static let rules = """
    [variable "team"]
    kind = team-id
    [variable "handle"]
    kind = label
    [rule "a"]
    canonical = com.acme
    local = dev.${handle}
    [rule "b"]
    canonical = com.acme.web
    local = web.${handle}
    [rule "c"]
    canonical = ABCDE12345
    local = ${team}
    """

  private static func configured(_ name: String, _ text: String) -> VariableValue {
    VariableValue(name: name, text: bytes(text), origin: .config(scope: .local, file: ".git/config"))
  }

  private static func gather(
    _ arguments: [String] = [], _ configured: [VariableValue] = [], declined: Set<String> = [],
    _ ask: ValuePrompt? = nil
  ) throws -> (values: [VariableValue], declined: [String]) {
    let rules = try RulesFile.parse(bytes(rules))
    let gathered = try rules.gather(arguments, configured: configured, declined: declined, ask)
    return (gathered.values, gathered.declined)
  }

  @Test func `Arguments override the configuration, in the order of the variables`() throws {
    let values = try Self.gather(
      ["handle=me", "team=GIVEN12345"],
      [Self.configured("team", "CONFIGURED"), Self.configured("other-project", "x")]
    ).values
    #expect(values.map(\.name) == ["team", "handle"], "values of other projects are ignored")
    #expect(values.map(\.text) == [bytes("GIVEN12345"), bytes("me")])
    #expect(values.map(\.origin) == [.argument, .argument])
    let kept = try Self.gather(["handle=me"], [Self.configured("team", "CONFIGURED")]).values
    #expect(kept.map(\.text) == [bytes("CONFIGURED"), bytes("me")])
  }

  @Test func `Only values that are neither given nor configured are asked for`() throws {
    let asked = Recorder(["me"])
    let values = try Self.gather([], [Self.configured("team", "CONFIGURED")], asked.ask).values
    #expect(asked.questions.map(\.variable.name) == ["handle"])
    #expect(asked.questions.map(\.canonical) == [[bytes("com.acme"), bytes("com.acme.web")]])
    #expect(values.map(\.origin) == [.config(scope: .local, file: ".git/config"), .asked])
  }

  @Test func `An invalid answer is asked for again with the reason`() throws {
    let asked = Recorder(["BNR1234567", "-x", "a b", "me"])
    let values = try Self.gather([], [], asked.ask).values
    #expect(asked.questions.map(\.variable.name) == ["team", "handle", "handle", "handle"])
    let reason = "expected \(VariableKind.label.expectation)"
    #expect(asked.questions.map(\.complaint) == [nil, nil, reason, reason])
    #expect(values.map(\.text) == [bytes("BNR1234567"), bytes("me")] && values.allSatisfy { $0.origin == .asked })
  }

  @Test func `The end of input is an error, and without a prompt there is no value`() throws {
    let silent = Recorder([])
    #expect(throws: InputError.self) { try Self.gather([], [], silent.ask) }
    #expect(silent.questions.count == 1, "nothing is asked after the end of input")
    let found = try Self.gather()
    #expect(found.values == [] && found.declined == [])
  }

  @Test func `An empty answer is stored and not asked for again`() throws {
    let asked = Recorder([""])
    #expect(try Self.gather([], [], asked.ask).declined == ["team", "handle"])
    #expect(asked.questions.map(\.variable.name) == ["team"], "the team of the project signs no other identifier")
    let again = Recorder(["me"])
    #expect(try Self.gather([], [], declined: ["team"], again.ask).declined == [])
    #expect(again.questions.map(\.variable.name) == ["handle"])
    let given = try Self.gather(["team=GIVEN12345"], [], declined: ["team"]).values
    #expect(given.map(\.name) == ["team"], "a given value overrides the stored choice")
  }

  @Test func `A value can contain equals signs and any bytes that its kind accepts`() throws {
    let rules = try RulesFile.parse(bytes("[variable \"x\"]\nkind = text\n"))
    let values = try rules.gather(["x=a=b c"], configured: [], nil).values
    #expect(values.map(\.text) == [bytes("a=b c")])
  }

  private final class Recorder {
    private(set) var questions: [ValueQuestion] = []
    private var answers: [String]

    init(_ answers: [String]) { self.answers = answers }

    func ask(_ question: ValueQuestion) -> [UInt8]? {
      questions.append(question)
      return answers.isEmpty ? nil : bytes(answers.removeFirst())
    }
  }
}
