import Platform
import Smudge
import Verify

// Local texts that were staged before a rule or a value gave them: each commit would be stopped.
extension WorkingTree {
  /// Replaces staged blobs that hold a local text by their repair; files on disk and the stages of a conflict are left
  /// alone. `commit`: what is staged is what differs from it, instead of `HEAD`. Returns the paths.
  func cleanStaged(_ snapshot: IndexSnapshot, _ plan: Plan, since commit: String? = nil) throws -> [Path] {
    let search = TextSearch(CompiledPlan(plan).localTexts)
    let staged = try search.isEmpty ? [] : commit.map(stagedFiles) ?? snapshot.staged
    guard !staged.isEmpty, let rules = try rules() else { return [] }
    let repair = try LeakRepair(self, rules)
    var filter = Filter(by: plan, records: mungeDirectory, warnings: .silent, for: .repository)
    var entries: [UInt8] = []
    var paths: [Path] = []
    for file in try snapshot.munged where staged.contains(file.path) {
      // An entry that is written again loses the mark of `git update-index --assume-unchanged`.
      guard let old = file.blob, !file.isHidden else { continue }
      let content = try blob(":0:", file.path)
      if !search.occurs(in: content) { continue }
      let cleaned = try repair.repaired(content, file.path, onlyOwn: true).text
      if cleaned == content { continue }
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
}
