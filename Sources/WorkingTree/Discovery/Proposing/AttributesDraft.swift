import Platform
import Smudge
import Verify

/// Lines of `.gitattributes` to be written.
struct AttributesDraft: Equatable {
  /// A line that sets the filter of files.
  struct Line: Hashable {
    /// A pattern of gitattributes(5), unquoted.
    let pattern: [UInt8]
    /// `filter=munge`, `-filter`, `filter=lfs`.
    let state: String

    static func munging(_ pattern: [UInt8]) -> Line { Line(pattern: pattern, state: "filter=munge") }
    static func leaving(_ pattern: [UInt8]) -> Line { Line(pattern: pattern, state: "-filter") }

    var text: String { "\(String(decoding: AttributeLine.written(pattern), as: UTF8.self)) \(state)" }

    func covers(_ path: Path) -> Bool { PathPattern(pattern).covers(path) }
  }

  /// Files to munge that have no attribute yet, and files that hold an identifier and stay as they are.
  private let munged: [Path], left: Set<Path>
  /// Names, in lower case, of files that must not be munged, whatever they hold.
  private let kept: Set<String>
  /// Files that another filter has, with its name.
  private let others: [Path: String]
  /// Files to leave that `verify` reports without a line for them.
  var reported: Set<Path> = []

  /// `declared`: files that are munged already. `tracked`: all files of the project, of which `outside` are not to be
  /// changed.
  init(
    _ placement: Placement, declared: Set<Path>, others: [Path: String], tracked: [Path] = [], outside: Set<Path> = []
  ) {
    munged = placement.munged.subtracting(declared).sorted()
    left = Set(placement.reasons.keys)
    self.others = others
    let names = Set(munged.map(Self.folded))
    kept = Set(
      tracked.filter { path in
        names.contains(Self.folded(path)) && !placement.munged.contains(path) && !declared.contains(path)
          && (LeaveReason.of(path) != nil || outside.contains(path))
      }.map(Self.folded))
  }

  /// From the widest pattern to single files, as the last one that covers a file decides.
  var lines: [Line] {
    let munged = munged.filter { !reported.contains($0) }
    // Kinds of files that are munged as such.
    let kinds = Set(munged.compactMap { IdentifierSource.of($0)?.attributes })
    let patterns = IdentifierSource.all.compactMap(\.attributes).filter(kinds.contains).uniqued
    let wide = patterns.map { Line.munging(Array($0.utf8)) }
    // The lines of directories are after those of names.
    let closed = left.compactMap { LeaveReason.of($0)?.directory }.uniqued
    let inside = munged.filter { path in closed.contains(where: path.isInside) }
    let single = munged.filter { path in !wide.contains { $0.covers(path) } && !inside.contains(path) }
    // A line for the name also selects the file on other branches, and after it was moved.
    let kept = kept.union((Array(left) + others.keys + reported).map(Self.folded))
    let rest = Dictionary(grouping: single) { path in
      kept.contains(Self.folded(path)) || LeaveReason.of(path) != nil
    }
    let named = wide + (rest[false] ?? []).map { .munging(AttributeLine.literal($0.name)) }.uniqued
    let exact = ((rest[true] ?? []) + inside).map { Line.munging(Self.exact($0)) }
    let all = named + exact
    func isCovered(_ path: Path) -> Bool { all.contains { $0.covers(path) } }
    let leaving = left.filter(isCovered).union(reported).subtracting(others.keys).sorted()
    let directories = leaving.compactMap { LeaveReason.of($0)?.directory }.uniqued
    let files = leaving.filter { path in !directories.contains { path.isInside($0) } }
    let others = others.filter { isCovered($0.key) }.sorted { $0.key < $1.key }
    return named + directories.map { .leaving(Self.exact($0) + Array("/**".utf8)) } + exact
      + files.map { .leaving(Self.exact($0)) }
      + others.map { Line(pattern: Self.exact($0), state: "filter=\($1)") }
  }

  /// The name in lower case, as git compares it on macOS and Windows.
  private static func folded(_ path: Path) -> String {
    String(decoding: path.name.bytes, as: UTF8.self).lowercased()
  }

  private static func exact(_ path: Path) -> [UInt8] { [.slash] + AttributeLine.literal(path) }
}
