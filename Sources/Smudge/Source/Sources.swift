package import Platform

/// Reads blobs that some content may have been smudged from, lazily, with one `git cat-file` for all.
package struct Sources: ~Copyable {
  /// Where blobs are.
  private enum Store {
    /// That of the repository that git is in.
    case repository
    /// In memory: one, or none.
    case memory(HeldBlob?)
  }

  private let store: Store
  private var listing: StagedBlobs
  private var batch: ChildReader?

  /// `index`: the file that holds the index; `nil` where it is not known.
  package init(index: Path? = nil) { (store, listing) = (.repository, StagedBlobs(index)) }

  /// As if a repository held this blob and no other.
  init(holding blob: HeldBlob?) { (store, listing) = (.memory(blob), StagedBlobs(nil)) }

  /// The blobs that the index holds for a path, ours before theirs before the base.
  mutating func staged(for path: Path) -> [StagedBlob] {
    switch store {
    case .repository: listing.blobs(for: path)
    case .memory(let blob): blob?.path == path ? [StagedBlob(side: .whole, name: HeldBlob.name)] : []
    }
  }

  /// The blob that `HEAD` holds for a path; `nil` where there is none.
  package func committed(for path: Path) -> [UInt8]? {
    switch store {
    case .repository: Sources.head(path)
    case .memory(let blob): blob?.path == path ? HeldBlob.name : nil
    }
  }

  private static func head(_ path: Path) -> [UInt8]? {
    let words = ["rev-parse", "--verify", "--quiet", "--end-of-options"].map { Array($0.utf8) }
    let output = Sources.git(words + [Array("HEAD:".utf8) + path.bytes])
    return output.map { Array($0.prefix { $0 != UInt8(ascii: "\n") }) }
  }

  /// Never fetches, never filters, never asks.
  ///
  /// Asked for anew each time: a process may go from one working tree to another.
  private static var environment: [[UInt8]] { Environment.entries(changing: [
    .set("GIT_NO_LAZY_FETCH", "1"), .set("GIT_OPTIONAL_LOCKS", "0"), .set("GIT_TERMINAL_PROMPT", "0"),
    .unset("GIT_LITERAL_PATHSPECS"), .unset("GIT_GLOB_PATHSPECS"), .unset("GIT_NOGLOB_PATHSPECS"),
    .unset("GIT_ICASE_PATHSPECS"), .set("LC_ALL", "C"),
  ]) }

  /// What a command printed; `nil` where it failed.
  static func git(_ arguments: [[UInt8]]) -> [UInt8]? {
    let output = try? Subprocess.run([Array("git".utf8)] + arguments, environment: environment)
    return output.flatMap { $0.isSuccess ? $0.output : nil }
  }

  /// Fills `content` with a blob; answers whether there is one of that name.
  package mutating func read(_ blob: [UInt8], into content: inout Spool) throws(SystemError) -> Bool {
    content.removeAll()
    switch store {
    case .repository: return try fetch(blob, into: &content)
    case .memory(let held):
      guard let held, blob == HeldBlob.name else { return false }
      try content.append(held.bytes)
      return true
    }
  }

  private mutating func fetch(_ blob: [UInt8], into content: inout Spool) throws(SystemError) -> Bool {
    if batch == nil {
      batch = ChildReader(try Child.start(
        [Array("git".utf8), Array("cat-file".utf8), Array("--batch".utf8)], environment: Sources.environment))
    }
    try batch?.write(blob + [UInt8(ascii: "\n")])
    // `name SP type SP size LF content LF`, or `name SP missing LF`.
    let header = (try batch?.line() ?? []).split(separator: UInt8(ascii: " "))
    guard header.count == 3, let size = Int(String(decoding: header[2], as: UTF8.self)) else { return false }
    let isWhole = try batch?.forEachPiece(of: size) { piece throws(SystemError) in try content.append(piece) } ?? false
    _ = try batch?.line()
    // A folder of that name has a content too, and it had to be read for the next answer to be the next.
    return isWhole && header[1].elementsEqual("blob".utf8)
  }
}
