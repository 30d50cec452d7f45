import Git
import Platform
import Smudge

/// A file that is another one in a commit than in its parents, or in the index than in `HEAD`.
struct Change: Sendable, Equatable {
  let path: Path
  /// The name of the new blob, in hexadecimal digits.
  let blob: [UInt8]
  /// What it was before, for each parent that had it, under whatever name.
  let before: [[UInt8]]
  /// Its name then; `nil` where that was the same, or is not known.
  var formerPath: Path?
}

/// The changes of one commit; `nil` for what is not committed yet.
struct Changes: Sendable, Equatable {
  let commit: String?
  var changes: [Change] = []
}

extension Changes {
  /// As `git diff-tree --stdin -z -r -c` and `git diff-index -z` write them (`git-diff(1)`, "Raw output format"):
  /// `COMMIT NUL`, then for each file `:MODE.. OBJECT.. STATUS NUL PATH NUL`, with a colon for each parent, and two paths
  /// where the file had another name.
  static func parse(_ output: [UInt8]) -> [Changes] {
    var (result, fields) = ([Changes](), output.split(separator: 0, omittingEmptySubsequences: false)[...])
    while let field = fields.popFirst() {
      let parents = field.prefix { $0 == UInt8(ascii: ":") }.count
      if field.isEmpty { continue }
      if parents == 0 {
        result.append(Changes(commit: String(decoding: field, as: UTF8.self)))
        continue
      }
      let words = field.dropFirst(parents).split(separator: UInt8(ascii: " "))
      guard words.count == 2 * parents + 3, let first = fields.popFirst() else { return result }
      let isRenamed = parents == 1 && words.last.map { "RC".utf8.contains($0.first ?? 0) } ?? false
      let renamed = isRenamed ? fields.popFirst() : nil
      if result.isEmpty { result.append(Changes(commit: nil)) }
      guard var change = change(Path(renamed ?? first), words, parents) else { continue }
      if renamed != nil { change.formerPath = Path(first) }
      result[result.count - 1].changes.append(change)
    }
    return result
  }

  /// `nil` where there is no regular file behind the change.
  private static func change(_ path: Path, _ words: [ArraySlice<UInt8>], _ parents: Int) -> Change? {
    guard words[parents].starts(with: "100".utf8) else { return nil }
    let blobs = words[(parents + 1)...]
    let before = zip(words, blobs).prefix(parents).filter { $0.0.starts(with: "100".utf8) }.map { Array($0.1) }
    return Change(path: path, blob: Array(blobs[blobs.startIndex + parents]), before: before)
  }
}
