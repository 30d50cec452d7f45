package import Platform
import Synchronization

/// Readers of blobs for several threads, each with a process of git of its own.
package final class BlobPool: Sendable {
  /// A reader that is used by the thread that has taken it out of `free`.
  private final class Reader: @unchecked Sendable {
    var blobs: BlobReader

    init(_ git: GitCommand) throws { blobs = try BlobReader(git) }
  }

  private let git: GitCommand
  private let free = Mutex<[Reader]>([])

  /// The number of blobs that a thread takes at a time: neighbours are often deltas of each other.
  private static let share = 64

  /// Content of 512 MiB, from which git too does no more than it has to (`core.bigFileThreshold`, `git-config(1)`).
  package static let largest = 1 << 29

  /// Creates a pool without readers.
  package init(_ git: GitCommand) { self.git = git.readingStoredObjects }

  /// The content of a blob; `nil` if it is missing. `name`: its object name, or another one of `gitrevisions(7)`.
  package func content(of name: [UInt8]) throws -> [UInt8]? {
    var result: [UInt8]?
    try forEach([name]) { _, content in result = content }
    return result
  }

  /// Passes the index and the content of each blob to `body`, in order; `nil` for a blob that is missing, or larger
  /// than `limit` bytes.
  package func forEach(
    _ blobs: [[UInt8]], atMost limit: Int = largest, _ body: (Int, [UInt8]?) throws -> Void
  ) throws {
    if blobs.isEmpty { return }
    let reader = try free.withLock { $0.popLast() } ?? Reader(git)
    try reader.blobs.forEach(blobs, atMost: limit, body)
    // After an error it has answers that no other caller expects.
    free.withLock { $0.append(reader) }
  }

  /// The results of `body` in the order of the blobs; it gets the index and the content of each, `nil` for a blob that
  /// is missing or too large. Several threads call it, with the results and the error of a loop.
  package func map<Result: Sendable>(
    _ blobs: [[UInt8]], atMost limit: Int = largest, _ body: @Sendable (Int, [UInt8]?) throws -> Result
  ) throws -> [Result] {
    try reduce(blobs, atMost: limit, into: []) { (results: inout [Result], index, content) in
      results.append(try body(index, content))
    }.flatMap(\.self)
  }

  /// The results of a `body` that adds to the result of the blobs before it: one result for each share, each from
  /// `start` on.
  package func reduce<Result: Sendable>(
    _ blobs: [[UInt8]], atMost limit: Int = largest, into start: Result,
    _ body: @Sendable (inout Result, Int, [UInt8]?) throws -> Void
  ) throws -> [Result] {
    try blobs.mapSlices(of: Self.share) { share in
      var result = start
      try forEach(Array(share), atMost: limit) { try body(&result, share.startIndex + $0, $1) }
      return result
    }
  }
}
