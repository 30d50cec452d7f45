import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of the filter process: bytes of a session in, bytes of the responses out.
struct FilterProcessTests {
  private static let plan = Plan(PlanRule("com.acme.app", "dev.me.application"))

  @Test(arguments: [
    Named("git", (Transcripts.git, Transcripts.gitAnswers)),
    Named("dulwich", (Transcripts.dulwich, Transcripts.dulwichAnswers)),
  ])
  func `The response to a recorded session is equal byte for byte`(client: Named<([UInt8], [UInt8])>) throws {
    let (output, error) = try InstalledDirectory(Self.plan).serve(client.value.0)
    #expect(error == nil)
    #expect(difference(output, client.value.1) == nil)
  }

  @Test func `The response does not depend on how reads split the session`() throws {
    let directory = try InstalledDirectory(Self.plan)
    let bytewise = try directory.serve(pieces: Transcripts.git.indices.map { Transcripts.git[$0...$0] })
    #expect(difference(bytewise.output, Transcripts.gitAnswers) == nil, "byte by byte")
    var generator = SeededGenerator(salt: "session")
    for most in [2, 3, 7, 50, 300] {
      let cut = try directory.serve(pieces: generator.pieces(of: Transcripts.git, most: most))
      #expect(cut.error == nil)
      #expect(difference(cut.output, Transcripts.gitAnswers) == nil, "\(TestSeed.note)")
    }
  }

  @Test func `The response does not depend on how the content is split into packets`() throws {
    let directory = try InstalledDirectory(Self.plan)
    var generator = SeededGenerator(salt: "packets of content")
    let content = bytes(String(repeating: "x.com.acme.app\n", count: 20))
    let expected = bytes(String(repeating: "x.dev.me.application\n", count: 20))
    for most in [1, 2, 5, 11, 100, 65516] {
      let packets = generator.pieces(of: content, most: most).flatMap { Wire.packet($0) } + Wire.flush
      let found = try directory.contents([Wire.list(["command=smudge", "pathname=a"]) + packets])
      #expect(difference(found.first ?? [], expected) == nil, "packets of up to \(most); \(TestSeed.note)")
    }
  }

  @Test(arguments: [0, 1, 65515, 65516, 65517, 2 * 65516, 200_000])
  func `Content of every size is returned, changed or not`(count: Int) throws {
    let directory = try InstalledDirectory(Self.plan)
    let plain = [UInt8](repeating: UInt8(ascii: "x"), count: count)
    let munged = bytes("com.acme.app\n") + plain
    let found = try directory.contents([
      Wire.request("clean", "a", plain), Wire.request("smudge", "a", munged), Wire.request("smudge", "a", plain),
      Wire.request("clean", "a", bytes("dev.me.application\n") + plain),
    ])
    try #require(found.count == 4)
    #expect(difference(found[0], plain) == nil)
    #expect(difference(found[1], bytes("dev.me.application\n") + plain) == nil)
    #expect(difference(found[2], plain) == nil, "no bytes of the previous content")
    #expect(difference(found[3], munged) == nil)
  }

  @Test(arguments: [#"a\nb"#, #"a=b"#, #"\e[2J"#, #"caf\xe9"#, #"command=clean"#])
  func `A path can have any bytes`(name: String) throws {
    let directory = try InstalledDirectory(Plan(PlanRule("canonical", "local", paths: ["*[!x]"])))
    let found = try directory.contents([
      Wire.request("smudge", unescaped(name), bytes("canonical")),
      Wire.request("smudge", unescaped(name + "x"), bytes("canonical")),
    ])
    #expect(found == [bytes("local"), bytes("canonical")], "the rule matches the unescaped path")
  }

  @Test func `Without an installation, or with an idle plan, the filter is the identity`() throws {
    for plan in [nil, Plan.idle, Plan(PlanRule("com.acme.app", nil))] {
      let requests = ["smudge", "clean"].map { Wire.request($0, "a", bytes("com.acme.app dev.me.application")) }
      let found = try InstalledDirectory(plan).contents(requests)
      #expect(found == Array(repeating: bytes("com.acme.app dev.me.application"), count: 2))
    }
  }

  @Test func `An unknown command is refused, and the next one is processed`() throws {
    let session =
      Wire.greeting + Wire.list(["command=future", "pathname=a"]) + Wire.request("smudge", "a", bytes("com.acme.app"))
    let (output, error) = try InstalledDirectory(Self.plan).serve(session)
    #expect(error == nil)
    #expect(difference(output, Wire.welcome + Wire.refusal + Wire.answer(bytes("dev.me.application"))) == nil)
  }

  @Test func `The input can end between requests; elsewhere that is an error without a response`() throws {
    let directory = try InstalledDirectory(Self.plan)
    let request = Wire.request("smudge", "a", bytes("com.acme.app"))
    let session = Wire.greeting + request
    let greeted = Wire.list(["git-filter-client", "version=2"]).count
    for count in 0...session.count {
      let (output, error) = try directory.serve(Array(session.prefix(count)))
      let isBetween = [0, Wire.greeting.count, session.count].contains(count)
      #expect(error == (isBetween ? nil : .unexpectedEnd), "after \(count) bytes")
      let replies =
        count < greeted
        ? [] : count < Wire.greeting.count ? Wire.list(["git-filter-server", "version=2"]) : Wire.welcome
      let answers = count < session.count ? [] : Wire.answer(bytes("dev.me.application"))
      #expect(difference(output, replies + answers) == nil, "after \(count) bytes")
    }
  }

  @Test(arguments: ["0001", "0003", "fff1", "zzzz"])
  func `A bad length ends the session`(length: String) throws {
    let (output, error) = try InstalledDirectory(Self.plan).serve(Wire.greeting + bytes(length) + Wire.flush)
    #expect(error == .badLength(bytes(length)))
    #expect(output == Wire.welcome)
  }

  // MARK: One process per file

  @Test(
    arguments: [
      (Direction.smudge, "App/Info.plist", "canonical team", "local mine"),
      (.smudge, "App/main.c", "canonical team", "local team"),
      (.smudge, nil, "canonical team", "local team"), (.clean, nil, "local mine", "canonical team"),
      (.clean, "App/main.c", "local mine", "canonical team"), (.smudge, "a/.gitattributes", "canonical", "canonical"),
      (.smudge, "a", "", ""),
    ] as [(Direction, String?, String, String)])
  func `All of the input is transformed`(direction: Direction, path: String?, input: String, output: String) throws {
    let directory = try InstalledDirectory(
      Plan(PlanRule("canonical", "local"), PlanRule("team", "mine", paths: ["*.plist"])))
    #expect(try directory.once(direction, path, bytes(input)) == bytes(output))
  }

  @Test(arguments: [1, 65535, 65536, 65537, 300_000])
  func `Content of any size is copied`(count: Int) throws {
    let directory = try InstalledDirectory(Plan(PlanRule("canonical", "local")))
    let content = [UInt8](repeating: UInt8(ascii: "\n"), count: count)
    #expect(difference(try #require(try directory.once(.clean, nil, content)), content) == nil)
    let munged = try #require(try directory.once(.smudge, nil, bytes("canonical") + content))
    #expect(difference(munged, bytes("local") + content) == nil)
  }

  @Test func `Without an installation it is the identity`() throws {
    let directory = try InstalledDirectory(nil)
    for direction in Direction.allCases {
      #expect(try directory.once(direction, "a", bytes("canonical local")) == bytes("canonical local"))
    }
  }
}
