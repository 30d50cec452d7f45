import Platform
import Rules
import Smudge

/// Finds what changes add: findings that no parent version of a file has, by each rule set.
struct ChangeCheck {
  private let repository: VerifyRepository
  /// The commit or the index whose rules are the newest ones; another one with the same rules can follow.
  var end: CommittedTree
  /// Whether files without the attribute are looked at as well, and each version is compared with those before it.
  private let isComparing: Bool
  private var ruleSets: RuleSets
  private var reported: Set<CommittedTree.File> = []
  /// The result of each rule set for a version, of the last changes that have findings or are compared.
  private var readings: [CommittedTree.File: [LeakScanner.Reading?]] = [:]
  private var files: [Path: FileProperties] = [:]

  /// Prepares a check of changes that end at a commit or the index. `bases`: commits whose rules are used besides those
  /// of the end, if their `settings` differ; `isHistory`: whether versions are not compared. Throws if there are no
  /// rules; a problem of them is added to the report.
  init(
    _ repository: VerifyRepository, _ end: CommittedTree, after bases: [String], _ settings: SettingsOfCommits = [:],
    isHistory: Bool = false, _ report: inout VerifyReport
  ) throws {
    let ruleSets = try RuleSets(repository, end, after: bases, settings)
    if ruleSets.rules == nil, ruleSets.problem == nil, !ruleSets.all[0].knowsOwn {
      throw repository.nothingToCheck(in: report.target)
    }
    report.rules = ruleSets.rules
    if ruleSets.rules == nil { report.privateRules = repository.privateRules() }
    report.findings += [ruleSets.problem].compactMap(\.self)
    self.repository = repository
    self.end = end
    self.ruleSets = ruleSets
    isComparing = !isHistory || report.privateRules != nil
  }

  /// Asks git what `check` has to know about changes, for many at a time; returns those that can have findings, with
  /// the former names of new files.
  mutating func prepared(_ changes: [Changes], _ report: inout VerifyReport) throws -> [Changes] {
    let changes = try isComparing ? ruleSets.holding(repository.followingRenames(changes), &report) : changes
    try ruleSets.attributes.load(changes.flatMap(\.changes).flatMap(\.paths))
    return changes
  }

  /// Adds the findings of changes. Large files that no rule set munges are not read: no rule was forgotten for them.
  /// The limit is higher if local texts of this working tree are searched.
  mutating func check(_ changes: [Changes], _ report: inout VerifyReport) throws {
    let moved = try changes.flatMap(\.changes).compactMap(movedOut)
    report.findings += moved
    readings = [:]
    let all = try changes.flatMap { commit in
      try commit.changes.map { try VersionToRead(change: $0, commit: commit.commit, file: properties(of: $0.path)) }
    }
    let unmunged = all.filter(\.file.isOther).map(\.change.blob)
    let large = try repository.git.blobs(
      unmunged, largerThan: SearchBudget.largest(knowsTexts: ruleSets.all[0].knowsOwn))
    let versions = all.filter { version in
      version.file.isLookedAt && !(version.file.isOther && large.contains(version.change.blob))
    }

    try read(versions, &report)
    for version in versions where readings[version.place] != nil && !reported.contains(version.place) {
      let findings = try added(version)
      if !findings.isEmpty { reported.insert(version.place) }
      report.findings += findings.filter { finding in
        finding.kind != .missingAttribute || !moved.contains { $0.location == finding.location }
      }
    }
  }

  /// The finding about a file with a canonical text that a change has renamed out of the munged ones.
  private func movedOut(_ change: FileChange) throws -> Finding? {
    let attribute = try ruleSets.attributes[change.path]
    guard isComparing, attribute != .munged, attribute != .declined,
      let former = try change.before.first(where: { try ruleSets.attributes.munges($0.path) }),
      let old = try repository.blobs.content(of: former.blob), !ruleSets.all[0].hidden(since: old, former.path).isEmpty
    else { return nil }
    // The author of the rename is the one who can add the line: the guard stops that commit.
    return Finding(
      .noLongerMunged(former.path), end.commit == nil ? .error : nil, at: Finding.Location(path: change.path))
  }

  private mutating func properties(of path: Path) throws -> FileProperties {
    if let known = files[path] { return known }
    let attributes = try ruleSets.all.enumerated().map { ruleSet, scanner in
      let attribute = try ruleSets.attributes[path, ruleSet]
      return looks(at: path, attribute, scanner) ? attribute : nil
    }
    let isCompared = isComparing && attributes.contains(.munged) && !Exclusion.isExcluded(path)
    let file = FileProperties(attributes: attributes, isCompared: isCompared)
    files[path] = file
    return file
  }

  private func looks(at path: Path, _ attribute: FilterAttribute, _ scanner: LeakScanner) -> Bool {
    guard scanner.looks(at: path) else { return false }
    return switch attribute {
    case .munged: scanner.knowsOwn || scanner.reach(path).contains(true)
    case .unspecified, .marked, .other: isComparing && scanner.base == nil
    // `-filter` does not allow local texts of this working tree.
    case .declined: isComparing && scanner.knowsOwn
    }
  }

  /// Reads the versions, each once.
  private mutating func read(_ versions: [VersionToRead], _ report: inout VerifyReport) throws {
    var queued: Set<CommittedTree.File> = []
    let new = versions.filter { queued.insert($0.place).inserted }
    let scanners = ruleSets.all
    let made = try repository.blobs.map(new.map(\.change.blob)) { index, content in
      content.map { new[index].readings($0, scanners) }
    }

    for (version, made) in zip(new, made) {
      guard let made else {
        for gap in try gaps(version, blob: version.change.blob) {
          report.unread[isComparing ? gap : .unreadable, default: []].insert(version.change.path)
        }
        continue
      }
      report.files += 1
      if version.file.isCompared || made.contains(where: { $0?.found.isEmpty == false }) {
        readings[version.place] = made
      }
    }
  }

  /// The gaps that the blob of a version, which cannot be read, leaves in the search. Throws if it is missing, and a
  /// rule munges the file.
  private func gaps(_ version: VersionToRead, blob: [UInt8]) throws -> [VerifyReport.Gap] {
    try zip(ruleSets.all, version.file.attributes).compactMap { [git = repository.git] scanner, attribute in
      try attribute.flatMap {
        try scanner.gap(version.change.path, $0, commit: version.commit, isTooLarge: git.isTooLarge(blob))
      }
    }
  }

  private mutating func readings(of blob: [UInt8], _ version: VersionToRead) throws -> [LeakScanner.Reading?] {
    let place = CommittedTree.File(path: version.change.path, blob: blob)
    if let known = readings[place] { return known }
    let made = version.readings(try content(of: blob, version), ruleSets.all)
    readings[place] = made
    return made
  }

  /// The content of a blob; empty for a missing blob that no rule munges: all that was found later is then new.
  private func content(of blob: [UInt8], _ version: VersionToRead) throws -> [UInt8] {
    if let content = try repository.blobs.content(of: blob) { return content }
    _ = try gaps(version, blob: blob)
    return []
  }

  /// The new findings of all rule sets: after those of the newest one, leaks that only an older one finds.
  private mutating func added(_ version: VersionToRead) throws -> [Finding] {
    let newest = ruleSets.all[0]
    var findings: [Finding] = []
    for (ruleSet, attribute) in version.file.attributes.enumerated() {
      guard let attribute else { continue }
      // Under another name, a file that had another attribute in all trees was not the same one.
      let former = try version.change.before.filter { file in
        try file.path == version.change.path
          || ruleSets.all.indices.contains { try ruleSets.attributes[file.path, $0] == attribute }
      }

      let known = FindingLocations(findings.filter { newest.line(accepting: $0) == nil })
      for var finding in try added(version, ruleSet, since: former.map(\.blob)) {
        finding.commit = version.commit
        finding.base = ruleSets.all[ruleSet].base
        if finding.base == nil || finding.detail.leaked != nil && !known.overlap(finding) { findings.append(finding) }
      }
    }
    return findings
  }

  /// The new findings of one rule set: those that are new compared with every former version, and canonical texts of
  /// these that the version replaces.
  private mutating func added(_ version: VersionToRead, _ ruleSet: Int, since former: [[UInt8]]) throws -> [Finding] {
    let path = version.change.path
    let blob = version.change.blob
    let scanner = ruleSets.all[ruleSet]
    guard let now = try readings(of: blob, version)[ruleSet], !former.contains(blob) else { return [] }
    if now.found.isEmpty && !version.file.isCompared { return [] }

    let olds = try former.map { try (blob: $0, reading: readings(of: $0, version)[ruleSet]) }

    // A file that was text and becomes one that is never munged is also read as text.
    let isHidden = !now.isText && olds.contains { $0.reading?.isText ?? false }
    let text = isHidden ? Exclusion.text(in: try content(of: blob, version)) : []
    let shown = isHidden ? scanner.reading(text, path, .munged, compared: true) : now
    var findings = shown.found + (isHidden ? now.found : [])
    for case (let old, let reading?) in olds where isHidden && findings.isEmpty && !reading.canonicalLines.isEmpty {
      findings = scanner.hidden(since: try content(of: old, version), path)
    }

    let known = FindingLocations(findings.map(\.finding))
    var new: [Finding]?
    for case (let old, let reading?) in olds {
      var added = findings.besides(reading.found).map(\.finding)
      if shown.isText, reading.canonicalLines != shown.canonicalLines {
        let former = try content(of: old, version)
        let text = isHidden ? text : try content(of: blob, version)
        let gone = reading.canonicalLines.subtracting(shown.canonicalLines)
        added += scanner.replaced(from: former, to: text, path, gone: gone).filter { !known.overlap($0) }
      }
      // A key that has such a value already is the project's.
      let keys = reading.signing.map(\.detail.key)
      added += shown.signing.filter { !keys.contains($0.detail.key) }
      new = new.map { $0.filter(FindingLocations(added).overlap) } ?? added
    }
    return new ?? findings.map(\.finding)
  }

  /// Adds the leaks in the total change since a base whose commits were checked before: a merge has added them again.
  mutating func lookAgain(since base: String, _ report: inout VerifyReport) throws {
    var total = VerifyReport(report.target)
    reported = []
    let changes = try repository.changes(["diff-tree"], of: [base] + [end.commit].compactMap(\.self))
    try check(prepared(changes, &total), &total)
    report.findings += total.findings.filter { $0.detail.leaked != nil }
      .besides(report.findings, by: FindingIdentity.inTree)
  }

  /// Adds what the changes of rules and attributes cause, also in content that is older; `bases`: the commits before
  /// the changes; `settings`: those of all commits.
  mutating func finish(after bases: [String], _ settings: SettingsOfCommits, _ report: inout VerifyReport) throws {
    let (rest, accepted) = ruleSets.all[0].accepting(report.findings)
    report.findings = rest
    let isChanged = bases.allSatisfy { settings[$0] != settings[end.commit] }
    if isChanged { report.findings += try endFindings(after: bases, &report) }
    report.findings += accepted
    if isChanged { report.findings += try ruleSets.noLongerMunged(in: end, besides: report.findings) }
  }

  /// The findings in the whole tree, without those in a base and those of the single changes.
  private func endFindings(after bases: [String], _ report: inout VerifyReport) throws -> [Finding] {
    let tree = try TreeVerification(repository: repository, tree: end, scope: .tree).report(on: report.target)
    report.unread.merge(tree.unread) { $0.union($1) }
    var known: [FindingIdentity: Int] = [:]
    for base in bases {
      let before = try TreeVerification(repository: repository, tree: .commit(base)).report(on: report.target)
      known.merge(before.findings.map(FindingIdentity.inTree).counted) { max($0, $1) }
    }
    known.merge(report.findings.map(FindingIdentity.inTree).counted, uniquingKeysWith: +)
    return tree.findings.filter { !known.take(.inTree($0)) }
  }
}
