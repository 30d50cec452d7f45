import TestSupport

@testable import Platform
@testable import Smudge

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

  @Test(arguments: [0, 1, 65515, 65516, 65517, 65536, 65537, 2 * 65516, 200_000, 1_100_000])
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
    #expect(
      difference(try #require(try directory.once(.smudge, nil, munged)), found[1]) == nil, "in a process of its own")
    #expect(difference(try #require(try directory.once(.clean, nil, plain)), plain) == nil)
  }

  @Test func `Without an installation, or with an idle plan, the filter is the identity`() throws {
    for plan in [nil, Plan.idle, Plan(PlanRule("com.acme.app", nil))] {
      let (directory, content) = (try InstalledDirectory(plan), bytes("com.acme.app dev.me.application"))
      #expect(
        try directory.contents(["smudge", "clean"].map { Wire.request($0, "a", content) }) == [content, content])
      for direction in Direction.allCases { #expect(try directory.once(direction, "a", content) == content) }
    }
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
}

/// Recorded sessions of clients of the protocol, byte for byte, and the expected responses.
///
/// The plan replaces `com.acme.app` by `dev.me.application`.
enum Transcripts {
  /// git 2.39: a checkout of two files and an empty one, then a clean in the same process.
  static let git = bytes(
    """
    0016git-filter-client
    000eversion=2
    00000015capability=clean
    0016capability=smudge
    0015capability=delay
    00000013command=smudge
    0016pathname=a/Info.x
    0018ref=refs/heads/main
    0035treeish=14195abc5ca95dc1ce33741f1fe18864aad17fb8
    0032blob=0d72fa83ad467aff81ecfbcd82369107e5157e8e
    00000018id = com.acme.app;
    .00000013command=smudge
    000fpathname=b
    0018ref=refs/heads/main
    0035treeish=14195abc5ca95dc1ce33741f1fe18864aad17fb8
    0032blob=64c5e5885a4b06010b3a0c20edb7900dd0311025
    00000007two00000013command=smudge
    0013pathname=empty
    0018ref=refs/heads/main
    0035treeish=14195abc5ca95dc1ce33741f1fe18864aad17fb8
    0032blob=e69de29bb2d1d6434b8b29ae775ad8c2e48c5391
    000000000012command=clean
    000fpathname=b
    0000001bid = dev.me.application0000
    """)

  static let gitAnswers = bytes(
    """
    0016git-filter-server
    000eversion=2
    00000015capability=clean
    0016capability=smudge
    00000013status=success
    0000001eid = dev.me.application;
    .000000000013status=success
    00000007two000000000013status=success
    0000000000000013status=success
    00000015id = com.acme.app00000000
    """)

  /// dulwich 1.2: lines without newlines, no delay, and a clean without a path.
  static let dulwich = bytes(
    """
    0015git-filter-client000dversion=20000\
    0014capability=clean0015capability=smudge0000\
    0011command=clean000dpathname=00000016dev.me.application0000\
    0012command=smudge000epathname=a00000010com.acme.app0000
    """)

  static let dulwichAnswers = bytes(
    """
    0016git-filter-server
    000eversion=2
    00000015capability=clean
    0016capability=smudge
    00000013status=success
    00000010com.acme.app000000000013status=success
    00000016dev.me.application00000000
    """)
}

/// A git directory with a plan, and the filter run on it in this process.
struct InstalledDirectory {
  let holder: TemporaryDirectory
  let git: GitDirectory

  /// `nil`: git-munge is not installed.
  init(_ plan: Plan?) throws {
    holder = try TemporaryDirectory()
    git = GitDirectory(own: holder.path / "git")
    try FileSystem.makeDirectories(git.own)
    if let plan { try TestFile.write(MungeDirectory(git).plan, PlanFormat.encode(plan)) }
  }

  func serve(_ session: [UInt8]) throws -> (output: [UInt8], error: ProtocolError?) {
    try serve(File(try holder.write("input", session), .read))
  }

  /// The same with the session in `pieces`, one per read.
  func serve(pieces: [ArraySlice<UInt8>]) throws -> (output: [UInt8], error: ProtocolError?) {
    try serve(File(adopting: PieceStream.open(pieces)))
  }

  private func serve(_ input: consuming File) throws -> (output: [UInt8], error: ProtocolError?) {
    let place = holder.path / "output"
    try FileSystem.remove(place)
    let output = try File(place, .createNew(mode: 0o600))
    var process = FilterProcess(Filter(in: git), input: input, output: output)
    var found: ProtocolError?
    do throws(ProtocolError) { try process.run() } catch { found = error }
    return (try #require(try FileSystem.contents(place)), found)
  }

  func contents(_ requests: [[UInt8]]) throws -> [[UInt8]] {
    let (output, error) = try serve(Wire.greeting + requests.joined())
    #expect(error == nil)
    let answers = try Wire.answers(output)
    #expect(answers.allSatisfy { $0.status == ["status=success\n"] })
    return answers.map(\.content)
  }

  /// The result of the filter for one file in one-shot mode; `nil` if it refuses.
  func once(_ direction: Direction, _ path: String?, _ content: [UInt8]) throws -> [UInt8]? {
    let input = try File(try holder.write("input", content), .read)
    let place = holder.path / "output"
    try FileSystem.remove(place)
    let isFine = try OneShot.run(
      direction, path: path.map { Path($0) }, Filter(in: git), input: input,
      output: try File(place, .createNew(mode: 0o600)))
    return isFine ? try FileSystem.contents(place) : nil
  }
}
