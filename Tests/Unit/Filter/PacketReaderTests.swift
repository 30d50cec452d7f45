import TestSupport
import Testing

@testable import Platform
@testable import Smudge

/// Tests of splitting a stream of bytes into packets.
struct PacketReaderTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static let flush = Packet.flush

  private static func data(_ text: String) -> Packet { .data(bytes(text)[...]) }

  @Test(
    arguments: [
      ("", []),
      ("0000", [.flush]),
      ("0005a", [data("a")]),
      ("0006a\n", [data("a\n")]),
      ("0004", [data("")]),
      ("00000000", [.flush, .flush]),
      ("0009hello0000000bgoodbye", [data("hello"), .flush, data("goodbye")]),
      ("0009000000000", [data("00000"), .flush]),
      ("000A123456000a123456", [data("123456"), data("123456")]),
    ] as [(String, [Packet])])
  func `Bytes are split at the lengths of the packets`(input: String, expected: [Packet]) throws {
    #expect(try packets(bytes(input)) == expected)
    #expect(try packets(bytes(input), pieces: 1) == expected, "independent of the reads")
  }

  @Test(arguments: [
    "0001", "0002", "0003", "fff1", "FFF1", "ffff", "00g0", "-004", "+005", " 005", "0x05", "0005a000z", "\n005",
  ])
  func `An invalid length is an error`(input: String) throws {
    let bad = bytes(input).suffix(4)
    #expect(throws: ProtocolError.badLength(Array(bad))) { try packets(bytes(input)) }
  }

  @Test(arguments: ["0", "00", "000", "0005", "0006a", "0000000", "0009hello0009hell", "fff0"])
  func `The end of the stream inside a packet is an error`(input: String) throws {
    #expect(throws: ProtocolError.unexpectedEnd) { try packets(bytes(input)) }
  }

  @Test func `The longest packet has 65520 bytes`() throws {
    let content = [UInt8](repeating: 1, count: Packet.maxBytes)
    #expect(Wire.packet(content).starts(with: bytes("fff0")))
    #expect(try packets(Wire.packet(content) + Wire.flush) == [.data(content[...]), .flush])
  }

  @Test func `Packets of all sizes are read through a buffer smaller than their sum`() throws {
    var generator = SeededGenerator(salt: "packets")
    let contents = (0..<40).map { _ in
      [UInt8](
        repeating: UInt8.random(in: 0...255, using: &generator), count: Int.random(in: 0...65516, using: &generator))
    }
    let found = try packets(contents.flatMap { Wire.packet($0) })
    let isEqual = found == contents.map { .data($0[...]) }
    #expect(isEqual, "\(TestSeed.note)")
  }

  @Test func `The packets do not depend on how reads split the stream`() throws {
    var generator = SeededGenerator(salt: "reads")
    for _ in 0..<20 {
      let contents = (0..<10).map { _ in [UInt8](repeating: 0x30, count: Int.random(in: 0...300, using: &generator)) }
      let stream = contents.flatMap { generator.oneIn(4) ? Wire.flush : Wire.packet($0) }
      let whole = try packets(stream)
      let pieces = generator.pieces(of: stream, most: [1, 3, 5, 100].randomElement(using: &generator) ?? 1)
      let cut = try packets(PacketReader(File(adopting: PieceStream.open(pieces))))
      #expect(cut == whole, "\(TestSeed.note)")
    }
  }

  @Test(arguments: [("a\n", "a"), ("a", "a"), ("a\n\n", "a\n"), ("\n", ""), ("", ""), ("a\nb", "a\nb")])
  func `One newline at the end is removed from a line`(content: String, line: String) {
    #expect(Packet.data(bytes(content)[...]).line.map { Array($0) } == bytes(line))
    #expect(Packet.flush.line == nil)
    #expect(Packet.end.line == nil)
  }

  /// All packets up to the end.
  private func packets(_ stream: [UInt8]) throws -> [Packet] {
    try packets(PacketReader(File(try directory.write("stream", stream), .read)))
  }

  private func packets(_ stream: [UInt8], pieces: Int) throws -> [Packet] {
    let pieces = stream.indices.map { stream[$0...$0] }
    return try packets(PacketReader(File(adopting: PieceStream.open(pieces))))
  }

  private func packets(_ reader: consuming PacketReader) throws -> [Packet] {
    var found: [Packet] = []
    while true {
      switch try reader.next() {
      case .end: return found
      case .flush: found.append(.flush)
      // The slice is valid only until the next packet.
      case .data(let bytes): found.append(.data(Array(bytes)[...]))
      }
    }
  }
}
