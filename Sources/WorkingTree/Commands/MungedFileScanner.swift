import Platform
import Rules
import Smudge
import Verify

/// Scans munged files, each by one read.
struct MungedFileScanner: ~Copyable {
  private let tree: WorkingTree
  private let plan: Plan
  private let breadth: WorkingTreeScan.Breadth
  private let compiled: CompiledPlan
  private let scanner: LeakScanner
  private var rewriter: Rewriter
  /// Of the files so far.
  private(set) var scan: WorkingTreeScan

  /// `compiled`: the plan.
  init(
    _ tree: WorkingTree, _ plan: Plan, _ breadth: WorkingTreeScan.Breadth, _ compiled: CompiledPlan, _ scanner: LeakScanner
  ) {
    (self.tree, self.plan, self.breadth, self.compiled, self.scanner) = (tree, plan, breadth, compiled, scanner)
    rewriter = Rewriter(worktree: tree.top, from: plan, to: plan, directory: tree.mungeDirectory, records: nil)
    scan = WorkingTreeScan(counts: plan.currentRules.map { WorkingTreeScan.Count(rule: $0.name) })
  }

  mutating func look(at file: WorktreeFile) throws {
    if file.isHidden, FileSystem.exists(tree.top / file.path) { add(.hidden(file.isOnDisk ? "assume-unchanged" : "skip-worktree"), file.path) }
    if !file.isOnDisk { return }
    let outcome = try rewriter.rewrite(file)
    if outcome == .missing { return }
    let content: [UInt8]
    content = try rewriter.withInput { input in try input.wholeContent() }
    look(at: content, of: file)
    if outcome != .untouched { add(.stale, file.path) }
  }

  private mutating func look(at content: [UInt8], of file: WorktreeFile) {
    let bytes = compiled.readable(content)
    let found = compiled.matches(in: bytes)
    count(found, file.path)
    // Clean replaces local texts where a rule applies, so only near leaks and texts of others are reported in text files.
    let isText = Exclusion.kind(of: bytes) == nil
    let hits = scanner.hits(in: bytes, file.path, .munged)
    let leaks = hits.filter { !isText || $0.detail.kind == .nearLeak }
    scan.add(leaks + nearMisses(found, bytes), file.path, content, bytes)
    // While rules change, a former canonical text looks local.
    let others: [Finding.Kind] = breadth == .leaks ? [.foreignValue] : [.foreignValue, .looksLocal]
    scan.add(hits.filter { isText && others.contains($0.detail.kind) }, file.path, content, bytes, .tree)
    addAttributeFindings(bytes, file)
  }

  private func nearMisses(_ found: [PlanMatch], _ bytes: [UInt8]) -> [LeakScanner.Hit] {
    switch breadth {
    case .leaks, .developer: []
    case .all: found.nearMisses(of: plan, in: bytes)
    }
  }

  private mutating func addAttributeFindings(_ bytes: [UInt8], _ file: WorktreeFile) {
    switch breadth {
    case .leaks, .developer: break
    case .all: scan.findings += scanner.attributeFindings(in: bytes, file.path, file.attribute)
    }
  }

  private mutating func count(_ found: [PlanMatch], _ path: Path) {
    let shown = found.filter { $0.fit == .token }.map { match in
      // A place is counted once: rules with its key have priority.
      // In a dry run the files have former local texts.
      let meant = match.meanings.filter { $0.isCurrent || tree.isDryRun }
      let rules = meant.map { plan.rules[$0.rule] }.filter { $0.applies(to: path) }
      return rules.contains { $0.keyed != nil } ? rules.filter { $0.keyed != nil } : rules
    }
    for index in scan.counts.indices {
      let places = shown.count { rules in rules.contains { $0.name == scan.counts[index].rule } }
      scan.counts[index].places += places
      scan.counts[index].files += places > 0 ? 1 : 0
    }
  }

  private mutating func add(_ detail: Finding.Detail, _ path: Path) {
    scan.findings.append(Finding(detail, at: Finding.Location(path: path)))
  }
}
