import Git
import Platform
import Verify

// Search for texts with `git grep`, which is fast.
extension WorkingTree {
  /// The side to search.
  enum SearchScope: String {
    /// Files on disk, tracked and untracked, without ignored ones.
    case disk = "--untracked"
    /// The blobs of the index.
    case index = "--cached"
  }

  /// The blob of a path in a revision or a stage of the index; empty if there is none.
  func blob(_ revision: String, _ path: Path) throws(MungeError) -> [UInt8] {
    try git.run([Array("cat-file".utf8), Array("blob".utf8), Array(revision.utf8) + path.bytes]).output
  }

  /// Whether a file on disk contains a text, also in a longer word.
  func isHeld(_ text: [UInt8]) throws(MungeError) -> Bool { try !paths(holding: [text], .disk).isEmpty }

  /// The files that contain one of the texts, in bytes or UTF-16; only in bytes if git was built without PCRE.
  func paths(holding texts: [[UInt8]], _ side: SearchScope) throws(MungeError) -> [Path] {
    // An empty text is in every file.
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

  /// The pattern for bytes.
  private static func narrow(_ text: [UInt8]) -> [UInt8] { text.flatMap { ascii("\\x") + hex($0) } }

  /// The pattern for UTF-16 in both byte orders: NUL bytes between the characters.
  private static func wide(_ text: [UInt8]) -> [UInt8] {
    Array(text.map { ascii("\\x") + hex($0) }.joined(separator: ascii("\\x00")))
  }

  private static func hex(_ byte: UInt8) -> [UInt8] { ascii((byte < 16 ? "0" : "") + String(byte, radix: 16)) }
  private static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
}
