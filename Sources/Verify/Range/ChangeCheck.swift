import Platform
import Smudge

/// Checks changes for new findings: those that no parent version of a file has.
struct ChangeCheck: ~Copyable {
  /// What is looked at.
  enum Scope: Sendable {
    /// Files with the attribute, each version on its own.
    case attributedOnly
    /// Other files as well, and each version compared with those before it.
    case all
  }

  private let git: GitCommand
  private var ruleSets: RuleSets
  private let scope: Scope
  private let blobs: BlobPool
  private var seen = SeenBlobs()
  /// Versions whose findings were reported.
  private var reported: Set<FindingPlace> = []
  private var readings: [FindingPlace: FileInspector.Reading] = [:]
  private var accepted: AcceptedFindings
  /// For each rule set, by path.
  private var files: [Path: [FileProperties?]] = [:]

  /// A problem of the rules is added to the report. Throws `MungeError.nothingToCheck(name)` if there are no rules.
  init(
    _ here: VerifyRepository, _ ruleSets: consuming RuleSets, _ scope: Scope, _ name: String, _ report: inout VerifyReport
  ) throws {
    if !ruleSets.areAny { throw MungeError.nothingToCheck(name) }
    report.rules = ruleSets.rules
    report.findings += [ruleSets.problem].compactMap(\.self)
    blobs = here.blobs
    accepted = AcceptedFindings(ruleSets.all[0].inspector)
    (git, self.scope) = (here.git, scope)
    self.ruleSets = ruleSets
  }

  /// A version of a file to read for one of the rule sets.
  private struct VersionToRead {
    let change: FileChange
    let commit: String?
    let ruleSet: Int
    let attribute: FilterAttribute
    let seen: SeenBlobs.SeenVersion
    /// Whether it is compared with those before it, also without findings.
    let isCompared: Bool

    var place: FindingPlace { FindingPlace(path: change.path, blob: change.blob, ruleSet: ruleSet) }
  }

  /// What decides about all versions of a file.
  private struct FileProperties {
    let attribute: FilterAttribute
    let context: SeenBlobs.ContextNumber
    let isCompared: Bool
  }

  private struct FindingPlace: Hashable {
    let path: Path
    let blob: [UInt8]
    let ruleSet: Int
  }

  mutating func look(at changes: [Changes], _ report: inout VerifyReport) throws {
    try ruleSets.attributes.load(changes.flatMap { $0.changes.map(\.path) })
    readings = [:]
    let versions = try readable(wanted(changes))
    try read(versions, &report)
    var (renames, first) = (Renames(git), report.findings.count)
    for version in versions where (seen[version.seen] == .suspect || version.isCompared) && !reported.contains(version.place) {
      if version.ruleSet == 0 { first = report.findings.count }
      let found = try added(version, &renames)
      if found.isEmpty { continue }
      reported.insert(version.place)
      report.findings += version.ruleSet == 0 ? found : additional(found, by: version.ruleSet, besides: report.findings[first...])
    }
  }

  /// The leaks in a total change whose single commits were checked before; `known`: the findings of those.
  mutating func leaks(in changes: [Changes], besides known: [Finding]) throws -> [Finding] {
    typealias Identity = HitLocator.Identity
    var (whole, before) = (VerifyReport(.staged), accepted)
    reported = []
    try look(at: changes, &whole)
    swap(&accepted, &before)
    var counts = known.map { Identity(detail: $0.detail, rule: $0.rule) }.counted
    return whole.findings.filter { finding in
      finding.detail.leaked != nil && !counts.take(Identity(detail: finding.detail, rule: finding.rule))
    }
  }

  /// Adds the findings about the rules and attributes that all changes together cause.
  mutating func ruleSet(_ change: RulesChange, _ report: inout VerifyReport) throws {
    report.findings += try change.findings(besides: report.findings, &report.unread)
    report.findings = ruleSets.attributes.namingCase(report.findings) + accepted.findings
    if try change.isThere() || !ruleSets.endHasRules { report.findings += try ruleSets.noLongerMunged(besides: report.findings) }
  }

  // MARK: Versions

  private mutating func wanted(_ changes: [Changes]) -> [VersionToRead] {
    var result: [VersionToRead] = []
    for commit in changes {
      for change in commit.changes {
        for (ruleSet, file) in properties(of: change.path).enumerated() {
          guard let file else { continue }
          let seen = SeenBlobs.SeenVersion(change.blob, file.context)
          if self.seen[seen] == .clean && !file.isCompared { continue }
          result.append(VersionToRead(
            change: change, commit: commit.commit, ruleSet: ruleSet, attribute: file.attribute, seen: seen,
            isCompared: file.isCompared))
        }
      }
    }
    return result
  }

  /// Those for each rule set; `nil` where the file is not looked at.
  private mutating func properties(of path: Path) -> [FileProperties?] {
    if let known = files[path] { return known }
    let found = ruleSets.all.indices.map { ruleSet -> FileProperties? in
      let attribute = ruleSets.attributes[path, ruleSet]
      guard isWanted(path, attribute, ruleSet) else { return nil }
      return FileProperties(
        attribute: attribute, context: seen.number(of: ruleSets.all[ruleSet].inspector.reach(path, attribute)),
        isCompared: scope == .all && attribute == .munged && !Exclusion.isExcluded(path))
    }
    files[path] = found
    return found
  }

  private func isWanted(_ path: Path, _ attribute: FilterAttribute, _ ruleSet: Int) -> Bool {
    let scanner = ruleSets.all[ruleSet].inspector.scanner
    guard scanner.looks(at: path) else { return false }
    return switch attribute {
    case .munged: scanner.knowsOwn || scanner.reach(path).contains(true)
    case .unspecified, .other: scope == .all && ruleSet == 0
    // `-filter` does not allow local texts of this working tree.
    case .declined: scope == .all && ruleSet == 0 && scanner.knowsOwn
    }
  }

  /// Without large files that have no `filter=munge`: no rule was forgotten for them. The limit is higher if local texts of this
  /// working tree are searched.
  private func readable(_ versions: [VersionToRead]) throws -> [VersionToRead] {
    let others = versions.filter { $0.attribute != .munged && seen[$0.seen] == nil }.map(\.change.blob)
    let large = try git.blobs(others, largerThan: ruleSets.all[0].inspector.scanner.knowsOwn ? 1 << 24 : 1 << 20)
    return large.isEmpty ? versions : versions.filter { $0.attribute == .munged || !large.contains($0.change.blob) }
  }

  /// Reads those that are not known yet, each once.
  private mutating func read(_ versions: [VersionToRead], _ report: inout VerifyReport) throws {
    var (new, known) = ([VersionToRead](), Set<SeenBlobs.SeenVersion>())
    for version in versions where seen[version.seen] == nil && known.insert(version.seen).inserted { new.append(version) }
    let inspectors = ruleSets.all.map(\.inspector)
    let made = try blobs.map(new.map(\.change.blob)) { [new] index, content in
      try Self.result(of: new[index], content, inspectors[new[index].ruleSet])
    }
    for (index, (version, result)) in zip(new, made).enumerated() {
      if let size = result.size, index == 0 || new[index - 1].change != version.change {
        report.extent.files += 1
        report.extent.bytes += size
      }
      if result.isUnread { report.unread.insert(version.change.path) }
      seen[version.seen] = result.reading.found.isEmpty ? .clean : .suspect
      if version.isCompared || !result.reading.found.isEmpty { readings[version.place] = result.reading }
    }
  }

  /// `size`: in bytes; `nil` for a missing blob, which matters if `isUnread`.
  private static func result(
    of version: VersionToRead, _ content: [UInt8]?, _ inspector: FileInspector
  ) throws -> (reading: FileInspector.Reading, size: Int?, isUnread: Bool) {
    guard let content else {
      let isRuled = inspector.scanner.reach(version.change.path).contains(true)
      if version.attribute == .munged && isRuled || version.isCompared {
        throw MungeError.missingBlob(version.change.path, commit: version.commit)
      }
      let nothing = FileInspector.Reading(found: [], canonicalLines: [:], isText: false)
      return (nothing, nil, isRuled || inspector.scanner.knowsOwn)
    }
    let reading = inspector.reading(content, version.change.path, version.attribute, compared: version.isCompared)
    return (reading, content.count, false)
  }

  private mutating func reading(_ blob: [UInt8], _ version: VersionToRead) throws -> FileInspector.Reading {
    let place = FindingPlace(path: version.change.path, blob: blob, ruleSet: version.ruleSet)
    if let known = readings[place] { return known }
    let (content, inspector) = (try content(blob, version), ruleSets.all[version.ruleSet].inspector)
    let reading = inspector.reading(content, place.path, version.attribute, compared: version.isCompared)
    readings[place] = reading
    return reading
  }

  /// Empty for a missing former version of a file that is not munged: all that was found is then new.
  private func content(_ blob: [UInt8], _ version: VersionToRead) throws -> [UInt8] {
    guard let content = try blobs.content(of: blob) else {
      if version.attribute != .munged { return [] }
      throw MungeError.missingBlob(version.change.path, commit: version.commit)
    }
    return content
  }

  // MARK: What was there before

  private mutating func added(_ version: VersionToRead, _ renames: inout Renames) throws -> [Finding] {
    let (now, blob) = (try reading(version.change.blob, version), version.change.blob)
    if now.found.isEmpty && !version.isCompared { return [] }
    let former = try former(version, &renames)
    if former.contains(blob) { return [] }
    let text = try formerText(now, version, former), inspector = ruleSets.all[version.ruleSet].inspector
    let compared = text.map { inspector.reading($0, version.change.path, version.attribute, compared: true) } ?? now
    let found = compared.found + (text == nil ? [] : now.found)
    var new = Set(found.indices)
    for old in former where !new.isEmpty {
      new.formIntersection(found.indices(besides: try reading(old, version).found))
    }
    let known = FindingLocations(found.map(\.finding)), replaced = try replaced(version, compared, former, text)
    return (new.sorted().map { found[$0].finding } + replaced.filter { !known.overlap($0) }).map { finding in
      var finding = finding
      finding.origin = version.commit.map { Finding.Origin(commit: $0, author: "") }
      return finding
    }
  }

  /// The content without NUL bytes, of a file that was text and became binary by a NUL byte; `nil` for any other file.
  private mutating func formerText(
    _ now: FileInspector.Reading, _ version: VersionToRead, _ former: [[UInt8]]
  ) throws -> [UInt8]? {
    guard version.isCompared, !now.isText else { return nil }
    var wasText = false
    for blob in former where !wasText { wasText = try reading(blob, version).isText }
    return wasText ? try content(version.change.blob, version).filter { $0 != 0 } : nil
  }

  /// Canonical texts that all versions before have and this one replaces. `text`: its content, if not that of the blob.
  private mutating func replaced(
    _ version: VersionToRead, _ now: FileInspector.Reading, _ former: [[UInt8]], _ text: [UInt8]?
  ) throws -> [Finding] {
    guard version.isCompared, now.isText, !former.isEmpty else { return [] }
    var common: [Finding]?
    for blob in former {
      let gone = try reading(blob, version).canonicalLines.merging(now.canonicalLines.mapValues { -$0 }, uniquingKeysWith: +)
        .filter { $0.value > 0 }
      if gone.isEmpty { return [] }
      let old = try content(blob, version)
      let new = if let text { text } else { try content(version.change.blob, version) }
      let inspector = ruleSets.all[version.ruleSet].inspector
      let found = inspector.replaced(from: old, to: new, version.change.path, gone: gone).map(\.finding)
      common = common.map { $0.filter(FindingLocations(found).overlap) } ?? found
    }
    return common ?? []
  }

  /// The blobs of the file in the parents, also under another name, if it had the same attribute there.
  private mutating func former(_ version: VersionToRead, _ renames: inout Renames) throws -> [[UInt8]] {
    var change = version.change
    if change.before.isEmpty, let commit = version.commit { change = try renames.change(change, in: commit) }
    var blobs: [[UInt8]] = []
    for former in change.before where try wasAlike(former.path, version) { blobs.append(former.blob) }
    return blobs
  }

  /// Whether a former name of the file had the same attribute in any of the trees.
  private mutating func wasAlike(_ path: Path, _ version: VersionToRead) throws -> Bool {
    if path == version.change.path { return true }
    try ruleSets.attributes.load([path])
    return ruleSets.attributes.anywhere(path, is: version.attribute)
  }

  // MARK: Several rule sets

  /// Findings of an older rule set that the newest one does not have. Those whose text the newest rules accept are counted
  /// instead.
  private mutating func additional(_ found: [Finding], by ruleSet: Int, besides known: ArraySlice<Finding>) -> [Finding] {
    guard let base = ruleSets.all[ruleSet].commit else { return found }
    let places = FindingLocations(known)
    var result: [Finding] = []
    for var finding in found where finding.detail.leaked != nil && !places.overlap(finding) {
      if accepted.take(finding, base: base) { continue }
      finding.base = base
      result.append(finding)
    }
    return result
  }
}
