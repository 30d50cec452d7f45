package import Platform
import Rules
import Smudge
package import Verify

/// The findings in the files and the index of a working tree, by a plan.
package struct WorkingTreeScan: Sendable, Equatable {
  /// What is looked for.
  package enum Breadth: Sendable {
    /// Leaks, and files that do not match the plan.
    case leaks
    /// Also tracked files without the attribute that hold canonical texts, except documents, tests and others that `init` leaves.
    case developer
    /// Also findings that the maintainer of the rules can fix, as in `git munge verify`.
    case all
  }

  /// The number of matches of a rule in munged files.
  package struct Count: Sendable, Equatable {
    package let rule: [UInt8]
    package var places = 0
    package var files = 0
    /// Whether it applies to a munged file, and whether only to values of keys.
    package var isCovering = false, isKeyed = false
  }

  package var attributed = 0
  package var counts: [Count] = []
  /// At most `maxFindings` of one file.
  package var findings: [Finding] = []
  /// The number of further findings, by file.
  package var leftOut: [Path: Int] = [:]

  /// The maximum number of findings of one file.
  static let maxFindings = 50

  mutating func add(_ part: WorkingTreeScan) {
    for index in counts.indices {
      counts[index].places += part.counts[index].places
      counts[index].files += part.counts[index].files
    }
    findings += part.findings
    leftOut.merge(part.leftOut, uniquingKeysWith: +)
  }

  /// Adds hits in a file. `bytes`: its content in readable form.
  mutating func add(
    _ hits: [LeakScanner.Hit], _ path: Path, _ content: [UInt8], _ bytes: [UInt8], _ scope: [LeakScanner.Hit].Scope = .change
  ) {
    if hits.isEmpty { return }
    findings += Array(hits.prefix(Self.maxFindings)).placed(path, content, bytes, scope).map(\.finding)
    let more = hits.count - Self.maxFindings
    if more > 0 { leftOut[path, default: 0] += more }
  }

  /// Files with another error.
  package var wrongFiles: [Path] {
    findings.filter { $0.severity == .error && !$0.kind.isOfOthers && $0.kind != .stale }.compactMap(\.location?.path).uniqued
  }

  /// Files that hold identifiers of others.
  package var foreignFiles: [Path] { findings.filter(\.kind.isOfOthers).compactMap(\.location?.path).uniqued }

  /// Files that do not match the plan.
  package var staleFiles: [Path] { findings.filter { $0.kind == .stale }.compactMap(\.location?.path) }
}

/// Reads the files of a working tree and compares them with a plan.
struct WorkingTreeScanner {
  private let tree: WorkingTree
  private let snapshot: IndexSnapshot
  private let plan: Plan
  private let breadth: WorkingTreeScan.Breadth
  private let compiled: CompiledPlan
  private let scanner: LeakScanner

  /// `rules`: `nil` if there are none, or they are invalid; then the committed ones of the plan are used, as on an older branch.
  init(
    _ tree: WorkingTree, _ snapshot: IndexSnapshot, _ plan: Plan, _ rules: Rules?, _ breadth: WorkingTreeScan.Breadth = .leaks
  ) throws {
    (self.tree, self.snapshot, self.plan, self.breadth, compiled) = (tree, snapshot, plan, breadth, CompiledPlan(plan))
    let approved = TrustedRules(tree.mungeDirectory).rules(of: plan).flatMap { $0.origin == .committed ? $0 : nil }
    let known = (rules ?? approved).flatMap { rules in try? LeakScanner(rules, own: plan) }
    if let known { scanner = known } else { scanner = try LeakScanner(Rules(), own: plan) }
  }

  func run() throws -> WorkingTreeScan {
    let committed = plan.rules.flatMap(\.pairs).compactMap(\.replacement)
    // git reads the blobs of the index while the files are read.
    var (scan, staged) = try concurrently(
      { try lookAtFiles() }, { try snapshot.munged(committedWith: committed) })
    try lookOutside(&scan)
    look(at: staged, &scan)
    scan.findings += try FallbackAttributes(tree).moved(snapshot).map { Finding(.movedFile, at: Finding.Location(path: $0)) }
    return scan
  }

  private func lookAtFiles() throws -> WorkingTreeScan {
    let files = snapshot.munged
    let parts = try tree.readSlices(of: files) { slice, counter in
      var part = MungedFileScanner(tree, plan, breadth, compiled, scanner)
      for file in slice {
        if !Exclusion.isExcluded(file.path) { try part.look(at: file) }
        counter.advance()
      }
      return part.scan
    }
    var scan = WorkingTreeScan(counts: plan.currentRules.map { rule in
      WorkingTreeScan.Count(rule: rule.name, isCovering: files.contains { rule.applies(to: $0.path) }, isKeyed: rule.keyed != nil)
    })
    for part in parts { scan.add(part) }
    // A dry run leaves the files as they are.
    if tree.isDryRun { scan.findings.removeAll { $0.kind == .stale } }
    scan.attributed = files.count
    return scan
  }

  private func lookOutside(_ scan: inout WorkingTreeScan) throws {
    let others = switch breadth {
    case .leaks: [[UInt8]]()
    case .developer: scanner.plan.rules.flatMap(\.pairs).map(\.canonical).filter { !$0.isEmpty }
    case .all: canonicalTexts
    }
    let (own, project) = (AnyEncodingSearch(compiled.localTexts), AnyEncodingSearch(others))
    var findings: [Finding] = []
    for file in try snapshot.files(holding: compiled.localTexts + others) where file.isOnDisk {
      guard let content = try tree.content(of: file.path) else { continue }
      let bytes = compiled.readable(content)
      if own.occurs(in: content), scanner.looks(at: file.path) {
        scan.add(scanner.ownHits(in: bytes, file.path, file.attribute), file.path, content, bytes)
      }
      if project.occurs(in: content), isWanted(file) {
        findings += scanner.attributeFindings(in: bytes, file.path, file.attribute)
      }
    }
    scan.findings += findings
  }

  /// Whether a file without the attribute that holds a canonical text is reported.
  private func isWanted(_ file: WorktreeFile) -> Bool {
    switch breadth {
    case .leaks: false
    case .developer where file.attribute == .unspecified: file.record != .untracked && LeaveReason.of(file.path) == nil
    case .developer: file.attribute.isMisspelled
    case .all: true
    }
  }

  /// Texts that a file without the attribute can hold although a rule applies to it; for an empty canonical text, its keys.
  private var canonicalTexts: [[UInt8]] {
    let rules = scanner.plan.rules
    let empty = rules.filter { $0.pairs.contains { $0.canonical.isEmpty } }
    return rules.flatMap(\.pairs).map(\.canonical) + empty.flatMap { $0.keyed?.keys ?? [] }
  }

  /// `staged`: blobs of the index. Clean does not change a text that is committed already, so a committed local text is found
  /// only there.
  private func look(at staged: [(path: Path, content: [UInt8])], _ scan: inout WorkingTreeScan) {
    for (path, content) in staged {
      let bytes = compiled.readable(content)
      let known = Set(scan.findings.filter { $0.location?.path == path }.map(\.detail))
      let hits = scanner.ownHits(in: bytes, path, .munged).filter { !known.contains($0.detail) }
      scan.add(hits, path, content, bytes)
    }
  }
}
