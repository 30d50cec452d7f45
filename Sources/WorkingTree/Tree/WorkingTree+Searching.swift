import Git
import Platform
import Smudge

// Which files hold a text: asked of `git grep`, which reads thousands of files in a moment.
extension WorkingTree {
  /// What is searched.
  enum SearchScope: String {
    /// Files on disk, tracked or not, but not ignored ones.
    case disk = "--untracked"
    /// The blobs of the index.
    case index = "--cached"
  }

  /// What a revision, or a stage of the index, holds for a path; nothing where there is none.
  func blob(_ revision: String, _ path: Path) throws(MungeError) -> [UInt8] {
    try git.run([Array("cat-file".utf8), Array("blob".utf8), Array(revision.utf8) + path.bytes]).output
  }

  /// Whether any file on disk holds a text, alone or in a longer word.
  func isHeld(_ text: [UInt8]) throws(MungeError) -> Bool { try !paths(holding: [text], .disk).isEmpty }

  /// In bytes and in UTF-16; in bytes alone where this git was built without the regular expressions that know a NUL.
  func paths(holding texts: [[UInt8]], _ side: SearchScope) throws(MungeError) -> [Path] {
    // An empty text would be found in every file.
    let texts = texts.filter { !$0.isEmpty }
    if texts.isEmpty { return [] }
    do throws(MungeError) {
      return try grep(["-P"], texts.map { WorkingTree.narrow($0) + [UInt8(ascii: "|")] + WorkingTree.wide($0) }, side)
    } catch {
      guard case .git(.command(_, status: 128, let words)) = error, !words.contains("promisor") else { throw error }
      return try grep(["-F"], texts, side)
    }
  }

  private func grep(_ kind: [String], _ patterns: [[UInt8]], _ side: SearchScope) throws(MungeError) -> [Path] {
    let words = ["grep", "--no-color", "-l", "-z", "-a", "--no-recurse-submodules", "--full-name", side.rawValue] + kind
    let input = Array(patterns.joined(separator: [UInt8(ascii: "\n")]))
    return try git.records(words + ["-f", "-"], input: input, accepting: [0, 1]).map { Path($0) }
  }

  /// As it is.
  private static func narrow(_ text: [UInt8]) -> [UInt8] { text.flatMap { ascii("\\x") + hex($0) } }

  /// With a NUL between its characters, whichever byte of a unit comes first.
  private static func wide(_ text: [UInt8]) -> [UInt8] {
    Array(text.map { ascii("\\x") + hex($0) }.joined(separator: ascii("\\x00")))
  }

  private static func hex(_ byte: UInt8) -> [UInt8] { ascii((byte < 16 ? "0" : "") + String(byte, radix: 16)) }
  private static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
}
