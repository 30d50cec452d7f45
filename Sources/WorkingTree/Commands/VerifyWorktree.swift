import Platform
import Rules
import Smudge
import Verify

/// Verifies that a build uses the committed content: no filter is active, and munged files are equal to `HEAD` except for
/// git's own conversions.
struct VerifyWorktree {
  private let here: VerifyRepository
  private let tree: WorkingTree

  init(_ here: VerifyRepository, _ tree: WorkingTree) { (self.here, self.tree) = (here, tree) }

  func run(into report: inout VerifyReport) throws {
    report.findings += try filter(tree)
    let head = CommittedTree.commit(try here.commit("HEAD"))
    let files = try head.files(here.git)
    let hasRules = files.contains { $0.path == Path(RulesFile.name) }
    if !hasRules, report.findings.isEmpty { throw here.nothingToCheck(in: "HEAD") }
    let attributes = try CommittedAttributes(ofEach: [files], here)
    try attributes.load(files.map(\.path))
    try compare(files.filter { attributes.munges($0.path) }, tree, &report)
  }

  /// A finding for an active filter; an idle one changes nothing.
  private func filter(_ tree: WorkingTree) throws -> [Finding] {
    let keys = try FilterKeys(tree.configuration())
    let program = ["process", "smudge"].lazy.compactMap { keys.configuration.effective("filter.munge.\($0)") }.first
    guard let program, !program.value.isEmpty else { return [] }
    let plan = try tree.plan()
    if keys.program != nil, plan?.isCanonical ?? true { return [] }
    return [Finding(.filterActive(program))]
  }

  private func compare(
    _ files: [CommittedTree.File], _ tree: WorkingTree, _ report: inout VerifyReport
  ) throws {
    var different: [(path: Path, committed: [UInt8], shown: [UInt8]?, blob: [UInt8])] = []
    let counter = tree.progress.counter("Verifying files", of: files.count)
    try here.blobs.forEach(files.map(\.blob)) { index, content in
      counter.advance()
      let path = files[index].path
      guard let content else { throw MungeError.missingBlob(path, commit: nil) }
      report.extent.files += 1
      report.extent.bytes += content.count
      let shown = try tree.content(of: path)
      if shown != content { different.append((path, content, shown, files[index].blob)) }
    }
    counter.finish()
    let skipped = try skipped(tree)
    for file in different {
      if file.shown == nil, skipped.contains(file.path) { continue }
      if file.shown != nil, try converted(file.path) == file.blob { continue }
      report.findings.append(finding(file.path, file.committed, file.shown ?? []))
    }
  }

  /// Files that a sparse checkout omits.
  private func skipped(_ tree: WorkingTree) throws -> Set<Path> {
    Set(try IndexSnapshot(tree).munged.filter { !$0.isOnDisk }.map(\.path))
  }

  /// The object name of a file on disk after the conversions of git, such as those of line endings.
  private func converted(_ path: Path) throws -> [UInt8] {
    try here.git.output(FilterKey.off + ["hash-object", "--"], paths: [path]).dropLast()
  }

  /// The first different byte; carriage returns before newlines are ignored.
  private static func place(in shown: [UInt8], unlike committed: [UInt8]) -> Int {
    var (place, other) = (0, 0)
    while place < shown.count && other < committed.count {
      let isReturn = shown[place] == UInt8(ascii: "\r") && committed[other] == UInt8(ascii: "\n")
      if !isReturn && shown[place] != committed[other] { return place }
      place += 1
      other += isReturn ? 0 : 1
    }
    return place
  }

  private func finding(_ path: Path, _ committed: [UInt8], _ shown: [UInt8]) -> Finding {
    let place = Self.place(in: shown, unlike: committed)
    var cursor = LineLocator.Cursor()
    _ = LineLocator(shown, shown).move(&cursor, to: place)
    return Finding(.changedFile, at: Finding.Location(path: path, line: cursor.line, column: cursor.column))
  }
}
