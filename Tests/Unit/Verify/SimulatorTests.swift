import TestSupport

@testable import Rules
@testable import Smudge
@testable import Verify

struct SimulatorTests {
  private static let label = "[variable \"v\"]\nkind = label\n"
  private static let acme =
    label + """
      [rule "acme"]
      canonical = com.acme.app
      local = dev.${v}.app
      suffix = Tests

      """

  private static func simulated(_ text: String, _ files: [String: String]) throws -> Simulator {
    var simulator = try Simulator(RulesFile.parse(bytes(text)))
    for (path, content) in files.sorted(by: { $0.key < $1.key }) {
      simulator.simulate(bytes(content), path: Path(path))
    }
    return simulator
  }

  private static let plain = "[rule \"r\"]\ncanonical = com.acme.app\nlocal = dev.all.app\n"

  /// A simulation whose round trips fail with some plans.
  private static func broken(_ text: String, _ shapes: [ValueShape], where isBroken: @escaping (Plan) -> Bool) throws
    -> Simulator
  {
    let rules = try RulesFile.parse(bytes(text))
    let sets = try shapes.map { try ValueSet(rules, $0) }
    var simulator = try Simulator(rules, sets) { plan in
      let fails = isBroken(plan)
      return { blob, path in !fails && RoundTrip(plan).restores(blob, at: path) }
    }
    simulator.simulate(bytes("com.acme.app\n"), path: Path("a.txt"))
    return simulator
  }

  @Test func `Without generated values rules are tried without values`() throws {
    let lost = try Self.broken(Self.plain, []) { !$0.isIdle }
    #expect(lost.findings.map(\.detail) == [.notRestored(values: [])], "a rule without variables needs no values")
  }

  @Test(arguments: [ValueShape.ordinary, .extreme])
  func `A file that does not round-trip is one finding, with the values`(shape: ValueShape) throws {
    let set = try ValueSet(RulesFile.parse(bytes(Self.acme)), shape)
    let simulator = try Self.broken(Self.acme, [.ordinary, .extreme]) { $0 == set.plan }
    #expect(set.assignments.count == 1 && set.assignments[0].hasPrefix("v="))
    let finding = try #require(simulator.findings.first)
    #expect(simulator.findings.count == 1)
    #expect(finding.detail == .notRestored(values: set.assignments) && finding.severity == .error)
    #expect(finding.location == Finding.Location(path: Path("a.txt")) && finding.rule == nil)
    #expect(finding.message.contains(set.assignments[0]))
  }

  @Test func `A file that changes without an installation is a finding`() throws {
    let simulator = try Self.broken(Self.acme, [.ordinary]) { $0.isIdle }
    #expect(simulator.findings.map(\.location?.path) == [Path("a.txt")])
    #expect(simulator.findings.allSatisfy { $0.detail == .notRestored(values: []) })
    #expect(simulator.findings[0].message.contains("without values"))
  }

  private static let contradiction =
    label + """
      [rule "one"]
      canonical = com.acme
      local = dev.${v}
      path = *.a
      [rule "two"]
      canonical = com.acme
      local = org.${v}
      path = x.*

      """

  @Test func `Two rules for one text on one path are found in files of that path`() throws {
    let apart = try Self.simulated(Self.contradiction, ["x.b": "com.acme\n", "y.a": "com.acme\n"])
    #expect(apart.findings.isEmpty)
    let simulator = try Self.simulated(
      Self.contradiction, ["x.a": "com.acme\n", "d/x.a": "com.acme\n", "y.a": "com.acme\n"])
    #expect(simulator.findings.map(\.kind) == [.badRules], "one finding for both rules")
    let finding = try #require(simulator.findings.first)
    #expect(finding.location == Finding.Location(path: Path(".gitmunge"), line: 7) && finding.rule == bytes("two"))
    #expect(finding.message.contains("d/x.a: rules 'one' and 'two' both apply"))
  }
}

struct SimulatorProjectTests {
  private static func files(below directory: Path) throws -> [(path: Path, blob: [UInt8])] {
    try DirectoryWalk.entries(below: directory).filter { $0.status.kind == .regular }.map { entry in
      (entry.path, try FileSystem.contents(directory / entry.path) ?? [])
    }
  }

  /// The rules of a sample, with a variable for each local text.
  private static func rules(_ sample: Sample, _ local: (Sample.Pair, Int) -> (kind: VariableKind, template: String))
    throws -> Rules
  {
    let pairs = sample.groups.flatMap { group in group.rules.map { (group, $0) } }
    let sections = pairs.enumerated().map { index, entry in
      let (group, pair) = entry
      let (kind, template) = local(pair, index)
      let paths = (group.patterns + group.exclude.map { "!\($0)" }).map { "path = \"\($0)\"\n" }.joined()
      return
        """
        [variable "v\(index)"]
        kind = \(kind.rawValue)
        [rule "r\(index)"]
        canonical = \(pair.canonical)
        local = \(template)
        \(paths)
        """
    }
    return try RulesFile.parse(bytes(sections.joined()))
  }

  private static func kind(of text: String) -> VariableKind {
    let bytes = bytes(text)
    return [.teamID, .bundleID, .host, .applicationID].first { $0.accepts(bytes) } ?? .text
  }

  @Test(
    .enabled(if: TestInput.samples != nil, "GIT_MUNGE_SAMPLES names no directory of samples"), arguments: Sample.names)
  func `Every file of a sample round-trips`(name: String) throws {
    let directory = try #require(TestInput.samples) / name
    let sample = try Sample.read(directory)
    let files = try Self.files(below: directory / "tree")
    #expect(!files.isEmpty)
    let fixed = try Self.rules(sample) { pair, _ in (.text, pair.local) }
    let free = try Self.rules(sample) { pair, index in (Self.kind(of: pair.canonical), "${v\(index)}") }
    for rules in [fixed, free] {
      var simulator = try Simulator(rules)
      for file in files { simulator.simulate(file.blob, path: file.path) }
      #expect(simulator.findings.isEmpty, "\(simulator.findings.map { $0.message })")
    }
  }
}

extension Simulator {
  /// A simulation with the values that the program generates.
  init(_ rules: Rules) throws {
    try self.init(rules, [ValueSet(rules, .ordinary), ValueSet(rules, .extreme)])
  }
}
