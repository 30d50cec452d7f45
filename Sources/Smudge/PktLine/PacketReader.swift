package import Platform

/// A buffered reader of pkt-line packets (`gitprotocol-common(5)`).
package struct PacketReader: ~Copyable {
  private let input: File
  private var buffer = [UInt8](repeating: 0, count: 1 << 17)
  private var unread = 0..<0

  package init(_ input: consuming File) { self.input = input }

  /// The next packet; its bytes are a slice of the buffer, valid until the next call.
  package mutating func next() throws(ProtocolError) -> Packet {
    guard try fill(Packet.headerLength) else {
      if unread.isEmpty { return .end }
      throw .unexpectedEnd
    }
    let length = try PacketReader.length(buffer[unread].prefix(Packet.headerLength))
    let whole = max(length, Packet.headerLength)
    guard try fill(whole) else { throw .unexpectedEnd }
    let packet = buffer[unread].prefix(whole)
    unread = packet.endIndex..<unread.upperBound
    return length == 0 ? .flush : .data(packet.dropFirst(Packet.headerLength))
  }

  /// Parses a length, which includes the header; 0 for a flush. Lengths 1 to 4 and those over 65520 are errors.
  private static func length(_ header: ArraySlice<UInt8>) throws(ProtocolError) -> Int {
    let digits = header.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    let length = digits.reduce(0) { $0 << 4 | $1 }
    let isPacket = (Packet.headerLength...Packet.maxBytes + Packet.headerLength).contains(length)
    guard digits.count == header.count, isPacket || length == 0 else { throw .badLength(Array(header)) }
    return length
  }

  /// Reads until the buffer has `count` unread bytes; `false` if the stream ends before that.
  private mutating func fill(_ count: Int) throws(ProtocolError) -> Bool {
    // git waits for each answer, so this is the case between two requests, and no bytes have to be moved.
    if unread.isEmpty { unread = 0..<0 }
    if buffer.count - unread.lowerBound < count {
      buffer.replaceSubrange(0..<unread.count, with: Array(buffer[unread]))
      unread = 0..<unread.count
    }
    while unread.count < count {
      let room = unread.upperBound..<buffer.count
      do throws(SystemError) {
        let got = try input.read(into: &buffer, range: room)
        if got == 0 { return false }
        unread = unread.lowerBound..<unread.upperBound + got
      } catch {
        throw .system(error)
      }
    }
    return true
  }
}
