import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of files of real projects through the engine: every byte, in both directions.
@Suite(.enabled(if: TestInput.samples != nil, "GIT_MUNGE_SAMPLES does not name a directory of samples"))
struct SampleTransformTests {
  @Test func `Every file is smudged to the expected bytes, and cleaned to its original`() throws {
    let directory = try #require(TestInput.samples)
    var count = 0
    for name in try FileSystem.entries(directory) {
      guard FileSystem.exists(directory / name / "expected.json") else { continue }
      let expected = try Sample.read(directory / name)
      let compiled = CompiledPlan(plan(of: expected))
      for file in expected.files {
        try check(file, directory / name / "tree" / file.path, compiled)
        count += 1
      }
    }
    #expect(count > 0, "no sample was found in \(directory)")
  }

  private func plan(of sample: Sample) -> Plan {
    Plan(
      withCertainty: sample.groups.flatMap { group in
        let paths = group.patterns + group.exclude.map { "!\($0)" }
        return group.rules.map { PlanRule($0.canonical, $0.local, paths: paths) }
      })
  }

  private func check(_ file: Sample.File, _ place: Path, _ compiled: CompiledPlan) throws {
    let content = try #require(try FileSystem.contents(place))
    try #require(try sha256(content) == file.canonicalSha256, "\(place) is the expected sample")
    let transform = compiled.transform(for: Path(file.path))
    let (smudged, summary) = try transform.smudge(content)
    #expect(try sha256(smudged) == file.smudgedSha256, "\(place)")
    #expect(summary.replacements == file.sites, "\(place)")
    #expect(summary.isInvertible, "\(place)")
    #expect(difference(try transform.clean(smudged).bytes, content) == nil, "\(place)")
  }

  private func sha256(_ content: [UInt8]) throws -> String {
    let words = TestInput.program("sha256sum") == nil ? ["shasum", "-a", "256"] : ["sha256sum"]
    let result = try Subprocess.run(
      words.map { bytes($0) }, environment: Environment.entries(changing: []), input: content)
    return String(decoding: result.output.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
  }
}
