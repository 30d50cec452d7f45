import Platform
import TestSupport
import Testing

@testable import Rules
@testable import Verify
@testable import WorkingTree

/// Errors for values that cannot be used.
struct ValueErrorTests {
  private static let rules = """
    [variable "team"]
    kind = team-id
    [variable "handle"]
    kind = text
    [rule "id"]
    canonical = com.acme
    local = dev.${handle}.app
    except = com.acme.dev.server.app
    """

  /// Arguments of a command, and the error.
  private static let arguments = [
    ("team", "expected NAME=VALUE, found 'team'"),
    ("=ABCDE12345", "expected NAME=VALUE, found '=ABCDE12345'"),
    ("te\u{1B}am", #"expected NAME=VALUE, found 'te\x1bam'"#),
    ("teem=ABCDE12345", "variable 'teem' is not declared in the rules; did you mean 'team'?"),
    ("TEAM=ABCDE12345", "variable 'TEAM' is not declared in the rules; they declare team, handle"),
    ("team=", "team (command line): expected a value, found none"),
    ("team=abcde12345", "team = abcde12345 (command line): expected ten capital letters and digits, such as ABCDE12345"),
    (
      "handle=a b",
      "handle = a b (command line): gives the local text 'dev.a b.app' of rule 'id': expected only letters, digits and ._/:@+$()-"
    ),
    (
      "handle=server",
      "rule 'id': the local text 'dev.server.app' is in 'com.acme.dev.server.app', which an `except` line excludes; choose another value or remove that line"
    ),
  ]

  @Test(arguments: arguments)
  func `An invalid argument is refused with the reason`(argument: String, message: String) throws {
    #expect("\(try Self.error([argument]))" == message)
  }

  @Test func `A name that is given twice is refused`() throws {
    #expect("\(try Self.error(["team=ABCDE12345", "team=ABCDE12345"]))" == "'team' is given twice")
  }

  @Test(arguments: [
    ("local", "/repo/.git/config", "(local config, /repo/.git/config)", "git config --unset"),
    ("global", "/home/x/.gitconfig", "(global config, /home/x/.gitconfig)", "git config --global --unset"),
    ("worktree", "/repo/.git/config.worktree", "(worktree config, /repo/.git/config.worktree)", "git config --worktree --unset"),
  ])
  func `An invalid value of git's configuration is refused with its place`(
    scope: String, file: String, place: String, command: String
  ) throws {
    let origin = VariableValue.Origin.config(scope: scope, file: file)
    #expect(
      "\(try Self.error([], [VariableValue(name: "team", text: [], origin: origin)]))"
        == "team \(place): expected a value, found none; remove it with `\(command) munge.values.team`")
    #expect(
      "\(try Self.error([], [VariableValue(name: "team", text: bytes("x\ny"), origin: origin)]))"
        == "team = x\\ny \(place): expected ten capital letters and digits, such as ABCDE12345")
  }

  @Test func `A value without a file is refused without a command that would not help`() throws {
    let value = VariableValue(name: "team", text: [], origin: .config(scope: "command", file: nil))
    #expect("\(try Self.error([], [value]))" == "team (command config): expected a value, found none")
  }

  @Test func `Without declared variables no name is proposed`() throws {
    let error = try #require(throws: (any Error).self) { try compiled("", ["team": "ABCDE12345"]) }
    #expect("\(error)" == "variable 'team' is not declared in the rules; they declare none")
  }

  @Test func `Two rules that apply to one path are reported with the path`() {
    let error = ValueError.contradiction(
      canonical: bytes("com.acme"), rules: [bytes("a"), bytes("b")], path: Path("App/Info.plist"))
    #expect(
      "\(error)"
        == "App/Info.plist: rules 'a' and 'b' both apply, with different local texts for 'com.acme'; narrow their `path` lines")
  }

  @Test(arguments: [
    ("a", "expected at least 4 bytes"), (String(repeating: "a", count: 256), "expected at most 255 bytes"),
    ("-abc.", "expected a letter, digit, '_' or '-' at both ends"), ("a\"b", "expected only letters, digits and ._/:@+$()-"),
  ])
  func `A value that gives an invalid local text is refused with that text and the reason`(
    value: String, reason: String
  ) throws {
    let error = try #require(throws: (any Error).self) { try OneRule.plan(value) }
    #expect("\(error)" == "v = \(value) (command line): gives the local text '\(value)' of rule 'r': \(reason)")
  }

  /// Without a default: a new case needs its name here, and thereby a test.
  private static func isCovered(_ error: ValueError) -> Bool {
    switch error {
    case .notAnAssignment, .unknownVariable, .twice, .notSet, .empty, .notOfKind, .badLocal, .excepted, .contradiction: true
    }
  }

  /// The error of gathering and compiling values as `install` does.
  private static func error(_ arguments: [String], _ configured: [VariableValue] = []) throws -> ValueError {
    let rules = try RulesFile.parse(bytes(rules))
    let found = try #require(throws: ValueError.self) {
      let values = try ValueGathering(rules, arguments: arguments, configured: configured).gather(nil).values
      _ = try Compiler(rules, values: values).plan()
    }
    guard isCovered(found) else { throw found }
    return found
  }
}
