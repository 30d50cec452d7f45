package import Platform

/// A reader of many blobs: in this process, and by `git cat-file --batch` those that libgit2 cannot read.
///
/// So a repository with SHA-256, a blob that a partial clone lacks, and one that a later git stores in another way are
/// read, or reported, by git.
package struct ObjectReader: ~Copyable {
  private let git: GitCommand
  private let database: ObjectDatabase?
  private let largest: Int
  private var plumbing: BlobReader?
  /// Whether sizes are asked for first: after a blob over `maxSize`, and if many can be too large.
  private var hasLargeBlobs: Bool

  /// The size of blobs that libgit2 (1.5.1) reads slowly: it keeps no larger base of a delta in memory, so each version
  /// of such a file is made from up to 50 others.
  private static var maxSize: Int { 1 << 20 }

  /// Content of 512 MiB, from which git too does no more than it has to (`core.bigFileThreshold`, `git-config(1)`).
  package static var largest: Int { 1 << 29 }

  /// A reader for the objects of a repository. `directories`: those of `git`. `largest`: the size in bytes over which a
  /// blob is not read.
  package init(_ git: GitCommand, _ directories: ObjectDirectories, largest: Int = Self.largest) {
    self.git = git
    self.largest = largest
    hasLargeBlobs = largest < Self.largest
    database = ObjectDatabase(directories)
  }

  /// Passes the index and the content of each blob to `body`, in order; `nil` for a blob that is missing or too large.
  package mutating func forEach(_ blobs: [[UInt8]], _ body: (Int, [UInt8]?) throws -> Void) throws {
    guard let first = blobs.first else { return }
    if first.count == ObjectDatabase.nameLength, database != nil {
      for (index, name) in blobs.enumerated() { try body(index, try content(of: name)) }
    } else {
      try forEachByGit(blobs, body)
    }
  }

  /// The content of a blob; `nil` if it is missing or too large.
  private mutating func content(of blob: [UInt8]) throws -> [UInt8]? {
    // Reading the size of each blob would take a quarter of the time of reading it.
    let size = hasLargeBlobs ? database?.size(blob) ?? 0 : 0
    if size > largest { return nil }
    if size > Self.maxSize, let content = try contentByGit(blob) { return content }
    switch database?.blob(blob, atMost: largest) ?? .unknown {
    case .otherType: return nil
    case .tooLarge:
      hasLargeBlobs = true
      return nil
    case .unknown: return try contentByGit(blob)
    case .blob(let content):
      if content.count > Self.maxSize { hasLargeBlobs = true }
      return content
    }
  }

  /// The content of a blob that libgit2 cannot read.
  private mutating func contentByGit(_ blob: [UInt8]) throws -> [UInt8]? {
    var content: [UInt8]?
    try forEachByGit([blob]) { content = $1 }
    return content
  }

  /// Reads all blobs by one `git cat-file`.
  private mutating func forEachByGit(_ blobs: [[UInt8]], _ body: (Int, [UInt8]?) throws -> Void) throws {
    if plumbing == nil { plumbing = try BlobReader(git, largest: largest) }
    try plumbing?.forEach(blobs, body)
  }
}
