import Libgit2
package import Platform
import Synchronization

/// Readers of blobs for several threads, each with its own view of the object database: threads with a common one would
/// wait for each other.
package final class BlobPool: Sendable {
  /// A reader that is used by the thread that has taken it out of `free`.
  private final class Reader: @unchecked Sendable {
    var blobs: ObjectReader

    init(_ git: GitCommand, _ directories: ObjectDirectories, _ largest: Int) {
      blobs = ObjectReader(git, directories, largest: largest)
    }
  }

  private let git: GitCommand
  private let isSequential: Bool
  private let largest: Int
  let directories: Later<ObjectDirectories>
  private let free = Mutex<[Reader]>([])

  /// The number of blobs that a thread takes at a time: neighbours are often deltas of each other.
  private static let share = 16

  /// Creates a pool without readers. `common`: the common git directory, if it is known; `isSequential`: whether one
  /// thread does all the work; `largest`: the size in bytes over which a blob is not read.
  package init(
    _ git: GitCommand, in common: Path? = nil, isSequential: Bool = false, largest: Int = ObjectReader.largest
  ) {
    self.git = git
    self.isSequential = isSequential
    self.largest = largest
    directories = Later(atOnce: false) { try ObjectDirectories(git, in: common) }
  }

  /// The content of a blob; `nil` if it is missing.
  package func content(of blob: [UInt8]) throws -> [UInt8]? {
    var result: [UInt8]?
    try forEach([blob]) { _, content in result = content }
    return result
  }

  /// Passes the index and the content of each blob to `body`, in order; `nil` for a blob that is missing.
  package func forEach(_ blobs: [[UInt8]], _ body: (Int, [UInt8]?) throws -> Void) throws {
    if blobs.isEmpty { return }
    let reader = try free.withLock { $0.popLast() } ?? Reader(git, directories.value, largest)
    defer { free.withLock { $0.append(reader) } }
    try reader.blobs.forEach(blobs, body)
  }

  /// The results of `body` in the order of the blobs; it gets the index and the content of each, `nil` for a blob that
  /// is missing. Several threads call it, with the results and the error of a loop.
  package func map<Result: Sendable>(_ blobs: [[UInt8]], _ body: @Sendable (Int, [UInt8]?) throws -> Result) throws
    -> [Result]
  {
    try reduce(blobs, into: []) { (results: inout [Result], index, content) in
      results.append(try body(index, content))
    }.flatMap(\.self)
  }

  /// The results of a `body` that adds to the result of the blobs before it: one result for each share, each from
  /// `start` on.
  package func reduce<Result: Sendable>(
    _ blobs: [[UInt8]], into start: Result, _ body: @Sendable (inout Result, Int, [UInt8]?) throws -> Void
  ) throws -> [Result] {
    let size = isSequential ? max(blobs.count, 1) : Self.share
    return try blobs.mapSlices(of: size) { share in
      var result = start
      try forEach(Array(share)) { index, content in try body(&result, share.startIndex + index, content) }
      return result
    }
  }
}
