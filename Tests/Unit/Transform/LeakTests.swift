import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of real leaks through the lens: the result is the expected blob.
@Suite(.enabled(if: TestInput.samples != nil, "GIT_MUNGE_SAMPLES does not name a directory of samples"))
struct LeakTests {
  private struct Leak: Decodable {
    struct File: Decodable {
      let before: String
      let leaked: String
      let ideal: String
    }

    let map: [Sample.Pair]
    let files: [File]

    /// Rules, one for each local text.
    var plan: Plan {
      let locals = map.map(\.local).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      return Plan(withCertainty: locals.map { local in rule(local, map.filter { $0.local == local }.map(\.canonical)) })
    }

    private func rule(_ local: String, _ canonicals: [String]) -> PlanRule {
      if local.utf8.count == 10, local.allSatisfy({ $0.isUppercase || $0.isNumber }) {
        return PlanRule(keys: ["DEVELOPMENT_TEAM", "DevelopmentTeam"], canonicals, local, onInsert: .drop)
      }
      if canonicals.count > 1 { return PlanRule(keys: ["PRODUCT_BUNDLE_IDENTIFIER"], canonicals, local) }
      return PlanRule(canonicals[0], local)
    }
  }

  @Test func `Every leak is cleaned to the expected blob`() throws {
    let directory = try #require(TestInput.samples) / "leaks"
    for name in try FileSystem.entries(directory) {
      let leak: Leak = try SampleFile.decoded(directory / name / "leak.json")
      let transform = CompiledPlan(leak.plan).transform(for: Path("project.pbxproj"))
      for file in leak.files {
        let content = { (part: String) in try #require(try FileSystem.contents(directory / name / part)) }
        let lens = try LineLens(transform, source: content(file.before))
        let cleaned = try lens.put(content(file.leaked)).bytes
        #expect(difference(cleaned, try content(file.ideal)) == nil, "\(name)")
        // The staged content is the source of the next `git add`.
        let again = try LineLens(transform, source: cleaned).put(content(file.leaked)).bytes
        #expect(difference(again, cleaned) == nil, "\(name), once more")
        let shown = try transform.smudge(content(file.before)).bytes
        #expect(difference(try lens.put(shown).bytes, try content(file.before)) == nil, "\(name), not edited")
      }
    }
  }
}
