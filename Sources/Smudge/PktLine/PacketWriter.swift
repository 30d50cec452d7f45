package import Platform

/// A buffered writer of pkt-line packets (`gitprotocol-common(5)`).
package struct PacketWriter: ~Copyable {
  private let output: File
  private var buffer: [UInt8] = []

  private static let maxBuffered = 1 << 18

  package init(_ output: consuming File) { self.output = output }

  /// Writes text lines, one packet each, and a flush.
  package mutating func list(_ lines: [String]) throws(SystemError) {
    for line in lines { add(Array((line + "\n").utf8)[...]) }
    addFlush()
    try send()
  }

  /// Begins the answer to a request that succeeded.
  package mutating func success() {
    add("status=success\n".bytes[...])
    addFlush()
  }

  package mutating func content(_ piece: ArraySlice<UInt8>) throws(SystemError) {
    var rest = piece
    while !rest.isEmpty {
      add(rest.prefix(Packet.maxBytes))
      rest = rest.dropFirst(Packet.maxBytes)
      if buffer.count > PacketWriter.maxBuffered { try send() }
    }
  }

  /// Ends an answer's content; the empty list that follows keeps the status.
  package mutating func end() throws(SystemError) {
    addFlush()
    addFlush()
    try send()
  }

  /// Adds a packet to the buffer. Empty payloads are skipped: git reads an empty packet as the end of the content.
  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    if bytes.isEmpty { return }
    let digits = String(bytes.count + Packet.headerLength, radix: 16).utf8
    buffer.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: Packet.headerLength - digits.count))
    buffer.append(contentsOf: digits)
    buffer.append(contentsOf: bytes)
  }

  private mutating func addFlush() { buffer.append(contentsOf: "0000".utf8) }

  private mutating func send() throws(SystemError) {
    try output.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
