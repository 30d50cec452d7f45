import Platform
import Rules
import Smudge
import Verify

/// Lines of `.gitattributes` to be written.
struct AttributesDraft: Equatable {
  /// Files to munge that have no attribute yet, and files that hold an identifier and stay as they are.
  private let munged: Set<Path>, left: Set<Path>
  /// The directories that patterns are for; empty for the whole tree.
  private let folders: [Path]
  /// Files that another filter has, with its name.
  private let others: [Path: String]
  /// Whether no file is munged yet, which a pattern for files that stay could cover.
  private let isFirst: Bool
  /// Files to leave that `verify` reports without a line for them.
  var reported: Set<Path> = []

  /// A draft for the files of a placement. `declared`: files that are munged already; `folders`: where patterns select
  /// files, empty for everywhere.
  init(_ placement: Placement, declared: Set<Path>, others: [Path: String], folders: [Path] = []) {
    self.folders = folders
    munged = placement.munged.subtracting(declared)
    left = Set(placement.reasons.keys)
    self.others = others
    isFirst = declared.isEmpty
  }

  /// All lines: patterns for kinds of files, and after them, as the last line that covers a file decides, what stays
  /// and single files.
  var lines: [String] {
    let munged = munged.subtracting(reported)
    let kinds = Set(munged.compactMap { IdentifierSource.of($0)?.attributes })
    let wide = IdentifierSource.all.compactMap(\.attributes).filter(kinds.contains).uniqued.flatMap { kind in
      folders.isEmpty ? [kind.bytes] : folders.map { $0.pattern + "/**/".bytes + kind.bytes }
    }
    let patterns = wide.map { PathPattern($0) }
    func isCovered(_ path: Path) -> Bool { patterns.contains { $0.covers(path) } }

    let leaving = left.filter(isCovered).union(reported).subtracting(others.keys).sorted()
    let directories = leaving.compactMap(LeaveReason.directory).uniqued
    func isClosed(_ path: Path) -> Bool { directories.contains(where: path.isInside) }
    let single = leaving.filter { !isClosed($0) }
    // git matches each file with each line.
    let shared = isFirst && single.count > 40 ? single.filter { !isCovered($0) } : []

    return wide.map { Self.line($0) }
      + directories.map { Self.line($0.pattern + "/**".bytes, "-filter") }
      + AttributePatterns.lines(for: shared, "-filter")
      + munged.filter { !isCovered($0) || isClosed($0) }.sorted().map { Self.line($0.pattern) }
      + single.filter { shared.isEmpty || isCovered($0) }.map { Self.line($0.pattern, "-filter") }
      + others.filter { isCovered($0.key) || isClosed($0.key) }.sorted { $0.key < $1.key }
      .map { Self.line($0.pattern, "filter=\($1)") }
  }

  /// A line with a pattern of gitattributes(5), unquoted.
  private static func line(_ pattern: [UInt8], _ state: String = "filter=munge") -> String {
    "\(AttributeLine.written(pattern).string) \(state)"
  }
}

extension Path {
  /// The pattern that selects only this file or directory.
  fileprivate var pattern: [UInt8] { [.slash] + AttributeLine.literal(self) }
}
