import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of writing responses as packets.
struct PacketWriterTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func written(_ body: (inout PacketWriter) throws -> Void) throws -> [UInt8] {
    let place = directory.path / "output"
    try FileSystem.remove(place)
    var writer = PacketWriter(try File(place, .createNew(mode: 0o600)))
    try body(&writer)
    return try #require(try FileSystem.contents(place))
  }

  @Test func `A list is lines with newlines, and a flush`() throws {
    let output = try written { try $0.list(["git-filter-server", "version=2"]) }
    #expect(difference(output, bytes("0016git-filter-server\n000eversion=2\n0000")) == nil)
    #expect(try written { try $0.list([]) } == bytes("0000"), "an empty list keeps the status")
  }

  @Test(arguments: [0, 1, 65515, 65516, 65517, 2 * 65516, 2 * 65516 + 1, 200_000, 1_000_000])
  func `A response is the status, the content in packets of valid size, and two flushes`(count: Int) throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let output = try written { writer throws(SystemError) in
      writer.success()
      try writer.content(content[...])
      try writer.end()
    }
    #expect(difference(output, Wire.answer(content)) == nil)
    // git reads an empty packet as the end of the content; the test's parser rejects one.
    #expect(try Wire.packets(output).count == 1 + 1 + (count + 65515) / 65516 + 2)
  }

  @Test(arguments: [0, 1, 10, 11, 65516, 200_000])
  func `Content in a file has the same response as content in memory`(count: Int) throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    var spool = Spool(.overflow(directory: directory.path, limit: 10))
    try spool.append(content)
    let output = try written { writer throws(SystemError) in try FilterProcess.answer(spool, &writer) }
    let found = try Wire.answers(Wire.welcome + output)
    #expect(found.map(\.status) == [["status=success\n"]])
    #expect(difference(found.first?.content ?? [], content) == nil)
  }

  @Test func `A failed write is an error`() throws {
    var writer = PacketWriter(try File(try directory.write("readonly", []), .read))
    let error = #expect(throws: SystemError.self) { try writer.list(["a"]) }
    #expect(error?.call == "write")
  }
}
