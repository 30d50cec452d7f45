package import Platform

/// A packet of git's pkt-line format (`gitprotocol-common(5)`).
package enum Packet: Equatable, Sendable {
  /// The flush packet `0000`: the end of a list or of content.
  case flush
  /// A payload of 1 to 65516 bytes.
  case data(ArraySlice<UInt8>)
  /// The end of the stream: the client has closed the pipe.
  case end

  /// The maximum payload of a packet, in bytes.
  package static let maxBytes = 65516
  static let headerLength = 4

  /// A copy of a payload as text, without the newline at its end, which some clients omit.
  static func line(_ bytes: ArraySlice<UInt8>) -> [UInt8] { Array(bytes.last == .newline ? bytes.dropLast() : bytes) }
}

/// A violation of the protocol by the client, or a failed read.
package enum ProtocolError: Error, Equatable, CustomStringConvertible {
  /// The four bytes found where a packet's length was expected.
  case badLength([UInt8])
  /// The pipe was closed inside a packet or a request.
  case unexpectedEnd
  case badGreeting(found: [UInt8])
  case noCommonVersion
  case system(SystemError)

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
