import Platform
import Smudge
import Verify

/// The modified munged files, cleaned as by `git add`.
struct CleanedFiles {
  /// What the filter warns of, besides what a scan of the files finds.
  private(set) var warnings: [String] = []
  /// The files with lines that clean drops.
  private var dropping: Set<Path> = []
  private let tree: WorkingTree

  /// Cleans the files whose stat data differs from that in the index.
  init(_ tree: WorkingTree, _ plan: Plan, _ snapshot: IndexSnapshot) throws {
    self.tree = tree
    let dirty = (try? tree.dirtyFiles()) ?? []
    if dirty.isEmpty { return }
    var reader = WorktreeReader(tree.top)
    let silent = Warnings(nil, isPrinted: false)
    var filter = Filter(by: plan, records: tree.mungeDirectory, warnings: silent, for: .repository)
    for file in try snapshot.munged where dirty.contains(file.path) {
      var input = Spool()
      var output = Spool()
      let known = filter.warnings.lines.count
      if try reader.read(file.path, into: &input) == nil { continue }
      _ = filter.perform(
        FilterSession.Request(direction: .clean, path: file.path, blob: file.blob), on: input, into: &output)
      let lines = filter.warnings.lines[known...].filter { $0.kind != .nearLeak }
      warnings += lines.map(\.text)
      if lines.contains(where: { $0.kind == .dropped }) { dropping.insert(file.path) }
    }
  }

  /// The files that are modified to git only by lines that clean drops.
  var touched: [Path] {
    get throws { dropping.isEmpty ? [] : dropping.intersection((try? tree.touchedFiles()) ?? []).sorted() }
  }
}
