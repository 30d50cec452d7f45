// Leaks of real projects, and the trait of tests that need samples; read from outside the project.

package import Platform
package import TestSupport
package import Testing

/// A commit that replaced canonical texts by local ones, and the content that it should have had.
package struct Leak: Decodable {
  package struct File: Decodable {
    package let path: String
    package let before: String
    package let leaked: String
    package let ideal: String
  }

  package let map: [Sample.Pair]
  package let files: [File]

  /// The names of all leaks; none without samples.
  package static func names() throws -> [String] {
    try TestInput.samples.map { try FileSystem.entries($0 / "leaks").map { "\($0)" } } ?? []
  }

  /// A rule for each local text, as a maintainer would write it: teams are restricted to their keys, and so is a bundle
  /// id with several canonical texts. `forEverybody`: with a variable where each developer has a different text.
  package func rules(forEverybody: Bool) -> String {
    let locals = map.map(\.local).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let rules = locals.enumerated().map { index, local in
      let canonicals = map.filter { $0.local == local }.map(\.canonical)
      let isTeam = local.count == 10 && local.allSatisfy { $0.isUppercase || $0.isNumber }
      let own = canonicals.first { local.hasSuffix(".\($0)") }.map { "${prefix}.\($0)" }
      let keys =
        isTeam
        ? ["key = DEVELOPMENT_TEAM", "key = DevelopmentTeam", "on-insert = drop"]
        : canonicals.count > 1 && !forEverybody ? ["key = PRODUCT_BUNDLE_IDENTIFIER"] : []
      let text = !forEverybody ? local : isTeam ? "${team}" : own ?? local
      return Rules.rule("rule-\(index)", canonicals.map { "canonical = \($0)" } + ["local = \(text)"] + keys)
    }
    return rules.joined() + (forEverybody ? Rules.variables(["team": "team-id", "prefix": "label"]) : "")
  }

  package static func read(_ directory: Path) throws -> Leak { try SampleFile.decoded(directory / "leak.json") }
}

extension Trait where Self == ConditionTrait {
  package static var needsSamples: Self {
    .enabled(if: TestInput.samples != nil, "GIT_MUNGE_SAMPLES names no directory with samples")
  }
}

package func samples(_ name: String) throws -> Path { try #require(TestInput.samples) / name }

extension WorkingTree {
  /// Writes `.gitmunge` with `git config`, one setting at a time.
  package func writeRules(_ groups: [Sample.Group]) throws {
    let rules = groups.flatMap { group in group.rules.map { (group, $0) } }
    for (index, (group, pair)) in rules.enumerated() {
      try setRule(index, "canonical", pair.canonical)
      try setRule(index, "local", pair.local)
      for pattern in group.patterns + group.exclude.map({ "!\($0)" }) {
        try setRule(index, "path", pattern)
      }
    }
  }

  private func setRule(_ index: Int, _ key: String, _ value: String) throws {
    try git("config", "-f", ".gitmunge", "--add", "rule.pair-\(index).\(key)", value)
  }

  /// The SHA-256 of files on disk, one `HASH  PATH` for each.
  package func sha256(of paths: [String]) throws -> [String] {
    let program = TestInput.program("sha256sum") == nil ? ["shasum", "-a", "256"] : ["sha256sum"]
    return try run(program + paths).output.split(separator: "\n").map(String.init)
  }
}
