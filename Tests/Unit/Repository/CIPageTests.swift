import Platform
import TestSupport
import Testing

@testable import WorkingTree

/// The variables, inputs and hooks in docs/ci.md, compared with the files that define them.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct CIPageTests {
  private static let page = "docs/ci.md"

  private static func names(_ pattern: Regex<(Substring, Substring)>, in text: String) -> Set<String> {
    Set(text.matches(of: pattern).map { String($0.output.1) })
  }

  @Test func `Every variable is read by scripts/ci-verify`() throws {
    let pattern = /\b(GIT_MUNGE_[A-Z]+)\b/
    let named = Self.names(pattern, in: try Repository.text(Self.page))
    #expect(named.count > 3)
    #expect(named.isSubset(of: Self.names(pattern, in: try Repository.text("scripts/ci-verify"))))
  }

  @Test func `The inputs are those of the action`() throws {
    let action = try Repository.text("action.yml").split(separator: "\n").map { String($0) }
    let inputs = action.drop { $0 != "inputs:" }.dropFirst().prefix { $0.hasPrefix(" ") }
      .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.map { String($0.dropFirst(2).prefix { $0 != ":" }) }
    let text = try Repository.text(Self.page)
    let steps = text.matches(of: /OWNER\/git-munge@REF\n\s+with: \{([^}]*)\}/).map { String($0.output.1) }
    let used = steps.flatMap { $0.split(separator: ",") }.map { String($0.drop { $0 == " " }.prefix { $0 != ":" }) }
    #expect(inputs.count > 5 && used.count > 1 && Set(used).isSubset(of: inputs))
    for input in inputs { #expect(text.contains("`\(input)`") || used.contains(input), "name the input '\(input)'") }
  }

  @Test func `Every hook exists and runs git-munge with the same arguments`() throws {
    let text = try Repository.text(Self.page)
    let commands = Self.names(/git-munge ([a-z]+ --hook [a-z-]+)/, in: text)
    #expect(commands.count > 2 && commands.isSubset(of: Hook.allCases.map(\.command)))
    let ids = Self.names(/- id: ([a-z-]+)/, in: text)
    #expect(ids == Self.names(/- id: ([a-z-]+)/, in: try Repository.text(".pre-commit-hooks.yaml")))
  }
}
