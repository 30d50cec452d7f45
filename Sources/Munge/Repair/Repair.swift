import Git
public import Platform
import Smudge

/// `git munge repair`: puts canonical texts back into files where somebody's own have leaked into the repository.
public struct Repair {
  private let clone: Clone
  private let paths: [Path]
  private let mode: RepairReport.Mode

  /// `paths`: from the current folder.
  public init(_ clone: Clone, _ paths: [Path], mode: RepairReport.Mode) {
    (self.clone, self.paths, self.mode) = (clone, paths, mode)
  }

  public func run() throws(MungeError) -> RepairReport {
    switch mode {
    case .dryRun: return try report(try results())
    case .perform: return try clone.alone { () throws(MungeError) in try report(try perform(results())) }
    }
  }

  /// All of them, before the first file is written: what cannot be done is found while nothing has changed.
  private func results() throws(MungeError) -> [FileRepair.Result] {
    let files = try clone.filesToRepair(paths)
    var repair = try fileRepair()
    var results: [FileRepair.Result] = []
    for file in files {
      if let result = try repair.result(file) { results.append(result) }
    }
    return results
  }

  private func fileRepair() throws(MungeError) -> FileRepair {
    guard let rules = try clone.rules() else { throw .noRules }
    return try FileRepair(clone, rules, try clone.plan() ?? .idle)
  }

  private func perform(_ results: [FileRepair.Result]) throws(MungeError) -> [FileRepair.Result] {
    var results = results
    try showToGit(results)
    let changed = results.indices.filter { results[$0].isChanged }
    if changed.isEmpty { return results }
    var writing = try RepairWriting(clone, try clone.plan())
    var repair = try fileRepair()
    try writing.begin(changed.map { results[$0] })
    for (number, index) in changed.enumerated() { results[index] = try writing.write(results[index], number, &repair) }
    try writing.end()
    return results
  }

  /// git does not look into a file that is as old as its index, and so would not add what clean makes of it.
  private func showToGit(_ results: [FileRepair.Result]) throws(MungeError) {
    let toAdd = results.filter(\.isStagedWithLeak).map(\.file)
    if toAdd.isEmpty || !FileSystem.exists(clone.folder.common) { return }
    try wrapping { () throws(SystemError) in try FileSystem.makeDirectories(clone.folder.own) }
    let modified = clone.modifiedFiles()
    try IndexRepair(clone).run(rewritten: toAdd.filter { !modified.contains($0.path) }, attributed: [])
  }

  private func report(_ results: [FileRepair.Result]) throws(MungeError) -> RepairReport {
    let unruled = try unruled(Set(results.flatMap { $0.mended.staying.values.compactMap(\.self) }))
    let files = results.map { $0.report(unruled) }
    return RepairReport(
      mode: mode, files: files, toAdd: try clone.pathsFromHere(files.filter { $0.standing != .nothingToDo }.map(\.path)))
  }

  /// Those of some commits that have no rules.
  private func unruled(_ commits: Set<String>) throws(MungeError) -> Set<String> {
    let commits = commits.sorted()
    let input = commits.flatMap { Array("\($0):\(RulesFile.name)\n".utf8) }
    let words = ["cat-file", "--batch-check=%(objecttype)"]
    let output = try wrapping { () throws(GitError) in commits.isEmpty ? [] : try clone.git.output(words, input: input) }
    let types = output.split(separator: UInt8(ascii: "\n")).map { $0.elementsEqual("blob".utf8) }
    return Set(zip(commits, types).filter { !$0.1 }.map(\.0))
  }
}

extension FileRepair.Result {
  var isChanged: Bool { before != after }

  /// `unruled`: commits without rules.
  fileprivate func report(_ unruled: Set<String>) -> RepairReport.File {
    let left = LeakReport(file.path, mended.content, mended.text).placed(mended.left, .tree).map(\.finding)
    let (staying, others) = left.reduce(into: ([RepairReport.NeverCanonical](), [Finding]())) { parts, finding in
      let mark = RepairedText.Mark(line: (finding.location?.line ?? 0) - 1, matter: finding.matter)
      guard let commit = mended.staying[mark] else { return parts.1.append(finding) }
      let isBeforeRules = commit.map(unruled.contains) ?? false
      parts.0.append(RepairReport.NeverCanonical(finding: finding, commit: commit, isBeforeRules: isBeforeRules))
    }
    return RepairReport.File(path: file.path, standing: standing, neverCanonical: staying, left: others)
  }

  private var standing: RepairReport.Standing {
    if mended.places.isEmpty { return isStagedWithLeak ? .toBeAdded : .nothingToDo }
    let places = mended.places.map { place in
      RepairReport.Place(
        line: place.line, rule: place.rule, leaked: place.hit.matter.leaked ?? [], outcome: place.outcome)
    }
    return .repaired(places, appearance)
  }
}
