package import Platform

/// One packet of git's pkt-line format (`gitprotocol-common(5)`).
package enum Packet: Equatable, Sendable {
  /// `0000`: the end of a list or of content.
  case flush
  /// Up to 65516 bytes.
  case data(ArraySlice<UInt8>)
  /// The other side has closed the pipe.
  case end

  /// The most bytes that one packet carries.
  package static let maxBytes = 65516
  static let headerLength = 4

  /// A line of text: one newline at the end belongs to the line, and some clients leave it out.
  var line: ArraySlice<UInt8>? {
    guard case .data(let bytes) = self else { return nil }
    return bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes
  }
}

/// What is wrong with what git, or another client, has sent.
package enum ProtocolError: Error, Equatable, Sendable {
  /// Four bytes that are no length of a packet.
  case badLength([UInt8])
  /// The pipe was closed in the middle of a packet or a request.
  case unexpectedEnd
  /// The greeting is not that of a filter client.
  case badGreeting(found: [UInt8])
  /// The client does not speak version 2.
  case noCommonVersion
  case system(SystemError)
}

extension ProtocolError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .badLength(let bytes): "expected the length of a packet, found '\(escaped(bytes))'"
    case .unexpectedEnd: "the input ended in the middle of a request"
    case .badGreeting(let found): "expected 'git-filter-client', found '\(escaped(found))'"
    case .noCommonVersion: "the client does not offer version 2 of the filter protocol"
    case .system(let error): "\(error)"
    }
  }
}

