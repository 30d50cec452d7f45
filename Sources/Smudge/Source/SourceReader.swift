package import Platform

/// A reader of possible sources of content: names from the index and `HEAD`, and blobs by one `git cat-file --batch`.
package struct SourceReader: ~Copyable {
  /// The storage of the blobs.
  enum Store {
    case repository
    /// A repository in memory, whose files all have this content.
    case memory([UInt8])
  }

  /// The name of the blob in memory, independent of its content.
  static let blobInMemory = [UInt8](repeating: UInt8(ascii: "0"), count: 40)

  private let store: Store
  private let git: GitCommand
  private var listing: StagedBlobs
  private var reader: BlobReader?

  /// Makes a reader. `directory`: the directory of the working tree; `nil` for the working tree of the current
  /// directory, with an index that is not cached.
  init(_ directory: MungeDirectory?, _ store: Store = .repository) {
    git = .forFilter(directory)
    self.store = store
    listing = StagedBlobs(directory?.index, git)
  }

  /// The blobs of a path in the index: ours, then theirs, then the base.
  mutating func staged(for path: Path) -> [StagedBlob] {
    switch store {
    case .repository: listing.blobs(for: path)
    case .memory: [(.whole, Self.blobInMemory)]
    }
  }

  /// The blob of a path in `HEAD`; `nil` if there is none.
  package func committed(for path: Path) -> [UInt8]? {
    // A blob in memory is staged.
    guard case .repository = store else { return nil }
    let words = ["rev-parse", "--verify", "--quiet", "--end-of-options"]
    return try? git.line(words, paths: [Path("HEAD:".bytes + path.bytes)])
  }

  /// The name of the blob with some content; `nil` if git cannot tell.
  func name(of content: [UInt8]) -> [UInt8]? {
    guard case .repository = store else { return nil }
    return try? git.line(["hash-object", "--stdin", "--no-filters"], input: content)
  }

  /// Starts to read, so that git opens the repository while the names of blobs are looked up.
  mutating func open() { if case .repository = store, reader == nil { reader = try? startReader() } }

  /// Reads a blob into `content`; `false` if it does not exist.
  package mutating func read(_ blob: [UInt8], into content: inout Spool) throws(SystemError) -> Bool {
    content.removeAll()
    switch store {
    case .repository:
      if reader == nil { reader = try startReader() }
      return try reader?.read(blob) { piece throws(SystemError) in try content.append(piece) } ?? false
    case .memory(let held):
      try content.append(held)
      return true
    }
  }

  private func startReader() throws(SystemError) -> BlobReader? {
    do throws(GitError) {
      return try BlobReader(git)
    } catch {
      guard case .notStarted(let reason) = error else { return nil }
      throw reason
    }
  }
}

// git commands of the filter.

extension GitCommand {
  /// Makes the runner of git for the filter. `directory`: the directory of the working tree; `nil` for the working tree
  /// of the current directory.
  static func forFilter(_ directory: MungeDirectory?) -> GitCommand {
    if let directory, let top = directory.top {
      return GitCommand(in: top, environment: [.set("GIT_DIR", directory.git.own), .set("GIT_WORK_TREE", top)])
    }
    // `git commit -a` and `git add -p` start the filter with an index of their own, in this variable.
    let index = Environment.value("GIT_INDEX_FILE").map { [Environment.Change.set("GIT_INDEX_FILE", Path($0))] }
    return GitCommand(in: Path("."), environment: index ?? [])
  }
}
