import Git
import Platform
import Smudge

/// Verifies all that one commit holds.
struct TreeVerification {
  private let here: VerifyRepository
  private let commit: String
  private let developers: Int?
  private let seed: UInt64?
  private let progress: (Verification.Progress) -> Void

  /// `developers`: how many are to be made up, from `seed`; `nil`: none.
  init(
    _ here: VerifyRepository, _ commit: String, developers: Int? = nil, seed: UInt64? = nil,
    _ progress: @escaping (Verification.Progress) -> Void = { _ in }
  ) {
    (self.here, self.commit, self.developers, self.seed, self.progress) = (here, commit, developers, seed, progress)
  }

  /// What is larger, and nobody's, is no text that a rule was forgotten for.
  private static let largestUnruled = 1 << 20

  func run(into report: inout VerifyReport) throws(MungeError) {
    let tree = CommittedTree.commit(commit)
    var attributes = try CommittedAttributes(of: tree, here.git)
    let files = try tree.files(here.git)
    try attributes.load(files.map(\.path))
    switch try RulesCheck.read(tree, here.git, own: try here.ownPlan()) {
    case .bad(let finding): report.findings.append(finding)
    case .none:
      let count = files.count { attributes[$0.path] == .munged && !Exclusion.isExcluded($0.path) }
      if count > 0 { report.findings.append(RulesCheck.missing(files: count)) }
    case .fine(let rules, let scanner):
      report.rules = rules
      report.advice += RulesCheck.advice(on: rules)
      try look(at: files, attributes, rules, scanner, &report)
    }
  }

  private func look(
    at files: [CommittedTree.File], _ attributes: borrowing CommittedAttributes, _ rules: Rules,
    _ scanner: LeakScanner, _ report: inout VerifyReport
  ) throws(MungeError) {
    var tally = RulesTally(rules, scanner)
    var proof = try InertProof(rules, developers: developers, seed: seed)
    var wanted: [(file: CommittedTree.File, attribute: WorktreeFile.Attribute)] = []
    for file in files where !Exclusion.isExcluded(file.path) {
      switch attributes[file.path] {
      case .munged: wanted.append((file, .munged))
      case .unspecified where file.size ?? 0 <= Self.largestUnruled: wanted.append((file, .unspecified))
      case .other(let filter): tally.note(otherFilter: filter, file.path)
      case .declined, .unspecified: break
      }
    }
    var blobs = try wrapping { () throws(GitError) in try BlobReader(here.git) }
    var leaks: [Finding] = []
    try blobs.forEach(wanted.map(\.file.blob)) { index, content throws(MungeError) in
      let (file, attribute) = wanted[index]
      guard let content else { throw .missingBlob(file.path, commit: commit) }
      tally.look(at: content, file.path, attribute)
      if attribute != .munged { return }
      try proof.look(at: content, file.path)
      report.extent.files += 1
      report.extent.bytes += content.count
      let (bytes, hits) = scanner.hits(in: content, file.path, attribute)
      if !hits.isEmpty { leaks += LeakReport(file.path, bytes).findings(hits, .tree) }
      if report.extent.files.isMultiple(of: 100) { progress(Verification.Progress(commits: 0, files: report.extent.files)) }
    } orThrow: { .system($0) }
    report.findings += try Blame(here, commit).attributed(leaks)
    let munged = wanted.filter { $0.attribute == .munged }.map(\.file.path)
    report.findings += tally.findings + tally.unused + (try needlessAttributes(files, munged, scanner))
    proof.add(to: &report)
  }

  private func needlessAttributes(
    _ files: [CommittedTree.File], _ munged: [Path], _ scanner: LeakScanner
  ) throws(MungeError) -> [Finding] {
    let needless = NeedlessAttributes(munged: munged, scanner)
    if !needless.areThere { return [] }
    let files = files.filter { $0.path.name == Path(".gitattributes") }
    var sources: [NeedlessAttributes.Source] = []
    var blobs = try wrapping { () throws(GitError) in try BlobReader(here.git) }
    try blobs.forEach(files.map(\.blob)) { index, content throws(MungeError) in
      guard let content else { throw .missingBlob(files[index].path, commit: commit) }
      sources.append(NeedlessAttributes.Source(path: files[index].path, content: content))
    } orThrow: { .system($0) }
    return needless.findings(in: sources)
  }
}

/// Finds out which commits brought lines in (`git-blame(1)`).
struct Blame {
  private let here: VerifyRepository
  private let commit: String

  init(_ here: VerifyRepository, _ commit: String) { (self.here, self.commit) = (here, commit) }

  /// The same findings, with their origins as far as git knows them.
  func attributed(_ findings: [Finding]) throws(MungeError) -> [Finding] {
    var (commits, result) = ([[Int: String]](), findings)
    let paths = findings.compactMap(\.location?.path).reduce(into: [Path]()) { if $0.last != $1 { $0.append($1) } }
    for path in paths {
      let lines = Set(findings.filter { $0.location?.path == path }.compactMap(\.location?.line))
      commits.append(try self.commits(of: path, lines.sorted()))
    }
    let origins = Dictionary(zip(paths, commits), uniquingKeysWith: { one, _ in one })
    let authors = try here.authors(of: Set(commits.flatMap(\.values)))
    for index in result.indices {
      guard let location = result[index].location, let line = location.line,
        let commit = origins[location.path]?[line], let author = authors[commit]
      else { continue }
      result[index].origin = Finding.Origin(commit: commit, author: author)
    }
    return result
  }

  /// `COMMIT SP original line SP line [SP lines]` before each line or group of lines; `boundary` where history was cut off.
  private func commits(of path: Path, _ lines: [Int]) throws(MungeError) -> [Int: String] {
    if lines.isEmpty { return [:] }
    let words = ["-c", "blame.ignoreRevsFile=", "blame", "--root", "--porcelain"] + lines.flatMap { ["-L", "\($0),\($0)"] }
    let output = try wrapping { () throws(GitError) in try here.git.output(words + [commit, "--"], paths: [path]) }
    var (found, cut, last) = ([Int: String](), Set<String>(), "")
    for record in output.split(separator: UInt8(ascii: "\n")) where record.first != UInt8(ascii: "\t") {
      let fields = record.split(separator: UInt8(ascii: " "), maxSplits: 3)
      if record.elementsEqual("boundary".utf8) { cut.insert(last) }
      guard fields.count >= 3, fields[0].count >= 40, let line = Int(String(decoding: fields[2], as: UTF8.self)) else { continue }
      last = String(decoding: fields[0], as: UTF8.self)
      found[line] = last
    }
    return found.filter { !cut.contains($0.value) }
  }
}
