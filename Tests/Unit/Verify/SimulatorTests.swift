import Synchronization
import TestSupport

@testable import Rules
@testable import Smudge
@testable import Verify

struct SimulatorTests {
  private static let label = "[variable \"v\"]\nkind = label\n"
  private static let team = "[variable \"t\"]\nkind = team-id\n"
  private static let acme =
    label + """
      [rule "acme"]
      canonical = com.acme.app
      local = dev.${v}.app
      suffix = Tests

      """

  private static func simulated(
    _ text: String, _ files: [String: String], _ developers: Int = 16, seed: UInt64 = TestSeed.value
  ) throws -> Simulator {
    var simulator = try Simulator(RulesFile.parse(bytes(text)), developers: developers, seed: seed)
    for (path, content) in files.sorted(by: { $0.key < $1.key }) {
      try simulator.look(at: bytes(content), path: Path(path))
    }
    return simulator
  }

  @Test func `Without developers rules are tried without values`() throws {
    let simulator = try Self.simulated(Self.acme, ["a.txt": "com.acme.app\n"], 0)
    #expect(simulator.findings.isEmpty && simulator.summary.trips == 0 && simulator.summary.valueSets == 0)
    let lost = try Self.broken(Self.plain, 0) { $0 == .exact ? .lost : $0 }
    #expect(lost.findings.map(\.detail) == [.notRestored(values: [])], "a rule without variables needs no values")
  }

  private static let plain = "[rule \"r\"]\ncanonical = com.acme.app\nlocal = dev.all.app\n"

  private static func broken(
    _ text: String, _ developers: Int,
    _ change: @escaping @Sendable (RoundTrip.RoundTripOutcome) -> RoundTrip.RoundTripOutcome
  ) throws -> Simulator {
    var simulator = try Simulator(RulesFile.parse(bytes(text)), developers: developers, seed: 5) { plan in
      let trip = RoundTrip(plan)
      return { change(trip.outcome(of: $0, at: $1)) }
    }
    try simulator.look(at: bytes("com.acme.app\n"), path: Path("a.txt"))
    try simulator.look(at: bytes("nothing\n"), path: Path("b.txt"))
    return simulator
  }

  @Test func `A file that does not round-trip is one finding, with the values of a developer`() throws {
    let simulator = try Self.broken(Self.acme, 8) { $0 == .exact ? .lost : $0 }
    let values = try Adversary(RulesFile.parse(bytes(Self.acme)), seed: 5).set(1).assignments
    #expect(values.count == 1 && values[0].hasPrefix("v="))
    let finding = try #require(simulator.findings.first)
    #expect(simulator.findings.count == 1)
    #expect(finding.detail == .notRestored(values: values) && finding.severity == .error)
    #expect(finding.location == Finding.Location(path: Path("a.txt")) && finding.rule == nil)
    #expect(finding.message.contains(values[0]))
    #expect(simulator.summary.trips == 16 && simulator.summary.exact == 8, "`b.txt` has no text of a rule")
  }

  @Test func `A file that changes without any values is a finding`() throws {
    let simulator = try Self.broken(Self.acme, 2) { $0 == .untouched ? .exact : $0 }
    #expect(simulator.findings.map(\.location?.path) == [Path("a.txt"), Path("b.txt")])
    #expect(simulator.findings.allSatisfy { $0.detail == .notRestored(values: []) })
    #expect(simulator.findings[0].message.contains("without values"))
  }

  @Test func `A plan that skips the committed version where it is needed is found`() throws {
    let text =
      Self.label
        + """
        [rule "a"]
        canonical = com.acme
        local = dev.${v}
        [rule "b"]
        canonical = com.acme.ios
        local = dev.${v}.app

        """
    let rules = try RulesFile.parse(bytes(text))
    func simulator(_ change: @escaping (Plan) -> Plan) throws -> Simulator {
      let sets = ValueSets(rules: rules)
      var simulator = try Simulator(rules, (1...4).map { try sets.set($0) }) { RoundTrip(change($0)).outcome }
      try simulator.look(at: bytes("com.acme.app\n"), path: Path("a"))
      return simulator
    }
    let fine = try simulator { $0 }
    #expect(fine.findings.isEmpty && fine.summary.withSource == 4, "the committed version is needed")
    let trusting = try simulator { plan in
      var plan = plan
      for index in plan.rules.indices { plan.rules[index].certainty = .exact }
      return plan
    }
    #expect(trusting.findings.map(\.kind) == [.notRestored])
  }

  @Test func `Fingerprints depend on the file and not on the developer`() throws {
    let lost = { (developers: Int) in try Self.broken(Self.acme, developers) { $0 == .exact ? .lost : $0 } }
    let (one, other) = try (lost(1).findings, lost(8).findings)
    #expect(one.map(\.fingerprint) == other.map(\.fingerprint))
    #expect(one.allSatisfy { $0.fingerprint.count == 32 })
    let pieces = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], []].map { $0.map { bytes($0) } }
    #expect(Set(pieces.map { Finding.fingerprint(of: $0) }).count == pieces.count)
  }

  @Test func `Developers with equal plans make one round trip`() throws {
    let count = Mutex(0)
    var simulator = try Simulator(RulesFile.parse(bytes(Self.plain)), developers: 20, seed: 5) { plan in
      { blob, path in
        count.withLock { $0 += 1 }
        return RoundTrip(plan).outcome(of: blob, at: path)
      }
    }
    try simulator.look(at: bytes("com.acme.app\n"), path: Path("a.txt"))
    #expect(count.withLock { $0 } == 2, "one without a plan and one with the only plan")
    #expect(simulator.summary.exact == 20)
    try simulator.look(at: bytes("nothing\n"), path: Path("b.txt"))
    #expect(count.withLock { $0 } == 3, "one without a plan, as the file has no text")
    #expect(simulator.summary.exact == 40)
  }

  @Test func `Round trips that need the committed version are counted separately`() throws {
    // `dev.zoe.app` is in the repository; with the value `zoe` it is a local text.
    let text =
      Self.acme + """
        [rule "other"]
        canonical = dev.zoe.app
        local = none.of.yours
        path = *.md

        """
    let simulator = try Self.simulated(text, ["a.txt": "com.acme.app dev.zoe.app\n"], 80, seed: 5)
    #expect(simulator.findings.isEmpty)
    #expect(simulator.summary.withSource > 0 && simulator.summary.exact > 40, "\(simulator.summary)")
    #expect(simulator.summary.withSource + simulator.summary.exact == 80)
  }

  private static let keyed =
    team + label + """
      [rule "team"]
      canonical = AAAAAAAAAA
      canonical = BBBBBBBBBB
      canonical =
      local = ${t}
      key = DEVELOPMENT_TEAM
      on-insert = drop
      [rule "app"]
      canonical = com.acme.app
      local = dev.my-${v}.app
      key = PRODUCT_BUNDLE_IDENTIFIER
      [rule "name"]
      canonical = com.acme
      local = dev.${v}
      path = *.strings

      """

  @Test(arguments: [
    "DEVELOPMENT_TEAM = AAAAAAAAAA;\n", "DEVELOPMENT_TEAM = BBBBBBBBBB;\nDEVELOPMENT_TEAM = \"\";\n",
    "DEVELOPMENT_TEAM = ;\n",
    "nothing\n", "", "\n", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app.ext\r\nDEVELOPMENT_TEAM=AAAAAAAAAA\r\n",
    """
    // !$*UTF8*$!
    {
    \tDEVELOPMENT_TEAM = "";
    \tPRODUCT_BUNDLE_IDENTIFIER = com.acme.app;
    \tX = "com.acme.app";
    }

    """,
    """
    // !$*UTF8*$!
    {
    \tDEVELOPMENT_TEAM = BBBBBBBBBB;
    \tPRODUCT_BUNDLE_IDENTIFIER = "com.acme.app";
    }

    """,
    "<key>DEVELOPMENT_TEAM</key>\n<string></string>\n<key>PRODUCT_BUNDLE_IDENTIFIER</key><string>com.acme.app</string>\n",
    "{\"DEVELOPMENT_TEAM\": [\"AAAAAAAAAA\", \"\", \"BBBBBBBBBB\"]}\n", "com.acme \u{0} com.acme", "caf\u{e9} com.acme",
  ])
  func `Files round-trip under rules with keys`(content: String) throws {
    var simulator = try Simulator(RulesFile.parse(bytes(Self.keyed)), developers: 16, seed: TestSeed.value)
    for blob in [bytes(content), bytes(content) + [0xFF]] {
      for path in ["x.pbxproj", "d/x.strings", ".gitmunge"] {
        try simulator.look(at: blob, path: Path(path))
        #expect(simulator.findings.isEmpty, "\(path): \(escaped(blob)); \(TestSeed.note)")
      }
    }
    #expect(simulator.summary.valueSets == 16 && simulator.summary.trips == 2 * 3 * 16)
    #expect(simulator.summary.exact + simulator.summary.withSource == 2 * 3 * 16)
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
    #expect(apart.findings.isEmpty && apart.summary.trips == 32)
    let simulator = try Self.simulated(
      Self.contradiction, ["x.a": "com.acme\n", "d/x.a": "com.acme\n", "y.a": "com.acme\n"])
    #expect(simulator.findings.map(\.kind) == [.badRules], "one finding for both rules")
    let finding = try #require(simulator.findings.first)
    #expect(finding.location == Finding.Location(path: Path(".gitmunge"), line: 7) && finding.rule == bytes("two"))
    #expect(finding.message.contains("d/x.a: rules 'one' and 'two' both apply"))
    #expect(simulator.summary.trips == 16, "no plan applies where both match")
  }
}

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
      #expect(simulator.findings.isEmpty, "\(simulator.findings.map { $0.message }); \(TestSeed.note)")
      #expect(simulator.summary.trips == files.count * 20)
      #expect(simulator.summary.exact + simulator.summary.withSource == files.count * 20)
    }
  }
}
