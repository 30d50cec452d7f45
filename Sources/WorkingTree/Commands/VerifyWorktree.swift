import Platform
import Rules
import Smudge
import Verify

/// Verifies that a build uses the committed content: no filter is active, and munged files are equal to `HEAD` except
/// for git's own conversions.
struct VerifyWorktree {
  let repository: VerifyRepository
  let tree: WorkingTree

  func report() throws -> VerifyReport {
    var report = VerifyReport(.worktree)
    let filter = try activeFilter()
    if let filter { report.findings.append(Finding(.filterActive(filter))) }
    let files = try CommittedTree.commit(repository.commit("HEAD")).files(repository.git)
    let hasRules = files.contains { $0.path == Path(RulesFile.name) }
    if !hasRules, report.findings.isEmpty { throw repository.nothingToCheck(in: .worktree) }
    let attributes = CommittedAttributes(repository) { [files] }
    try attributes.load(files.map(\.path))
    try compare(files.filter { try attributes.munges($0.path) }, isFiltered: filter != nil, &report)
    return report
  }

  /// The key of the filter; `nil` for an idle filter, which changes nothing.
  private func activeFilter() throws -> ConfigEntry? {
    let configuration = try tree.configuration()
    let program = ["process", "smudge"].lazy.compactMap { configuration.effective(FilterKey.prefix + $0) }.first
    guard let program, !program.value.isEmpty else { return nil }
    let plan = try tree.plan()
    return configuration.filterProgram != nil && plan?.isCanonical ?? true ? nil : program
  }

  /// Compares files with their blobs.
  private func compare(_ files: [CommittedTree.File], isFiltered: Bool, _ report: inout VerifyReport) throws {
    var different: [(file: CommittedTree.File, isMissing: Bool)] = []
    let counter = tree.progress.counter("Verifying files", of: files.count)
    try repository.blobs.forEach(files.map(\.blob)) { index, content in
      counter.advance()
      let file = files[index]
      guard let content else { throw RepositoryError.missingBlob(file.path, commit: nil) }
      report.files += 1
      let shown = try tree.content(of: file.path)
      if shown != content { different.append((file, shown == nil)) }
    }
    counter.finish()

    // Files that a sparse checkout omits.
    let listed = try different.isEmpty ? [] : tree.git.records(["ls-files", "-z", "-t"])
    let omitted = Set(listed.filter { $0.first == UInt8(ascii: "S") }.map { Path($0.dropFirst(2)) })
    for (file, isMissing) in different {
      if try isMissing ? omitted.contains(file.path) : converted(file.path) == file.blob { continue }
      report.findings.append(Finding(.changedFile(isFiltered: isFiltered), at: Finding.Location(path: file.path)))
    }
  }

  /// The object name of a file on disk after the conversions of git, such as those of line endings.
  private func converted(_ path: Path) throws -> [UInt8] {
    try repository.git.output(FilterKey.off + ["hash-object", "--"], paths: [path]).dropLast()
  }
}
