import Platform
import TestSupport
import Testing

@testable import Rules
@testable import Verify

/// Files of real projects round-trip for all generated developers.
struct SimulatorProjectTests {
  private static func files(below directory: Path) throws -> [(path: Path, blob: [UInt8])] {
    try DirectoryWalk.entries(below: directory).filter { $0.status.kind == .regular }.map { entry in
      (entry.path, try FileSystem.contents(directory / entry.path) ?? [])
    }
  }

  @Test(.enabled(if: FileSystem.exists(Repository.root / "Examples"), "the sources are not where they were built"))
  func `The example of this repository round-trips by bytes`() throws {
    let rules = try #require(try RulesFile.read(in: Repository.root))
    var simulator = try Simulator(rules, developers: 40, seed: TestSeed.value)
    let files = try Self.files(below: Repository.root / "Examples")
    for file in files { try simulator.look(at: file.blob, path: Path("Examples") / file.path) }
    #expect(simulator.findings.isEmpty, "\(TestSeed.note)")
    #expect(simulator.summary.trips == files.count * 40 && files.count > 5)
    #expect(simulator.summary.exact > simulator.summary.trips * 9 / 10, "\(simulator.summary); \(TestSeed.note)")
    #expect(try AmbiguityCheck(rules).findings.isEmpty)
  }

  /// The rules of a sample, with a variable for each local text.
  private static func rules(_ sample: Sample, _ local: (Sample.Pair, Int) -> (kind: VariableKind, template: String)) throws -> Rules {
    let pairs = sample.groups.flatMap { group in group.rules.map { (group, $0) } }
    let sections = pairs.enumerated().map { index, entry in
      let (group, pair) = entry
      let (kind, template) = local(pair, index)
      let paths = (group.patterns + group.exclude.map { "!\($0)" }).map { "path = \"\($0)\"\n" }.joined()
      return "[variable \"v\(index)\"]\nkind = \(kind.rawValue)\n[rule \"r\(index)\"]\ncanonical = \(pair.canonical)\nlocal = \(template)\n\(paths)"
    }
    return try RulesFile.parse(bytes(sections.joined()))
  }

  private static func kind(of text: String) -> VariableKind {
    let bytes = bytes(text)
    return [.teamID, .bundleID, .host, .applicationID].first { $0.accepts(bytes) } ?? .text
  }

  @Test(
    .enabled(if: TestInput.samples != nil, "GIT_MUNGE_SAMPLES names no directory of samples"), arguments: Sample.names)
  func `Every file of a sample round-trips for 20 developers`(name: String) throws {
    let directory = try #require(TestInput.samples) / name
    let sample = try Sample.read(directory)
    let files = try Self.files(below: directory / "tree")
    #expect(!files.isEmpty)
    let fixed = try Self.rules(sample) { pair, _ in (.text, pair.local) }
    let free = try Self.rules(sample) { pair, index in (Self.kind(of: pair.canonical), "${v\(index)}") }
    for rules in [fixed, free] {
      var simulator = try Simulator(rules, developers: 20, seed: TestSeed.value)
      for file in files { try simulator.look(at: file.blob, path: file.path) }
      #expect(simulator.findings.isEmpty, "\(simulator.findings.map { $0.message(.plain) }); \(TestSeed.note)")
      #expect(simulator.summary.trips == files.count * 20)
      #expect(simulator.summary.exact + simulator.summary.withSource == files.count * 20)
    }
  }
}
