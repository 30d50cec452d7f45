package import Platform
import Smudge

/// The commits that added lines (git-blame(1)).
package enum Blame {
  /// The version whose lines are blamed.
  package enum BlameStart {
    case commit(String)
    /// The cleaned content of a file on disk.
    case content([UInt8])
  }

  /// The commit that added a line.
  package struct Origin: Hashable {
    /// The object name of the commit; zeros if not committed.
    package let commit: String
    /// The file in the parent; `nil` if it did not exist, or the parent is missing.
    package var former: FileAtCommit?
  }

  /// A file in a commit.
  package struct FileAtCommit: Hashable {
    package let commit: String
    package let path: Path
  }
}

extension GitCommand {
  /// The origins of lines, which count from 1, as far as git knows them; empty if git blame fails: before the first
  /// commit, for an untracked file, if commits are missing, and if git refuses its configuration.
  package func origins(of path: Path, _ lines: [Int], in tip: Blame.BlameStart) throws -> [Int: Blame.Origin] {
    if lines.isEmpty { return [:] }
    // Each range takes time: for many lines, blaming all lines is faster.
    let ranges = lines.count > 100 ? [] : lines.flatMap { ["-L", "\($0),\($0)"] }
    // A value of blame.ignoreRevsFile is one of a list, which an empty one on the command line does not clear.
    let command = FilterKey.off + ["blame", "--no-ignore-revs-file", "--no-textconv", "--root", "--porcelain"] + ranges
    do {
      return switch tip {
      case .commit(let commit): try output(command + [commit, "--"], paths: [path]).blamed
      case .content(let bytes): try output(command + ["--contents", "-", "--"], paths: [path], input: bytes).blamed
      }
    } catch {
      guard case .command = error else { throw error }
      return [:]
    }
  }
}

extension VerifyRepository {
  /// The number of files of which the commits are asked for also where the severity does not depend on them.
  private static let maxNamed = 200

  /// The findings in a commit with those that added their lines, as far as they are known: an incomplete history is no
  /// error.
  func attributing(_ findings: [Finding], in tree: CommittedTree) throws -> [Finding] {
    guard let commit = tree.commit else { return findings }
    let files = findings.grouped { $0.location?.path }.enumerated().filter { index, file in
      index < Self.maxNamed || file.elements.contains { $0.severity != $0.kind.severity }
    }.map(\.element)
    let origins = try files.mapSlices(of: 4) { [git] files in
      try files.map { path, findings in
        try path.map {
          try git.origins(of: $0, Set(findings.compactMap(\.location?.gitLine)).sorted(), in: .commit(commit))
        }
      }
    }
    let originsOfFiles = Dictionary(uniqueKeysWithValues: zip(files.map(\.key), origins.joined()))
    return findings.map { finding in
      var finding = finding
      let origin = finding.location?.gitLine.flatMap { originsOfFiles[finding.location?.path]??[$0] }
      finding.origin = origin.map { Finding.Origin(commit: $0.commit, author: "") }
      return finding
    }
  }
}

extension [UInt8] {
  /// Parses git-blame(1), "The porcelain format": `COMMIT SP original line SP line [SP lines]` before each line or
  /// group; for the first group of a commit also `previous SP COMMIT SP path`, and `boundary` for a commit without its
  /// parents.
  fileprivate var blamed: [Int: Blame.Origin] {
    var lines = [Int: String]()
    var former = [String: Blame.FileAtCommit]()
    var cut = Set<String>()
    var last = ""
    for record in split(separator: .newline) where record.first != .tab {
      let fields = record.split(separator: .space, maxSplits: 2)
      if record.elementsEqual("boundary".utf8) { cut.insert(last) }
      if fields.count == 3, fields[0].elementsEqual("previous".utf8) {
        former[last] = Blame.FileAtCommit(
          commit: fields[1].string, path: Path(quotedByGit: fields[2]))
      }
      guard fields.count == 3, fields[0].count >= 40,
        let line = Int(fields[2].prefix { $0 != .space }.string)
      else { continue }
      last = fields[0].string
      lines[line] = last
    }
    return lines.filter { !cut.contains($0.value) }.mapValues { Blame.Origin(commit: $0, former: former[$0]) }
  }
}
