import Engine
package import Platform
import Rules
import Smudge
package import Verify

/// The findings in the files and the index of a working tree, by a plan.
package struct WorkingTreeScan: Sendable, Equatable {
  /// What is looked for.
  package enum Breadth: Sendable {
    /// Findings that a developer can fix.
    case developer
    /// Also findings that the maintainer of the rules can fix, as in `git munge verify`.
    case all
  }

  /// The number of matches of a rule in munged files.
  package struct Count: Sendable, Equatable {
    package let rule: [UInt8]
    package var places = 0
    package var files = 0
  }

  package var attributed = 0
  package var counts: [Count] = []
  /// At most `maxFindings` of one file.
  package var findings: [Finding] = []
  /// The number of further findings, by file.
  package var leftOut: [Path: Int] = [:]

  /// The maximum number of findings of one file.
  static let maxFindings = 50

  /// Whether there is an error.
  package var hasErrors: Bool { findings.contains { $0.severity == .error } }

  /// Files with an error.
  package var wrongFiles: [Path] { findings.filter { $0.severity == .error }.compactMap(\.location?.path).uniqued }

  /// Files that do not match the plan.
  package var staleFiles: [Path] { findings.filter { $0.kind == .stale }.compactMap(\.location?.path) }
}

/// Reads the files of a working tree and compares them with a plan.
struct WorkingTreeScanner: ~Copyable {
  private let tree: WorkingTree
  private let snapshot: IndexSnapshot
  private let plan: Plan
  private let breadth: WorkingTreeScan.Breadth
  private let compiled: CompiledPlan
  private let scanner: LeakScanner
  private var rewriter: Rewriter
  private var scan = WorkingTreeScan()

  /// `rules`: `nil` if there are none, or they are invalid.
  init(
    _ tree: WorkingTree, _ snapshot: IndexSnapshot, _ plan: Plan, _ rules: Rules?, _ breadth: WorkingTreeScan.Breadth = .developer
  ) throws(MungeError) {
    (self.tree, self.snapshot, self.plan, self.breadth, compiled) = (tree, snapshot, plan, breadth, CompiledPlan(plan))
    let known = rules.flatMap { rules in try? LeakScanner(rules, own: plan) }
    if let known { scanner = known } else { scanner = try LeakScanner(Rules(), own: plan) }
    rewriter = Rewriter(worktree: tree.top, from: plan, to: plan, directory: tree.mungeDirectory, records: nil)
    scan.counts = plan.currentRules.map { WorkingTreeScan.Count(rule: $0.name) }
  }

  consuming func run() throws(MungeError) -> WorkingTreeScan {
    let files = snapshot.munged
    scan.attributed = files.count
    var counter = tree.progress.counter("Reading files", of: files.count)
    for file in files {
      if !Exclusion.isExcluded(file.path) { try look(at: file) }
      counter.advance()
    }
    counter.finish()
    try lookOutside()
    try lookIntoIndex()
    return scan
  }

  private mutating func look(at file: WorktreeFile) throws(MungeError) {
    if file.isHidden, FileSystem.exists(tree.top / file.path) { add(.hidden, file.path) }
    guard file.isOnDisk, let content = try tree.content(of: file.path) else { return }
    let bytes = compiled.readable(content)
    let found = compiled.matches(in: bytes)
    count(found, file.path)
    // Clean replaces local texts where a rule applies, so only near leaks are reported in text files.
    let isText = Exclusion.kind(of: bytes) == nil
    let hits = isText && found.isEmpty ? [] : scanner.ownHits(in: bytes, file.path, isOurs: true)
    let leaks = hits.filter { !isText || $0.detail.kind == .nearLeak }
    add(leaks + nearMisses(found, bytes), file.path, content, bytes)
    addAttributeFindings(bytes, file)
    if try rewriter.rewrite(file) != .untouched { add(.stale, file.path) }
  }

  private func nearMisses(_ found: [PlanMatch], _ bytes: [UInt8]) -> [LeakScanner.Hit] {
    switch breadth {
    case .developer: []
    case .all: NearMisses(plan).hits(found, in: bytes)
    }
  }

  private mutating func addAttributeFindings(_ bytes: [UInt8], _ file: WorktreeFile) {
    switch breadth {
    case .developer: break
    case .all: scan.findings += AttributeCheck(scanner).findings(in: bytes, file.path, file.attribute)
    }
  }

  private mutating func count(_ found: [PlanMatch], _ path: Path) {
    let shown = found.filter { $0.fit == .token }.map { match in
      // A place is counted once: rules with its key have priority.
      let rules = match.meanings.filter(\.isCurrent).map { plan.rules[$0.rule] }.filter { $0.applies(to: path) }
      return rules.contains { $0.keyed != nil } ? rules.filter { $0.keyed != nil } : rules
    }
    for index in scan.counts.indices {
      let places = shown.count { rules in rules.contains { $0.name == scan.counts[index].rule } }
      scan.counts[index].places += places
      scan.counts[index].files += places > 0 ? 1 : 0
    }
  }

  // MARK: Findings

  private mutating func add(_ detail: Finding.Detail, _ path: Path) {
    scan.findings.append(Finding(detail, at: Finding.Location(path: path)))
  }

  private mutating func add(_ hits: [LeakScanner.Hit], _ path: Path, _ content: [UInt8], _ bytes: [UInt8]) {
    if hits.isEmpty { return }
    let first = Array(hits.prefix(WorkingTreeScan.maxFindings))
    scan.findings += HitLocator(path, content, bytes).placed(first, .change).map(\.finding)
    let more = hits.count - WorkingTreeScan.maxFindings
    if more > 0 { scan.leftOut[path, default: 0] += more }
  }

  // MARK: Beyond attributed files

  private mutating func lookOutside() throws(MungeError) {
    let holding = try snapshot.files(holding: compiled.localTexts, side: .disk)
    for file in holding where file.isOnDisk && scanner.looks(at: file.path) {
      guard let content = try tree.content(of: file.path) else { continue }
      let bytes = compiled.readable(content)
      add(scanner.ownHits(in: bytes, file.path, isOurs: false), file.path, content, bytes)
    }
    switch breadth {
    case .developer: break
    case .all:
      for file in try snapshot.files(holding: canonicalTexts, side: .disk) where file.isOnDisk {
        if let content = try tree.content(of: file.path) { addAttributeFindings(compiled.readable(content), file) }
      }
    }
  }

  /// Texts that a file without the attribute can hold although a rule applies to it; for an empty canonical text, its keys.
  private var canonicalTexts: [[UInt8]] {
    let rules = scanner.plan.rules
    let empty = rules.filter { $0.pairs.contains { $0.canonical.isEmpty } }
    return rules.flatMap(\.pairs).map(\.canonical) + empty.flatMap { $0.keyed?.keys ?? [] }
  }

  /// Searches the index: clean does not change a text that is committed already, so a committed local text is found only there.
  private mutating func lookIntoIndex() throws(MungeError) {
    for path in try snapshot.munged(committedWith: plan.rules.flatMap(\.pairs).compactMap(\.replacement)) {
      let content = try tree.blob(":0:", path)
      let bytes = compiled.readable(content)
      let known = Set(scan.findings.filter { $0.location?.path == path }.map(\.detail))
      add(scanner.ownHits(in: bytes, path, isOurs: true).filter { !known.contains($0.detail) }, path, content, bytes)
    }
  }
}
