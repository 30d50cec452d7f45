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

  /// The number of files of one ending from which one pattern stands for them.
  private static let manyMunged = 8, manyLeft = 3, manyOfOneName = 3

  /// Files to munge that have no attribute yet, and files that hold an identifier and stay as they are.
  private let munged: [Path], left: Set<Path>
  /// Names, in lower case, of files that must not be munged, whatever they hold.
  private let kept: Set<String>
  /// Files that another filter has, with its name.
  private let others: [Path: String]
  /// Files to leave that `verify` reports without a line for them.
  var reported: Set<Path> = []

  /// `declared`: files that are munged already. `tracked`: all files of the project, of which `outside` are not to be changed.
  init(_ placement: Placement, declared: Set<Path>, others: [Path: String], tracked: [Path] = [], outside: Set<Path> = []) {
    munged = placement.munged.subtracting(declared).sorted()
    left = Set(placement.leaving.reasons.keys)
    self.others = others
    let names = Set(munged.map(Self.folded))
    kept = Set(tracked.filter { path in
      names.contains(Self.folded(path)) && !placement.munged.contains(path) && !declared.contains(path)
        && (LeaveReason.of(path) != nil || outside.contains(path))
    }.map(Self.folded))
  }

  /// From the widest pattern to single files, as the last one that covers a file decides.
  var lines: [Line] {
    let munged = munged.filter { !reported.contains($0) }
    let wide = Self.wide(munged)
    // The lines of directories are after those of names.
    let closed = left.compactMap { LeaveReason.of($0)?.directory }.uniqued
    let inside = munged.filter { path in closed.contains(where: path.isInside) }
    let single = munged.filter { path in !wide.contains { $0.covers(path) } && !inside.contains(path) }
    let endings = Dictionary(grouping: single, by: Self.ending).filter { $0.key != nil && $0.value.count >= Self.manyMunged }
    let grouped = endings.compactMap { Self.line(of: $0.value, $0.key) }.sorted { $0.text < $1.text }
    // A line for the name also selects the file on other branches, and after it was moved.
    let kept = kept.union((Array(left) + others.keys + reported).map(Self.folded))
    let rest = Dictionary(grouping: single.filter { endings[Self.ending(of: $0)] == nil }) { path in
      kept.contains(Self.folded(path)) || LeaveReason.of(path) != nil
    }
    let named = wide + (rest[false] ?? []).map { .munging(AttributeLine.literal($0.name)) }.uniqued
    let exact = ((rest[true] ?? []) + inside).map { Line.munging(Self.exact($0)) }
    let all = named + grouped + exact
    func isCovered(_ path: Path) -> Bool { all.contains { $0.covers(path) } }
    let (directories, groups, files) = Self.leaving(left.filter(isCovered).union(reported).sorted(), endings: Set(endings.keys))
    let others = others.filter { isCovered($0.key) }.sorted { $0.key < $1.key }
    return named + grouped + directories + groups + exact + files + others.map { Line(pattern: Self.exact($0), state: "filter=\($1)") }
  }

  /// Patterns for kinds of files that are munged as such, and for files of one name in many directories.
  private static func wide(_ munged: [Path]) -> [Line] {
    let sources = munged.compactMap { path in IdentifierSource.of(path).map { (path.name, $0) } }
    let patterns = Set(sources.compactMap(\.1.attributes))
    let kinds = IdentifierSource.all.compactMap(\.attributes).filter(patterns.contains).uniqued
    let names = sources.filter { $1.attributes == nil && $1.isWhole }.map(\.0).counted.filter { $0.value >= manyOfOneName }.keys
    return kinds.map { .munging(Array($0.utf8)) } + names.sorted().map { .munging(AttributeLine.literal($0)) }
  }

  /// Directories, files of one ending, and single files. `endings`: those of a pattern that munges.
  private static func leaving(_ paths: [Path], endings: Set<String?>) -> (directories: [Line], groups: [Line], files: [Line]) {
    let directories = paths.compactMap { LeaveReason.of($0)?.directory }.uniqued
    let single = paths.filter { path in !directories.contains { path.isInside($0) } }
    let groups = Dictionary(grouping: single) { path -> [UInt8]? in
      guard let directory = path.parent, let ending = ending(of: path), !endings.contains(ending) else {
        return nil
      }
      return exact(directory) + Array("/*\(ending)".utf8)
    }.filter { $0.key != nil && $0.value.count >= manyLeft }
    let tests = single.compactMap(testPattern).uniqued
    let rest = single.filter { path in !groups.values.contains { $0.contains(path) } && testPattern(of: path) == nil }
    return (
      directories.map { .leaving(exact($0) + Array("/**".utf8)) },
      groups.keys.compactMap(\.self).map(Line.leaving).sorted { $0.text < $1.text },
      tests.map { .leaving(Array($0.utf8)) } + rest.map { .leaving(exact($0)) }
    )
  }

  /// `*Test.mm` for a test that is not in a directory of tests.
  private static func testPattern(of path: Path) -> String? {
    guard LeaveReason.of(path)?.reason == .test, let ending = ending(of: path) else { return nil }
    let name = String(decoding: path.name.bytes.dropLast(ending.utf8.count), as: UTF8.self)
    return FileRole.testStems.first(where: name.hasSuffix).map { "*\($0)\(ending)" }
  }

  /// The line that munges files of one ending, below the directory that all are in.
  private static func line(of paths: [Path], _ ending: String?) -> Line? {
    guard let ending, let first = paths.first else { return nil }
    let directory = first.ancestors.last { directory in paths.allSatisfy { $0.isInside(directory) } }
    return .munging((directory.map { exact($0) + Array("/**/".utf8) } ?? []) + Array("*\(ending)".utf8))
  }

  /// The name in lower case, as git compares it on macOS and Windows.
  private static func folded(_ path: Path) -> String {
    String(decoding: path.name.bytes, as: UTF8.self).lowercased()
  }

  private static func exact(_ path: Path) -> [UInt8] { [.slash] + AttributeLine.literal(path) }

  private static func ending(of path: Path) -> String? {
    AttributePatterns.ending(of: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
