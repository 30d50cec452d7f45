import Platform
import Smudge
import Verify

/// Repairs files in memory: their lines with a leak become canonical, and all others stay, byte for byte.
struct FileRepair: ~Copyable {
  /// The working tree of the files.
  private let tree: WorkingTree
  /// The repair of their leaks.
  private let leaks: LeakRepair
  /// The reader of the files.
  private var reader: WorktreeReader
  /// The filter, which cleans line by line.
  private var filter: Filter

  /// Prepares the repair of files by the plan of their working tree.
  init(_ tree: WorkingTree, _ leaks: LeakRepair, _ plan: Plan) {
    self.tree = tree
    self.leaks = leaks
    reader = WorktreeReader(tree.top)
    // A line that Xcode has inserted stays on disk.
    filter = Filter(by: plan, records: tree.mungeDirectory, warnings: .silent, for: Rewriter.purpose(of: plan))
  }

  /// Repairs a file; `nil` if it is no longer a regular one.
  mutating func repaired(_ file: WorktreeFile) throws -> RepairedFile? {
    var input = Spool()
    guard let mode = try reader.read(file.path, into: &input), let before = input.inMemory else { return nil }
    let lines = try leaks.repaired(cleaned(before, file), file.path)
    guard let after = lines.file(onDisk: before) else {
      throw TransitionError.file(
        file.path, why: "the file has other lines than git adds; write the canonical text into it")
    }
    // git converts UTF-16 after clean, and commits its texts.
    let isWide = Exclusion.kind(of: lines.text) == .wideCharacters
    let shown = isWide ? Exclusion.text(in: lines.text) : lines.text
    let left = leaks.scanner.hits(in: shown, file.path, .munged).placed(file.path, shown, .tree).map(\.finding)
    return RepairedFile(
      path: file.path, mode: mode, before: before, after: after, places: lines.places,
      left: left, isStaged: try isStaged(file, besides: left))
  }

  /// The content as git adds it.
  private mutating func cleaned(_ content: [UInt8], _ file: WorktreeFile) throws -> [UInt8] {
    if file.attribute != .munged { return content }
    guard let cleaned = filter.content(FilterSession.Request(direction: .clean, path: file.path), content) else {
      throw TransitionError.file(file.path, why: filter.refusal ?? "cannot be cleaned")
    }
    return cleaned
  }

  /// Whether the index holds a leak that can be repaired, besides what is left.
  private func isStaged(_ file: WorktreeFile, besides left: [Finding]) throws -> Bool {
    if file.blob == nil { return false }
    let known = Set(left.map(\.detail))
    let staged = try tree.blob(":0:", file.path)
    return leaks.scanner.hits(in: staged, file.path, .munged)
      .contains { $0.detail.isRepairable && !known.contains($0.detail) }
  }
}
