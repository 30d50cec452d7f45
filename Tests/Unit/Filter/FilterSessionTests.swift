import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of the protocol: rows of packets, each with the action of the caller.
struct FilterSessionTests {
  private typealias Step = (packet: Packet, action: FilterSession.Action)

  private static func line(_ text: String) -> Packet { .data(bytes(text)[...]) }

  private static let greeting: [Step] = [
    (line("git-filter-client\n"), .proceed), (line("version=2\n"), .proceed),
    (.flush, .reply(["git-filter-server", "version=2"])),
  ]

  private static let capabilities: [Step] = [
    (line("capability=clean\n"), .proceed), (line("capability=smudge\n"), .proceed),
    (line("capability=delay\n"), .proceed),
    (.flush, .reply(["capability=clean", "capability=smudge"])),
  ]

  private static let ready = greeting + capabilities

  private func play(_ steps: [Step], _ session: inout FilterSession) throws {
    for (index, step) in steps.enumerated() {
      #expect(try session.receive(step.packet) == step.action, "after packet \(index): \(step.packet)")
    }
  }

  private func play(_ steps: [Step]...) throws {
    var session = FilterSession()
    for steps in steps { try play(steps, &session) }
  }

  @Test func `A session has a greeting, requests and an end`() throws {
    let smudge = FilterSession.Request(direction: .smudge, path: Path("a/b.x"), blob: bytes("0123"))
    let clean = FilterSession.Request(direction: .clean, path: Path("c"))
    try play(
      Self.ready,
      [
        (Self.line("command=smudge\n"), .proceed), (Self.line("pathname=a/b.x\n"), .proceed),
        (Self.line("ref=refs/heads/main\n"), .proceed), (Self.line("treeish=4567\n"), .proceed),
        (Self.line("blob=0123\n"), .proceed), (Self.line("can-delay=1\n"), .proceed), (.flush, .proceed),
        (Self.line("one\n"), .store(bytes("one\n")[...])), (Self.line("two"), .store(bytes("two")[...])),
        (.flush, .perform(smudge)),
        (Self.line("command=clean\n"), .proceed), (Self.line("pathname=c\n"), .proceed), (.flush, .proceed),
        (.flush, .perform(clean)),
        (.end, .finish), (.end, .finish),
      ])
  }

  @Test(arguments: [
    (["clean", "smudge", "delay"], ["clean", "smudge"]), (["clean"], ["clean"]), (["smudge"], ["smudge"]),
    (["delay"], []), ([], []), (["smudge", "future", "clean"], ["clean", "smudge"]),
  ])
  func `Only capabilities that the client sends are returned, and never delay`(
    named: [String], offered: [String]
  ) throws {
    try play(
      Self.greeting, named.map { (Self.line("capability=\($0)\n"), .proceed) },
      [
        (.flush, .reply(offered.map { "capability=\($0)" }))
      ])
  }

  @Test(arguments: [["version=2"], ["version=3", "version=2"], ["version=2", "future=1"]])
  func `Version 2 is found among the versions of the client`(lines: [String]) throws {
    try play(
      [(Self.line("git-filter-client\n"), .proceed)], lines.map { (Self.line($0 + "\n"), .proceed) },
      [
        (.flush, .reply(["git-filter-server", "version=2"]))
      ])
  }

  @Test(arguments: [
    (["git-filter-client"], ProtocolError.noCommonVersion), (["git-filter-client", "version=1"], .noCommonVersion),
    (["git-filter-client", "version=22"], .noCommonVersion), ([], .badGreeting(found: [])),
    (["git-lfs"], .badGreeting(found: bytes("git-lfs"))),
    (["version=2", "git-filter-client"], .badGreeting(found: bytes("version=2"))),
  ])
  func `Any other greeting is an error`(lines: [String], error: ProtocolError) throws {
    var session = FilterSession()
    try play(lines.map { (Self.line($0 + "\n"), .proceed) }, &session)
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
      var session = FilterSession()
      try play(Self.ready, &session)
      try play(
        [
          (Self.line("command=clean\n"), .proceed),
          (.data((bytes("pathname=") + name + bytes(ending))[...]), .proceed),
          (.flush, .proceed), (.flush, .perform(FilterSession.Request(direction: .clean, path: Path(name)))),
        ], &session)
    }
  }

  @Test func `Fields have any order, unknown ones are ignored, the last of a name wins`() throws {
    try play(
      Self.ready,
      [
        (Self.line("blob=1\n"), .proceed), (Self.line("future\n"), .proceed), (Self.line("pathname=a\n"), .proceed),
        (Self.line("blob=2\n"), .proceed), (Self.line("command=smudge\n"), .proceed), (Self.line("=\n"), .proceed),
        (.flush, .proceed),
        (.flush, .perform(FilterSession.Request(direction: .smudge, path: Path("a"), blob: bytes("2")))),
      ])
  }

  @Test(arguments: [
    ["command=list_available_blobs"], ["command=Clean"], ["command="], ["pathname=a"], ["command=clean x"], [],
  ])
  func `A command other than clean and smudge is refused, and the next one is processed`(lines: [String]) throws {
    try play(
      Self.ready, lines.map { (Self.line($0 + "\n"), .proceed) },
      [
        (.flush, .reply(["status=error"])),
        (Self.line("command=clean\n"), .proceed), (.flush, .proceed),
        (.flush, .perform(FilterSession.Request(direction: .clean, path: nil))),
      ])
  }

  @Test func `Content can have any bytes, and empty packets`() throws {
    try play(
      Self.ready,
      [
        (Self.line("command=clean\n"), .proceed), (.flush, .proceed),
        (Self.line("command=smudge\n"), .store(bytes("command=smudge\n")[...])), (Self.line(""), .store([])),
        (.flush, .perform(FilterSession.Request(direction: .clean, path: nil))),
      ])
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
