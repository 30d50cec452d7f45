import Platform
import Rules
import Smudge

/// Verifies all files of a commit or of the index.
struct TreeVerification {
  private let here: VerifyRepository
  private let tree: CommittedTree
  private let valueSets: Int?
  private let progress: Progress

  /// `valueSets`: the number of generated value sets; `nil`: none.
  init(
    _ here: VerifyRepository, _ tree: CommittedTree, valueSets: Int? = nil,
    _ progress: Progress = .none
  ) {
    (self.here, self.tree, self.valueSets, self.progress) = (here, tree, valueSets, progress)
  }

  /// The size limit for files without `filter=munge`, in bytes: no rule was forgotten for larger ones.
  private static let largestUnruled = 1 << 20

  private struct FileToRead: Sendable {
    package let file: CommittedTree.File
    let attribute: FilterAttribute
  }

  func run(into report: inout VerifyReport) throws {
    let files = try tree.files(here.git)
    var attributes = try CommittedAttributes(of: files, here)
    try attributes.load(files.map(\.path))
    let own = try here.ownPlan()
    switch try RulesCheck.read(tree, here, own: own) {
    case .bad(let finding): report.findings.append(finding)
    case .none:
      if let file = here.privateRules, let own {
        report.privateRules = file
        return try look(for: own, in: files, attributes, &report)
      }
      let count = files.count { attributes[$0.path] == .munged && !Exclusion.isExcluded($0.path) }
      if count > 0 { report.findings.append(RulesCheck.missing(files: count)) }
    case .fine(let rules, let scanner):
      report.rules = rules
      report.findings += RulesCheck.notes(on: rules)
      let wanted = try wanted(files, attributes, scanner)
      try look(at: wanted, scanner, &report)
      report.findings = attributes.namingCase(report.findings)
    }
  }

  private func wanted(
    _ files: [CommittedTree.File], _ attributes: borrowing CommittedAttributes, _ scanner: LeakScanner
  ) throws -> [FileToRead] {
    var wanted: [FileToRead] = []
    for file in files where scanner.looks(at: file.path) && attributes[file.path] != .declined {
      wanted.append(FileToRead(file: file, attribute: attributes[file.path]))
    }
    let others = wanted.filter { $0.attribute != .munged }.map(\.file.blob)
    let large = try here.git.blobs(others, largerThan: Self.largestUnruled)
    return wanted.filter { $0.attribute == .munged || !large.contains($0.file.blob) }
  }

  private func look(at wanted: [FileToRead], _ scanner: LeakScanner, _ report: inout VerifyReport) throws {
    let counter = SharedCounter(progress.counter("Verifying files", of: wanted.count))
    var scan = try TreeScan(scanner, valueSets: valueSets)
    let scans = try here.blobs.reduce(wanted.map(\.file.blob), into: scan) { [tree] scan, index, content in
      counter.advance()
      let (file, attribute) = (wanted[index].file, wanted[index].attribute)
      if let content { try scan.look(at: content, file.path, attribute) }
      else { try scan.skip(file.path, attribute, commit: tree.commit) }
    }
    for next in scans { scan.add(next) }
    counter.finish()
    report.extent.files += scan.extent.files
    report.extent.bytes += scan.extent.bytes
    report.unread.formUnion(scan.unread)
    report.findings += scan.misses
    report.findings += try attributed(scan.leaks)
    report.findings += scan.tally.unusedLines
    report.findings += scan.tally.findings + scan.tally.unused
    scan.proof.add(to: &report)
  }

  private func attributed(_ leaks: [LocatedFinding]) throws -> [Finding] {
    guard let commit = tree.commit else { return leaks.map(\.finding) }
    return try Blame(here, .commit(commit)).attributed(leaks)
  }

  /// Without committed rules, local texts of this working tree in any file.
  private func look(
    for own: Plan, in files: [CommittedTree.File], _ attributes: borrowing CommittedAttributes, _ report: inout VerifyReport
  ) throws {
    let scanner = try LeakScanner(Rules(), own: own)
    let large = try here.git.blobs(files.map(\.blob), largerThan: 1 << 24)
    let files = files.filter { scanner.looks(at: $0.path) && !large.contains($0.blob) }
    let kinds = files.map { attributes[$0.path] }
    var leaks: [LocatedFinding] = []
    try here.blobs.forEach(files.map(\.blob)) { index, content in
      let path = files[index].path
      guard let content else {
        if kinds[index] == .munged { throw MungeError.missingBlob(path, commit: tree.commit) }
        report.unread.insert(path)
        return
      }
      let hits = scanner.hits(in: scanner.readable(content), path, kinds[index])
      if !hits.isEmpty { leaks += HitLocator(path, content, scanner.readable(content)).placed(hits, .tree) }
      report.extent.files += 1
      report.extent.bytes += content.count
    }
    report.findings += try attributed(leaks)
  }
}
