import Platform
import Rules
import Smudge
import Verify

/// Lines of `.gitattributes` to be written.
struct AttributesDraft: Equatable {
  /// A line that sets the filter of files.
  struct Line: Hashable {
    /// A pattern of gitattributes(5), unquoted.
    let pattern: [UInt8]
    /// The state of the filter: `filter=munge`, `-filter`, `filter=lfs`.
    let state: String

    /// The line that sets the filter of git-munge.
    static func munging(_ pattern: [UInt8]) -> Line {
      Line(pattern: pattern, state: "filter=munge")
    }

    /// The line that removes the filter of a line before it.
    static func leaving(_ pattern: [UInt8]) -> Line {
      Line(pattern: pattern, state: "-filter")
    }

    /// The line as it is written.
    var text: String {
      "\(AttributeLine.written(pattern).string) \(state)"
    }

    /// Whether the pattern matches a file.
    func covers(_ path: Path) -> Bool {
      PathPattern(pattern).covers(path)
    }
  }

  /// Files to munge that have no attribute yet, and files that hold an identifier and stay as they are.
  private let munged: Set<Path>, left: Set<Path>
  /// The directories that patterns are for; empty for the whole tree.
  private let folders: [Path]
  /// Files that another filter has, with its name.
  private let others: [Path: String]
  /// Files to leave that `verify` reports without a line for them.
  var reported: Set<Path> = []

  /// A draft for the files of a placement. `declared`: files that are munged already; `folders`: where patterns select
  /// files, empty for everywhere.
  init(_ placement: Placement, declared: Set<Path>, others: [Path: String], folders: [Path] = []) {
    self.folders = folders
    munged = placement.munged.subtracting(declared)
    left = Set(placement.reasons.keys)
    self.others = others
  }

  /// All lines: patterns for kinds of files, and after them, as the last line that covers a file decides, what stays
  /// and single files.
  var lines: [Line] {
    let munged = munged.subtracting(reported)
    let kinds = Set(munged.compactMap { IdentifierSource.of($0)?.attributes })
    let wide = IdentifierSource.all.compactMap(\.attributes).filter(kinds.contains).uniqued.flatMap { scoped($0.bytes) }
    func isCovered(_ path: Path) -> Bool { wide.contains { $0.covers(path) } }

    let leaving = left.filter(isCovered).union(reported).subtracting(others.keys).sorted()
    let directories = leaving.compactMap(LeaveReason.directory).uniqued
    func isClosed(_ path: Path) -> Bool { directories.contains(where: path.isInside) }

    return wide
      + directories.map { .leaving($0.pattern + "/**".bytes) }
      + munged.filter { !isCovered($0) || isClosed($0) }.sorted().map { .munging($0.pattern) }
      + leaving.filter { !isClosed($0) }.map { .leaving($0.pattern) }
      + others.filter { isCovered($0.key) || isClosed($0.key) }.sorted { $0.key < $1.key }
      .map { Line(pattern: $0.pattern, state: "filter=\($1)") }
  }

  /// The lines for a kind of files, in all directories or in those that are given.
  private func scoped(_ pattern: [UInt8]) -> [Line] {
    folders.isEmpty ? [.munging(pattern)] : folders.map { .munging($0.pattern + "/**/".bytes + pattern) }
  }
}

extension Path {
  /// The pattern that selects only this file or directory.
  fileprivate var pattern: [UInt8] { [.slash] + AttributeLine.literal(self) }
}
