/// A reader of blobs by one `git cat-file --batch` (`git-cat-file(1)`), which looks up the next ones while the caller
/// works.
package struct BlobReader: ~Copyable {
  private let git: GitCommand
  private var batch: Child
  /// Whether git has ended, as it does at a blob that is damaged, or that a partial clone lacks.
  private var hasEnded = false
  /// How often it is started again for later blobs: it can wait for a network each time.
  private var restarts = 8

  /// The number of names written ahead. So many fit into a pipe with SHA-256 too; with more, both sides could block.
  private static let lookahead = 500

  package init(_ git: GitCommand) throws(GitError) {
    self.git = git
    batch = try Self.start(git)
  }

  private static func start(_ git: GitCommand) throws(GitError) -> Child { try git.start(["cat-file", "--batch"]) }

  /// Passes the index and the content of each blob to `body`, in order; `nil` for a blob that is missing, or larger
  /// than `limit` bytes.
  package mutating func forEach(
    _ blobs: [[UInt8]], atMost limit: Int, _ body: (Int, [UInt8]?) throws -> Void
  ) throws {
    var sent = 0
    for index in blobs.indices {
      if hasEnded, restarts > 0 {
        batch = try Self.start(git)
        hasEnded = false
        restarts -= 1
        sent = index
      }
      if sent == index && !hasEnded {
        let names = blobs[index...].prefix(Self.lookahead)
        try batch.write(names.flatMap { $0 + [.newline] })
        sent += names.count
      }
      var bytes: [UInt8] = []
      var size = 0
      let isRead = try next { piece throws(SystemError) in
        size += piece.count
        if size > limit { bytes = [] } else { bytes += piece }
      }
      try body(index, isRead && size <= limit ? bytes : nil)
    }
  }

  /// Passes the content of a blob to `body`, in pieces; `false` if the blob is missing.
  package mutating func read(
    _ blob: [UInt8], _ body: (ArraySlice<UInt8>) throws(SystemError) -> Void
  ) throws(SystemError) -> Bool {
    if !hasEnded { try batch.write(blob + [.newline]) }
    return try next(body)
  }

  /// Passes the content of the next blob to `body`: `name SP type SP size LF content LF`, or `name SP missing LF`.
  private mutating func next(_ body: (ArraySlice<UInt8>) throws(SystemError) -> Void) throws(SystemError) -> Bool {
    guard !hasEnded, let line = try batch.line() else {
      hasEnded = true
      return false
    }
    let header = line.split(separator: .space)
    guard header.count == 3, let size = Int(header[2].string) else { return false }
    // The content of an object of another type has to be read too: the next header follows it.
    let isWhole = try batch.forEachPiece(of: size, body)
    _ = try batch.line()
    return isWhole && header[1].elementsEqual("blob".utf8)
  }
}
