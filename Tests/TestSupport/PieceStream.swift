import Foundation

/// A descriptor to read from whose every read gives exactly one of some pieces, and then the end.
///
/// A pipe joins what is written to it; a datagram stays whole. The reader must ask for as many bytes
/// as the longest piece has, or the rest of it is lost. macOS allows pieces of up to 2048 bytes.
package enum PieceStream {
  /// The descriptor is the caller's to close.
  package static func open(_ pieces: [ArraySlice<UInt8>]) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, datagram, 0, &ends) == 0 else { fatalError("socketpair: \(errno)") }
    let writing = ends[1]
    // The kernel holds few datagrams: they have to be sent while they are read.
    Thread.detachNewThread {
      for piece in pieces.map(Array.init) + [[]] where send(writing, piece, piece.count, flags) < 0 { break }
      close(writing)
    }
    return ends[0]
  }

  #if canImport(Darwin)
    private static let datagram = SOCK_DGRAM
    private static let flags: Int32 = 0
  #else
    private static let datagram = Int32(SOCK_DGRAM.rawValue)
    // A reader that has gone shows as an error, and not as a signal.
    private static let flags = Int32(MSG_NOSIGNAL)
  #endif
}
