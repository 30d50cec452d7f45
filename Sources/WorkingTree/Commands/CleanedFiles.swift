import Platform
import Smudge
import Verify

/// Munged files, cleaned as by `git add`.
struct CleanedFiles {
  /// What the filter warns of, besides what a scan of the files finds.
  private(set) var warnings: [(path: Path, kind: Warnings.Kind, text: String)] = []

  /// The warnings of lines that clean drops.
  var dropped: [(path: Path, kind: Warnings.Kind, text: String)] { warnings.filter { $0.kind == .dropped } }

  /// Cleans files.
  init(_ files: [WorktreeFile], _ tree: WorkingTree, _ plan: Plan) throws {
    var reader = WorktreeReader(tree.top)
    let silent = Warnings(nil, isPrinted: false)
    var filter = Filter(by: plan, records: tree.mungeDirectory, warnings: silent, for: .repository)
    for file in files {
      var input = Spool()
      var output = Spool()
      let known = filter.warnings.lines.count
      if try reader.read(file.path, into: &input) == nil { continue }
      _ = filter.perform(
        FilterSession.Request(direction: .clean, path: file.path, blob: file.blob), on: input, into: &output)
      let lines = filter.warnings.lines[known...].filter { $0.kind != .nearLeak }
      warnings += lines.map { (file.path, $0.kind, $0.text) }
    }
  }
}

extension WorkingTree {
  /// Warns of lines of staged files that the commit does not have: those that clean drops.
  func warnOfDroppedLines(in staged: [Path]) throws {
    guard let plan = try plan(), plan.rules.contains(where: { $0.keyed?.onInsert == .drop }) else { return }
    let search = TextSearch(CompiledPlan(plan).searched)
    let holding = try Set(staged.filter { try search.occurs(in: content(of: $0) ?? []) })
    if holding.isEmpty { return }
    let files = try IndexSnapshot(self).munged.filter { holding.contains($0.path) }
    for line in try CleanedFiles(files, self, plan).dropped { Terminal.warn("git-munge: \(line.text)") }
  }
}
