package import Engine
package import Platform

/// A reader of possible sources of content: names from the index and `HEAD`, and blobs by one `git cat-file --batch`.
package struct SourceReader: ~Copyable {
  /// The storage of the blobs.
  private enum Store {
    /// The current repository.
    case repository
    /// At most one blob in memory.
    case memory(SimulatedBlob?)
  }

  private let store: Store
  private var listing: StagedBlobs
  private var batch: ChildReader?

  /// `index`: the index file; `nil` if it is unknown.
  package init(index: Path? = nil) { (store, listing) = (.repository, StagedBlobs(index)) }

  /// A simulated repository with at most one blob.
  init(holding blob: SimulatedBlob?) { (store, listing) = (.memory(blob), StagedBlobs(nil)) }

  /// The blobs of a path in the index: ours, then theirs, then the base.
  mutating func staged(for path: Path) -> [StagedBlob] {
    switch store {
    case .repository: listing.blobs(for: path)
    case .memory(let blob): blob?.path == path ? [StagedBlob(side: .whole, name: SimulatedBlob.name)] : []
    }
  }

  /// The blob of a path in `HEAD`; `nil` if there is none.
  package func committed(for path: Path) -> [UInt8]? {
    switch store {
    case .repository: SourceReader.head(path)
    case .memory(let blob): blob?.path == path ? SimulatedBlob.name : nil
    }
  }

  private static func head(_ path: Path) -> [UInt8]? {
    let words = ["rev-parse", "--verify", "--quiet", "--end-of-options"].map { Array($0.utf8) }
    let output = SourceReader.git(words + [Array("HEAD:".utf8) + path.bytes])
    return output.map { Array($0.prefix { $0 != UInt8(ascii: "\n") }) }
  }

  /// The environment of git: no lazy fetch, no optional lock, no prompt. It is computed for each command, because a process can
  /// change to another working tree.
  private static var environment: [[UInt8]] { Environment.entries(changing: [
    .set("GIT_NO_LAZY_FETCH", "1"), .set("GIT_OPTIONAL_LOCKS", "0"), .set("GIT_TERMINAL_PROMPT", "0"),
    .unset("GIT_LITERAL_PATHSPECS"), .unset("GIT_GLOB_PATHSPECS"), .unset("GIT_NOGLOB_PATHSPECS"),
    .unset("GIT_ICASE_PATHSPECS"), .set("LC_ALL", "C"),
  ]) }

  /// The output of a git command; `nil` if it failed.
  static func git(_ arguments: [[UInt8]]) -> [UInt8]? {
    let output = try? Subprocess.run([Array("git".utf8)] + arguments, environment: environment)
    return output.flatMap { $0.isSuccess ? $0.output : nil }
  }

  /// Reads a blob into `content`; `false` if it does not exist.
  package mutating func read(_ blob: [UInt8], into content: inout Spool) throws(SystemError) -> Bool {
    content.removeAll()
    switch store {
    case .repository: return try fetch(blob, into: &content)
    case .memory(let held):
      guard let held, blob == SimulatedBlob.name else { return false }
      try content.append(held.bytes)
      return true
    }
  }

  private mutating func fetch(_ blob: [UInt8], into content: inout Spool) throws(SystemError) -> Bool {
    if batch == nil {
      batch = ChildReader(try Child.start(
        [Array("git".utf8), Array("cat-file".utf8), Array("--batch".utf8)], environment: SourceReader.environment))
    }
    try batch?.write(blob + [UInt8(ascii: "\n")])
    // `name SP type SP size LF content LF`, or `name SP missing LF`.
    let header = (try batch?.line() ?? []).split(separator: UInt8(ascii: " "))
    guard header.count == 3, let size = Int(String(decoding: header[2], as: UTF8.self)) else { return false }
    let isWhole = try batch?.forEachPiece(of: size) { piece throws(SystemError) in try content.append(piece) } ?? false
    _ = try batch?.line()
    // The content of an object of another type has to be read too, or the next header would not be the next object's.
    return isWhole && header[1].elementsEqual("blob".utf8)
  }
}
