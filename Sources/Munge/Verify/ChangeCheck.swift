import Git
import Platform
import Smudge

/// Looks for what changes bring in: what a file holds now, and no version of it did before.
struct ChangeCheck: ~Copyable {
  /// Which files outside the attribute are looked at.
  enum Width: Sendable {
    case attributedOnly
    /// Those that nobody has thought of, too.
    case all
  }

  private let git: GitCommand
  private let inspector: Inspector
  private let width: Width
  private var blobs: BlobReader
  private var former: BlobReader
  private var seen = SeenBlobs()

  init(_ git: GitCommand, _ inspector: Inspector, _ width: Width) throws(MungeError) {
    let blobs = try wrapping { () throws(GitError) in try BlobReader(git) }
    former = try wrapping { () throws(GitError) in try BlobReader(git) }
    self.blobs = blobs
    (self.git, self.inspector, self.width) = (git, inspector, width)
  }

  /// A version of a file that is to be read.
  private struct Version {
    let change: Change
    let commit: String?
    let attribute: WorktreeFile.Attribute
  }

  /// One in which something was found.
  private struct Suspect {
    let version: Version
    let found: [Inspector.Found]
  }

  mutating func look(
    at changes: [Changes], _ attributes: borrowing CommittedAttributes, _ report: inout VerifyReport
  ) throws(MungeError) {
    let versions = unseen(changes, attributes)
    let inspector = inspector
    var suspects: [Suspect] = []
    try blobs.forEach(versions.map(\.change.blob)) { index, content throws(MungeError) in
      let version = versions[index]
      guard let content else { throw .missingBlob(version.change.path, commit: version.commit) }
      report.extent.files += 1
      report.extent.bytes += content.count
      let found = inspector.found(in: content, version.change.path, version.attribute)
      if !found.isEmpty { suspects.append(Suspect(version: version, found: found)) }
    } orThrow: { .system($0) }
    for suspect in suspects { report.findings += try broughtIn(suspect) }
  }

  private mutating func unseen(_ changes: [Changes], _ attributes: borrowing CommittedAttributes) -> [Version] {
    var result: [Version] = []
    for commit in changes {
      for change in commit.changes where !Exclusion.isExcluded(change.path) {
        let version = Version(change: change, commit: commit.commit, attribute: attributes[change.path])
        guard isWanted(version.attribute) else { continue }
        let reach = inspector.scanner.reach(change.path)
        if seen.insert(change.blob, reach: reach, isMunged: version.attribute == .munged) { result.append(version) }
      }
    }
    return result
  }

  private func isWanted(_ attribute: WorktreeFile.Attribute) -> Bool {
    switch attribute {
    case .munged: true
    case .unspecified: width == .all
    case .declined, .other: false
    }
  }

  // MARK: What was there before

  private mutating func broughtIn(_ suspect: Suspect) throws(MungeError) -> [Finding] {
    let (change, inspector) = (suspect.version.change, inspector)
    var found = suspect.found
    var before: [[Inspector.Found]] = []
    try former.forEach(change.before) { _, content throws(MungeError) in
      guard let content else { throw .missingBlob(change.path, commit: suspect.version.commit) }
      before.append(inspector.found(in: content, change.path, suspect.version.attribute))
    } orThrow: { .system($0) }
    for (blob, old) in zip(change.before, before) where !found.isEmpty {
      found = try news(found, besides: old, changed: (blob, change.blob))
    }
    let origin = suspect.version.commit.map { Finding.Origin(commit: $0, author: "") }
    return found.map { found in
      var finding = found.finding
      finding.origin = origin
      return finding
    }
  }

  /// What stands there oftener than it did; of several that look the same, those on lines that were changed.
  private func news(
    _ found: [Inspector.Found], besides old: [Inspector.Found], changed blobs: (old: [UInt8], new: [UInt8])
  ) throws(MungeError) -> [Inspector.Found] {
    func counts(_ found: [Inspector.Found]) -> [Inspector.Identity: Int] { found.reduce(into: [:]) { $0[$1.identity, default: 0] += 1 } }
    let (now, then) = (counts(found), counts(old))
    let more = found.filter { now[$0.identity] ?? 0 > then[$0.identity] ?? 0 }
    if more.allSatisfy({ then[$0.identity] == nil }) { return more }
    let added = try addedLines(blobs)
    return more.filter { found in then[found.identity] == nil || found.finding.location?.line.map(added.contains) ?? true }
  }

  /// `@@ -OLD[,COUNT] +NEW[,COUNT] @@` before each change, without lines around it.
  private func addedLines(_ blobs: (old: [UInt8], new: [UInt8])) throws(MungeError) -> IndexSetOfLines {
    let words = ["diff", "-U0", "--no-color", "--no-ext-diff", "--no-textconv", "--text"]
      + [blobs.old, blobs.new].map { String(decoding: $0, as: UTF8.self) }
    let output = try wrapping { () throws(GitError) in try git.output(words) }
    var lines = IndexSetOfLines()
    for line in output.split(separator: UInt8(ascii: "\n")) where line.starts(with: "@@ -".utf8) {
      let new = line.split(separator: UInt8(ascii: " "), maxSplits: 3).dropFirst(2).first?.dropFirst() ?? []
      let numbers = new.split(separator: UInt8(ascii: ",")).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
      guard let first = numbers.first else { continue }
      lines.ranges.append(first..<first + (numbers.count > 1 ? numbers[1] : 1))
    }
    return lines
  }

  private struct IndexSetOfLines {
    /// In ascending order.
    var ranges: [Range<Int>] = []

    func contains(_ line: Int) -> Bool {
      let index = ranges.partitioningIndex { $0.upperBound > line }
      return index < ranges.count && ranges[index].contains(line)
    }
  }
}

/// Says what is the matter with one version of a file.
struct Inspector {
  /// What tells a finding from others in its file, wherever its line stands.
  struct Identity: Hashable {
    let matter: Finding.Matter
    let line: String
  }

  struct Found {
    let finding: Finding
    /// The fingerprint has the line.
    var identity: Identity { Identity(matter: finding.matter, line: finding.fingerprint) }
  }

  let rules: Rules
  let scanner: LeakScanner

  func found(in content: [UInt8], _ path: Path, _ attribute: WorktreeFile.Attribute) -> [Found] {
    let (bytes, hits) = scanner.hits(in: content, path, attribute)
    let leaks = hits.isEmpty ? [] : LeakReport(path, bytes).findings(hits, .change)
    return (leaks + unruled(content, path, attribute)).map(Found.init)
  }

  private func unruled(_ content: [UInt8], _ path: Path, _ attribute: WorktreeFile.Attribute) -> [Finding] {
    if attribute == .munged { return [] }
    var tally = RulesTally(rules, scanner)
    tally.look(at: content, path, attribute)
    return tally.findings
  }
}
