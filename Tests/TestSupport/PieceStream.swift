import Foundation

/// A file descriptor whose reads return given pieces, one for each read, and then the end of file.
///
/// A pipe joins what is written to it; a datagram stays whole. The reader must ask for at least as many bytes
/// as the longest piece has, or the rest of it is lost. macOS accepts pieces of up to 2048 bytes.
package enum PieceStream {
  /// The caller closes the descriptor.
  package static func open(_ pieces: [ArraySlice<UInt8>]) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, datagram, 0, &ends) == 0 else { fatalError("socketpair: \(errno)") }
    let writing = ends[1]
    // The kernel buffers few datagrams: they must be sent while they are read.
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
    // A closed reader gives an error instead of a signal.
    private static let flags = Int32(MSG_NOSIGNAL)
  #endif
}
