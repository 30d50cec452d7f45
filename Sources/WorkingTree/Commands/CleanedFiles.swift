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
