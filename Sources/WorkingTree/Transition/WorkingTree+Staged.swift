import Platform
import Smudge

// Local texts that were staged before a rule or a value gave them: each commit would be stopped.
extension WorkingTree {
  /// Replaces staged blobs that hold a local text by their clean, with the version of `HEAD` as the source; files on
  /// disk and the stages of a conflict are left alone. Returns the paths.
  func cleanStaged(_ snapshot: IndexSnapshot, _ plan: Plan) throws -> [Path] {
    let compiled = CompiledPlan(plan)
    let search = TextSearch(compiled.localTexts)
    let staged = Set(try search.isEmpty ? [] : stagedFiles())
    if staged.isEmpty { return [] }
    var filter = Filter(by: plan, records: mungeDirectory, warnings: .silent, for: .repository)
    var entries: [UInt8] = []
    var paths: [Path] = []
    for file in try snapshot.munged where staged.contains(file.path) && !Exclusion.isExcluded(file.path) {
      // An entry that is written again loses the mark of `git update-index --assume-unchanged`.
      guard let old = file.blob, !file.isHidden else { continue }
      let content = try blob(":0:", file.path)
      guard search.occurs(in: content),
        let cleaned = try cleaned(content, file.path, &filter, compiled), cleaned != content
      else { continue }
      let blob = try git.line(["hash-object", "-w", "--stdin", "--no-filters"], input: cleaned)
      // `mode SP object SP stage TAB path`
      let pathspec = Path(":(top,literal)".bytes + file.path.bytes)
      guard let entry = try git.records(["ls-files", "-s", "-z", "--"], paths: [pathspec]).first else { continue }
      entries += entry.prefix(7) + blob + entry.dropFirst(7 + old.count) + [0]
      paths.append(file.path)
      // The record of the file on disk names the former blob.
      _ = filter.content(FilterSession.Request(direction: .smudge, path: file.path, blob: blob), cleaned)
    }
    if !paths.isEmpty { _ = try git.output(["update-index", "-z", "--index-info"], input: entries) }
    return paths
  }

  /// Staged content without its local texts; `nil` if that is not certain.
  private func cleaned(
    _ content: [UInt8], _ path: Path, _ filter: inout Filter, _ compiled: CompiledPlan
  ) throws -> [UInt8]? {
    let done = try git.run(["rev-parse", "--verify", "--quiet"], "HEAD:".bytes + path.bytes)
    // The index is no source of itself.
    guard done.isSuccess else { return try? compiled.transform(for: path).clean(content).bytes }
    let request = FilterSession.Request(direction: .clean, path: path, blob: Array(done.output.dropLast()))
    return filter.content(request, content)
  }
}
