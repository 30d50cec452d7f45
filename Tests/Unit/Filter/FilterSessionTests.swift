import TestSupport

@testable import Smudge

/// Tests of the protocol: rows of packets, each with the action of the caller.
struct FilterSessionTests {
  private typealias Step = (packet: Packet, action: FilterSession.Action)

  /// Lines of a list, which the session takes without an action, and what it does at the flush packet.
  private static func list(_ lines: [String], _ action: FilterSession.Action = .proceed) -> [Step] {
    lines.map { (.data(bytes($0 + "\n")[...]), .proceed) } + [(.flush, action)]
  }

  private static func content(_ packets: String..., to action: FilterSession.Action) -> [Step] {
    packets.map { (.data(bytes($0)[...]), .store(bytes($0)[...])) } + [(.flush, action)]
  }

  private static let greeting = list(["git-filter-client", "version=2"], .reply(["git-filter-server", "version=2"]))
  private static let ready =
    greeting
    + list(
      ["capability=clean", "capability=smudge", "capability=delay"], .reply(["capability=clean", "capability=smudge"]))

  private func play(_ steps: [Step]...) throws {
    var session = FilterSession()
    for (index, step) in steps.joined().enumerated() {
      #expect(try session.receive(step.packet) == step.action, "after packet \(index): \(step.packet)")
    }
  }

  private static func clean(_ path: Path?) -> FilterSession.Action {
    .perform(FilterSession.Request(direction: .clean, path: path))
  }

  @Test func `A session has a greeting, requests and an end`() throws {
    let smudge = FilterSession.Request(direction: .smudge, path: Path("a/b.x"), blob: bytes("0123"))
    let fields = [
      "command=smudge", "pathname=a/b.x", "ref=refs/heads/main", "treeish=4567", "blob=0123", "can-delay=1",
    ]
    try play(
      Self.ready, Self.list(fields), Self.content("one\n", "two", to: .perform(smudge)),
      Self.list(["command=clean", "pathname=c"]), Self.content(to: Self.clean(Path("c"))),
      [(.end, .finish), (.end, .finish)])
  }

  @Test(arguments: [
    (["clean", "smudge", "delay"], ["clean", "smudge"]), (["clean"], ["clean"]), (["smudge"], ["smudge"]),
    (["delay"], []), ([], []), (["smudge", "future", "clean"], ["clean", "smudge"]),
  ])
  func `Only capabilities that the client sends are returned, and never delay`(named: [String], offered: [String])
    throws
  {
    try play(Self.greeting, Self.list(named.map { "capability=\($0)" }, .reply(offered.map { "capability=\($0)" })))
  }

  @Test(arguments: [
    (["git-filter-client"], ProtocolError.noCommonVersion), (["git-filter-client", "version=1"], .noCommonVersion),
    (["git-filter-client", "version=22"], .noCommonVersion), ([], .badGreeting(found: [])),
    (["git-lfs"], .badGreeting(found: bytes("git-lfs"))),
    (["version=2", "git-filter-client"], .badGreeting(found: bytes("version=2"))),
  ])
  func `Any other greeting is an error`(lines: [String], error: ProtocolError) throws {
    var session = FilterSession()
    for step in Self.list(lines).dropLast() { #expect(try session.receive(step.packet) == step.action) }
    #expect(throws: error) { try session.receive(.flush) }
  }

  @Test(arguments: [
    #"a b"#, #"a=b"#, #"=a"#, #"a\nb"#, #"a\n"#, #"\e[31m"#, #"caf\xe9"#, #"\xff\xfe"#, #"a/../b"#, #"pathname=x"#,
    #"%f"#, #"'"#,
    #"-rf"#, #":(top)a"#,
  ])
  func `A path is everything after the first equals sign, with any bytes`(name: String) throws {
    let name = unescaped(name)
    for ending in ["\n", ""] where !(ending.isEmpty && name.last == 0x0A) {
      let path = (Packet.data((bytes("pathname=") + name + bytes(ending))[...]), FilterSession.Action.proceed)
      try play(
        Self.ready, Self.list(["command=clean"]).dropLast() + [path], Self.content(to: .proceed),
        Self.content(to: Self.clean(Path(name))))
    }
  }

  @Test(arguments: [
    ["command=list_available_blobs"], ["command=Clean"], ["command="], ["pathname=a"], ["command=clean x"], [],
  ])
  func `A command other than clean and smudge is refused, and the next one is processed`(lines: [String]) throws {
    try play(
      Self.ready, Self.list(lines, .reply(["status=error"])), Self.list(["command=clean"]),
      Self.content(to: Self.clean(nil)))
  }

  @Test func `Every error has a message with the problem`() {
    let errors: [ProtocolError] = [
      .badLength(bytes("0\n03")), .unexpectedEnd, .badGreeting(found: bytes("\u{1B}x")), .noCommonVersion,
    ]
    #expect(
      errors.map { "\($0)" } == [
        #"expected the length of a packet, found '0\n03'"#, "the input ended in the middle of a request",
        #"expected 'git-filter-client', found '\x1bx'"#, "the client does not offer version 2 of the filter protocol",
      ])
  }
}
