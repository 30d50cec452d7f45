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
  private let munged: [Path], left: Set<Path>
  /// Names, in lower case, of files that must not be munged, whatever they hold.
  private let kept: Set<String>
  /// The directories that all is below; empty for the whole tree.
  private let folders: [Path]
  /// Files that another filter has, with its name.
  private let others: [Path: String]
  /// Files to leave that `verify` reports without a line for them.
  var reported: Set<Path> = []

  /// A draft for the files of a placement. `declared`: files that are munged already. `tracked`: all files of the
  /// project, of which `outside` are not to be changed. `folders`: where patterns select files; empty for everywhere.
  init(
    _ placement: Placement,
    declared: Set<Path>,
    others: [Path: String],
    tracked: [Path] = [],
    outside: Set<Path> = [],
    folders: [Path] = []
  ) {
    self.folders = folders
    munged = placement.munged.subtracting(declared).sorted()
    left = Set(placement.reasons.keys)
    self.others = others

    let names = Set(munged.map(\.foldedName))
    let alike = tracked.filter { path in
      names.contains(path.foldedName)
        && !placement.munged.contains(path)
        && !declared.contains(path)
        && (LeaveReason(path) != nil || outside.contains(path))
    }
    kept = Set(alike.map(\.foldedName))
  }

  /// All lines, from the widest pattern to single files, as the last one that covers a file decides.
  var lines: [Line] {
    let munging = mungingLines
    let all = munging.named + munging.exact
    func isCovered(_ path: Path) -> Bool {
      all.contains { $0.covers(path) }
    }

    let leaving = left.filter(isCovered)
      .union(reported)
      .subtracting(others.keys)
      .sorted()
    // The lines of directories are after those of names.
    let directories = leaving.compactMap(LeaveReason.directory).uniqued
    let files = leaving.filter { path in
      !directories.contains(where: path.isInside)
    }
    let filtered = others.filter { isCovered($0.key) }
      .sorted { $0.key < $1.key }

    return munging.named
      + directories.map { .leaving($0.pattern + "/**".bytes) }
      + munging.exact
      + files.map { .leaving($0.pattern) }
      + filtered.map { Line(pattern: $0.pattern, state: "filter=\($1)") }
  }

  /// The lines that munge: those of kinds of files and of names, and those of single files.
  private var mungingLines: (named: [Line], exact: [Line]) {
    let munged = munged.filter { !reported.contains($0) }
    // Kinds of files that are munged as such.
    let kinds = Set(munged.compactMap { IdentifierSource.of($0)?.attributes })
    let wide = IdentifierSource.all.compactMap(\.attributes)
      .filter(kinds.contains)
      .uniqued
      .flatMap { scoped($0.bytes) }

    let closed = left.compactMap(LeaveReason.directory).uniqued
    let inside = munged.filter { closed.contains(where: $0.isInside) }
    let single = munged.filter { path in
      !wide.contains { $0.covers(path) } && !inside.contains(path)
    }

    // A line for the name also selects the file on other branches, and after it was moved.
    let kept = kept.union((Array(left) + others.keys + reported).map(\.foldedName))
    func isExact(_ path: Path) -> Bool {
      kept.contains(path.foldedName) || LeaveReason(path) != nil
        || !folders.isEmpty && !folders.contains(where: path.isInside)
    }
    let names = single.filter { !isExact($0) }.map(\.name)
    let exact = single.filter(isExact) + inside
    return (
      wide + names.flatMap { scoped(AttributeLine.literal($0)) }.uniqued,
      exact.map { .munging($0.pattern) }
    )
  }

  /// The lines that munge files by their name, in all directories or in those that are given.
  private func scoped(_ pattern: [UInt8]) -> [Line] {
    folders.isEmpty ? [.munging(pattern)] : folders.map { .munging($0.pattern + "/**/".bytes + pattern) }
  }
}

extension Path {
  /// The name in lower case, as git compares it on macOS and Windows.
  fileprivate var foldedName: String { name.bytes.string.lowercased() }

  /// The pattern that selects only this file or directory.
  fileprivate var pattern: [UInt8] { [.slash] + AttributeLine.literal(self) }
}
