package import Platform
import Rules
import Smudge
package import Verify

/// The findings in the files and the index of a working tree, by a plan.
package struct WorkingTreeScan: Sendable, Equatable {
  /// The breadth of a scan: which findings it looks for.
  package enum Breadth: Sendable {
    /// Leaks, files that do not match the plan, longer words with canonical texts, and changed tracked files without
    /// the attribute that hold one, except documents, tests and others that `init` leaves.
    case developer
    /// The same, and findings in all files that the maintainer of the rules can fix, as in `git munge verify`; for a
    /// plan that is not applied: the files show former local texts.
    case preview

    /// The files without the attribute that are read, and the blobs of the index.
    var extent: IndexSnapshot.Extent {
      switch self {
      case .developer: .changed
      case .preview: .all
      }
    }
  }

  /// The number of munged files.
  package fileprivate(set) var attributed = 0
  package fileprivate(set) var shown = ShownTexts([])
  /// The findings, at most `maxFindings` of one file.
  package var findings: [Finding] = []
  /// The number of further findings, by file.
  package var leftOut: [Path: Int] = [:]
  /// Rules with other values, which can be in all their places, or with files that are not checked out.
  package var leaking: [[UInt8]?] = []

  /// The munged files that were edited where clean compares them with the committed version.
  package var edited: Set<Path> = []

  static let maxFindings = 50

  /// Adds the scan of other files.
  mutating func merge(_ part: WorkingTreeScan) {
    findings += part.findings
    edited.formUnion(part.edited)
    leftOut.merge(part.leftOut, uniquingKeysWith: +)
  }

  /// Adds hits in a file.
  mutating func add(
    _ hits: [LeakScanner.Hit], _ path: Path, _ content: [UInt8], _ scope: [LeakScanner.Hit].Scope = .change
  ) {
    findings += Array(hits.prefix(Self.maxFindings)).placed(path, content, scope).map(\.finding)
    let more = hits.count - Self.maxFindings
    if more > 0 { leftOut[path, default: 0] += more }
  }
}

/// Reads the files of a working tree and compares them with a plan.
struct WorkingTreeScanner {
  private let tree: WorkingTree
  private let snapshot: IndexSnapshot
  private let plan: Plan
  private let breadth: WorkingTreeScan.Breadth
  private let compiled: CompiledPlan
  private let scanner: LeakScanner
  /// Whether the working tree has valid rules.
  private let hasRules: Bool

  /// Prepares a scan. `rules`: `nil` if there are none, or they are invalid; then the committed rules of the plan are
  /// used, as on an older branch.
  init(
    _ tree: WorkingTree, _ snapshot: IndexSnapshot, _ plan: Plan, _ rules: Rules?,
    _ breadth: WorkingTreeScan.Breadth
  ) throws {
    self.tree = tree
    self.snapshot = snapshot
    self.plan = plan
    self.breadth = breadth
    hasRules = rules != nil
    compiled = CompiledPlan(plan)
    let approved = TrustedRules(tree.mungeDirectory).rules(of: plan).flatMap { $0.origin == .committed ? $0 : nil }
    let usable = (rules ?? approved).flatMap { rules in try? LeakScanner(rules, own: plan) }
    scanner = try usable ?? LeakScanner(Rules(), own: plan)
  }

  /// `shown`: what the files show, if it is known.
  func run(_ shown: ShownTexts? = nil) throws -> WorkingTreeScan {
    let committed = plan.rules.flatMap(\.pairs).compactMap(\.replacement)
    // git reads the blobs of the index while the files are read.
    let staged = Later { [breadth] in try snapshot.munged(committedWith: committed, among: breadth.extent) }

    let shown = try shown ?? ShownTexts(tree, snapshot, plan, isApplied: breadth == .developer)
    var scan = try lookAtFiles(shown)
    let outside = try snapshot.files(
      holding: compiled.localTexts + canonicalTexts, among: breadth.extent, where: scanner.looks)
    try searchUnmunged(outside, &scan)
    searchIndex(try staged.value, &scan)
    try settleUntracked(&scan)

    let findings = scan.findings
    scan.findings = try tree.namingChoices(in: findings, scanner.rules)
    // Without its file, a command would write half of a rule.
    if !hasRules { for index in scan.findings.indices { scan.findings[index].removeSteps(where: \.isOfRule) } }
    scan.leaking = (findings + scan.findings)
      .filter { [.foreignValue, .chosenValue].contains($0.kind) }
      .map(\.rule)
    let absent = try snapshot.munged.filter { !$0.isOnDisk }.map(\.path)
    scan.leaking += plan.currentRules.filter { absent.contains(where: $0.applies) }.map(\.name)
    return scan
  }

  /// Replaces the errors in an untracked file, which git does not commit, by one warning.
  private func settleUntracked(_ scan: inout WorkingTreeScan) throws {
    var warned: Set<Path> = []
    scan.findings = try scan.findings.compactMap { finding in
      guard finding.severity == .error, finding.kind != .stale, let path = finding.location?.path,
        try snapshot.record(of: path) == .untracked
      else { return finding }
      scan.leftOut[path] = nil
      return warned.insert(path).inserted ? Finding(.untrackedText(path), at: Finding.Location(path: path)) : nil
    }
  }

  /// Compares the munged files with the plan that can differ from it. What any other holds is committed, and found by
  /// `git munge verify`.
  private func lookAtFiles(_ shown: ShownTexts) throws -> WorkingTreeScan {
    let files = try snapshot.munged
    var scan = WorkingTreeScan(attributed: files.count, shown: shown)
    let compared = files.filter { breadth == .preview || shown.unsure.contains($0.path) }
    let parts = try tree.readSlices(of: compared) { slice, counter in
      var rewriter = Rewriter(tree, from: plan, to: plan, isDry: true)
      var part = WorkingTreeScan()
      for file in slice {
        try compare(file, &rewriter, &part)
        counter.advance()
      }
      part.edited = rewriter.edited
      return part
    }
    for part in parts { scan.merge(part) }
    // A dry run leaves the files as they are.
    if breadth == .preview { scan.findings.removeAll { $0.kind == .stale } }
    return scan
  }

  /// Reads a munged file, and compares it with the plan.
  private func compare(_ file: WorktreeFile, _ rewriter: inout Rewriter, _ scan: inout WorkingTreeScan) throws {
    func add(_ detail: Finding.Detail) {
      scan.findings.append(Finding(detail, at: Finding.Location(path: file.path)))
    }
    if file.isHidden, FileSystem.exists(tree.top / file.path) {
      add(.hidden(file.isOnDisk ? "assume-unchanged" : "skip-worktree"))
    }
    if !file.isOnDisk { return }
    let outcome = try rewriter.rewrite(file)
    if outcome == .missing { return }
    search(try rewriter.withInput { input in try input.wholeContent() }, of: file, &scan)
    if outcome != .untouched { add(.stale) }
  }

  private func search(_ bytes: [UInt8], of file: WorktreeFile, _ scan: inout WorkingTreeScan) {
    let matches = compiled.matches(in: bytes)
    // Clean replaces local texts where a rule applies, so only near leaks and texts of others are reported in text
    // files.
    let isText = Exclusion.kind(of: bytes) == nil
    let hits = scanner.hits(in: bytes, file.path, .munged)
    let leaks = hits.filter { !isText || $0.detail.kind == .nearLeak }
    scan.add(leaks + matches.nearMisses(of: plan, in: bytes, scanner.rules), file.path, bytes)
    let others: [Finding.Kind] = [.foreignValue, .looksLocal]
    scan.add(hits.filter { isText && others.contains($0.detail.kind) }, file.path, bytes, .tree)
    // git converts UTF-16 after clean, so that local texts in it would be committed.
    if breadth == .preview || Exclusion.kind(of: bytes) == .wideCharacters {
      scan.findings += scanner.attributeFindings(in: bytes, file.path, file.attribute)
    }
  }

  /// Looks for findings in the files without the attribute that hold a text.
  private func searchUnmunged(_ files: [WorktreeFile], _ scan: inout WorkingTreeScan) throws {
    let locals = TextSearch(compiled.localTexts)
    let canonicals = TextSearch(canonicalTexts)
    var findings: [Finding] = []
    for file in files where file.isOnDisk {
      guard let bytes = try tree.content(of: file.path) else { continue }
      if locals.occurs(in: bytes) {
        scan.add(scanner.ownHits(in: bytes, file.path, file.attribute), file.path, bytes)
      }
      if canonicals.occurs(in: bytes), isWanted(file) {
        findings += scanner.attributeFindings(in: bytes, file.path, file.attribute)
      }
    }
    scan.findings += findings
  }

  /// Whether a file without the attribute that holds a canonical text is reported.
  private func isWanted(_ file: WorktreeFile) -> Bool {
    switch breadth {
    case .developer where file.attribute == .unspecified: file.record != .untracked
    case .developer: file.attribute.isMisspelled
    case .preview: true
    }
  }

  /// Texts that a file without the attribute can hold although a rule applies to it; for an empty canonical text, its
  /// keys.
  private var canonicalTexts: [[UInt8]] {
    let rules = scanner.plan.rules
    let texts = rules.flatMap(\.pairs).map(\.canonical)
    return switch breadth {
    case .developer: texts.filter { !$0.isEmpty }
    case .preview:
      texts + rules.filter { $0.pairs.contains { $0.canonical.isEmpty } }.flatMap { $0.keyed?.keys ?? [] }
    }
  }

  /// Looks for findings in the blobs of the index. Clean does not change a text that is committed already, so it is
  /// found only there.
  private func searchIndex(_ staged: [(path: Path, content: [UInt8])], _ scan: inout WorkingTreeScan) {
    for (path, content) in staged {
      let reported = Set(scan.findings.filter { $0.location?.path == path }.map(\.detail))
      let hits = scanner.ownHits(in: content, path, .munged).filter { !reported.contains($0.detail) }
      scan.add(hits, path, content)
    }
  }
}
