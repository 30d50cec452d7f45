import Platform
import Smudge

// The commits that added lines (git-blame(1)).

extension GitCommand {
  /// The commits of lines, which count from 1, as far as git knows them; empty if git blame fails: if commits are
  /// missing, and if git refuses its configuration.
  fileprivate func origins(of path: Path, _ lines: [Int], in commit: String) throws -> [Int: String] {
    if lines.isEmpty { return [:] }
    // Each range takes time: for many lines, blaming all lines is faster.
    let ranges = lines.count > 100 ? [] : lines.flatMap { ["-L", "\($0),\($0)"] }
    // A value of blame.ignoreRevsFile is one of a list, which an empty one on the command line does not clear.
    let command = FilterKey.off + ["blame", "--no-ignore-revs-file", "--no-textconv", "--root", "--porcelain"] + ranges
    do {
      return try output(command + [commit, "--"], paths: [path]).blamed
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
          try git.origins(of: $0, Set(findings.compactMap(\.location?.line)).sorted(), in: commit)
        }
      }
    }
    let originsOfFiles = Dictionary(uniqueKeysWithValues: zip(files.map(\.key), origins.joined()))
    return findings.map { finding in
      var finding = finding
      let origin = finding.location?.line.flatMap { originsOfFiles[finding.location?.path]??[$0] }
      finding.origin = origin.map { Finding.Origin(commit: $0, author: "") }
      return finding
    }
  }
}

extension [UInt8] {
  /// Parses git-blame(1), "The porcelain format": `COMMIT SP original line SP line [SP lines]` before each line or
  /// group; for the first group of a commit also `boundary`, if it is without its parents.
  fileprivate var blamed: [Int: String] {
    var lines = [Int: String]()
    var cut = Set<String>()
    var last = ""
    for record in split(separator: .newline) where record.first != .tab {
      let fields = record.split(separator: .space, maxSplits: 2)
      if record.elementsEqual("boundary".utf8) { cut.insert(last) }
      guard fields.count == 3, fields[0].count >= 40,
        let line = Int(fields[2].prefix { $0 != .space }.string)
      else { continue }
      last = fields[0].string
      lines[line] = last
    }
    return lines.filter { !cut.contains($0.value) }
  }
}
