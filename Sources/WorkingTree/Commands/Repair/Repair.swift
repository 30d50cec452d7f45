package import Platform
import Rules
import Smudge
package import Verify

/// `git munge repair`: restores canonical texts in files that hold leaks.
package struct Repair {
  /// The working tree of the files.
  private let tree: WorkingTree
  /// The files and directories, relative to the current directory.
  private let paths: [Path]
  /// Whether nothing is written.
  private let isDryRun: Bool

  /// Prepares a repair. `paths`: relative to the current directory.
  package init(_ tree: WorkingTree, _ paths: [Path], isDryRun: Bool) {
    self.tree = tree
    self.paths = paths
    self.isDryRun = isDryRun
  }

  /// Repairs the files, and returns what a report shows.
  package func run() throws -> RepairReport {
    if isDryRun { return try report(repaired()) }
    return try tree.alone {
      try IndexStatReset(tree).awaitTurn()
      let files = try repaired()
      try write(files.filter { !$0.places.isEmpty })
      return try report(files)
    }
  }

  /// Repairs all files in memory, so that an error changes nothing.
  private func repaired() throws -> [RepairedFile] {
    let plan = try tree.plan() ?? .idle
    // A commit can be older than the rules.
    guard let rules = try tree.rules() ?? TrustedRules(tree.mungeDirectory).rules(of: plan) else {
      throw try tree.noRules()
    }
    let files = try tree.filesToRepair(paths)
    var repair = try FileRepair(tree, LeakRepair(tree, rules), plan)
    return try files.compactMap { try repair.repaired($0) }
  }

  /// Replaces the files, one after the other.
  private func write(_ files: [RepairedFile]) throws {
    try FileSystem.makeDirectories(tree.arriving)
    defer { try? FileSystem.removeTree(tree.arriving) }
    let replace = AtomicReplace(
      directory: tree.arriving, saves: tree.mungeDirectory.common, token: .random(in: 0 ... .max))
    for (number, file) in files.enumerated() {
      let outcome = try replace.replace(
        tree.top / file.path, number: number, expecting: Digest(file.before), mode: file.mode
      ) { try $0.write(file.after) }
      if outcome == .changedMeanwhile {
        throw TransitionError.file(file.path, why: "it was changed meanwhile; run `git munge repair` again")
      }
    }
  }

  /// What was repaired, and what is to be added.
  private func report(_ files: [RepairedFile]) throws -> RepairReport {
    // A path from the top, where the current directory is another one.
    let start = try tree.here.line(["rev-parse", "--show-prefix"]).isEmpty ? [] : ":/".bytes
    return RepairReport(
      isMunged: try !(tree.plan() ?? .idle).isCanonical, files: files,
      toAdd: files.filter { !$0.places.isEmpty }.map { Path(start + $0.path.bytes) })
  }
}

/// The result of `git munge repair`, also of a dry run.
package struct RepairReport: Sendable {
  /// A repaired line.
  package struct Place: Sendable {
    /// The number of the line in the repaired file, from 1.
    package let line: Int
    /// The repaired line without blanks around it; `nil` for one that Xcode had inserted, and that was there.
    package let text: [UInt8]?
  }

  /// Whether the working tree shows local texts elsewhere.
  package let isMunged: Bool
  /// The results, in the order of the paths.
  package let files: [RepairedFile]
  /// Files to add, as arguments of `git add`.
  package let toAdd: [Path]

  /// Whether something was not repaired.
  package var needsAttention: Bool { files.contains { !$0.left.isEmpty } }
}

/// A file with its content before and after a repair.
package struct RepairedFile: Sendable {
  /// The path, relative to the top of the working tree.
  package let path: Path
  /// The permissions of the file.
  let mode: UInt32
  /// The content that was read.
  let before: [UInt8]
  /// The repaired content.
  let after: [UInt8]
  /// The repaired lines, in ascending order.
  package let places: [RepairReport.Place]
  /// Leaks that were not repaired.
  package let left: [Finding]
  /// Whether the index holds a leak that the file on disk does not have after clean.
  package let isStaged: Bool
}
