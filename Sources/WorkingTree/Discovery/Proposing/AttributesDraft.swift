import Platform
import Smudge
import Verify

/// Lines of `.gitattributes` to be written.
struct AttributesDraft: Sendable, Equatable {
  /// A line that sets the filter of files.
  struct Line: Sendable, Hashable {
    /// A pattern of gitattributes(5), unquoted.
    let pattern: [UInt8]
    /// `filter=munge`, `-filter`, `filter=lfs`.
    let state: String

    var text: String { "\(String(decoding: AttributeLine.written(pattern), as: UTF8.self)) \(state)" }

    fileprivate static let (munging, leaving) = ("filter=munge", "-filter")

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
  private var reported: Set<Path> = []

  /// `declared`: files that are munged already. `tracked`: all files of the project, of which `outside` are not to be changed.
  init(
    _ placement: Placement, declared: Set<Path>, others: [Path: String], tracked: [Path] = [], outside: Set<Path> = []
  ) {
    munged = placement.munged.subtracting(declared).sorted()
    left = Set(placement.left.keys)
    self.others = others
    let names = Set(munged.map(Self.folded))
    kept = Set(tracked.filter { path in
      names.contains(Self.folded(path)) && !placement.munged.contains(path) && !declared.contains(path)
        && (LeaveReason.of(path) != nil || outside.contains(path))
    }.map(Self.folded))
  }

  /// Leaves a file alone.
  mutating func leave(_ path: Path) { reported.insert(path) }

  /// From the widest pattern to single files, as the last one that covers a file decides.
  var lines: [Line] {
    let munged = munged.filter { !reported.contains($0) }
    let wide = kinds(of: munged) + Self.names(of: munged)
    let single = munged.filter { path in !wide.contains { $0.covers(path) } }
    let endings = Dictionary(grouping: single) { Self.ending(of: $0) }
      .filter { $0.key != nil && $0.value.count >= Self.manyMunged }
    let grouped = endings.compactMap { Self.line($0.value, $0.key, Line.munging) }.sorted { $0.text < $1.text }
    // A line for the name also selects the file on other branches, and after it was moved.
    let kept = kept.union((Array(left) + others.keys + reported).map(Self.folded))
    let rest = Dictionary(grouping: single.filter { endings[Self.ending(of: $0)] == nil }) { path in
      kept.contains(Self.folded(path)) || LeaveReason.of(path) != nil
    }
    let named = wide + (rest[false] ?? []).map { Self.line(named: $0.name) }.uniqued
    let munging = named + grouped + (rest[true] ?? []).map { Self.line($0, Line.munging) }
    let left = left.filter { path in munging.contains { $0.covers(path) } }.union(reported)
    let (directories, groups, files) = Self.leaving(left.sorted(), endings: Set(endings.keys))
    let others = others.sorted { $0.key < $1.key }.filter { path, _ in munging.contains { $0.covers(path) } }
    return named + directories + groups + munging.dropFirst(named.count) + files + others.map { Self.line($0, "filter=\($1)") }
  }

  /// Patterns for kinds of files that are munged as such.
  private func kinds(of munged: [Path]) -> [Line] {
    let patterns = Set(munged.compactMap { IdentifierSource.of($0)?.attributes })
    return IdentifierSource.all.compactMap(\.attributes).filter(patterns.contains).uniqued
      .map { Line(pattern: Array($0.utf8), state: Line.munging) }
  }

  /// Files of one name in many directories.
  private static func names(of munged: [Path]) -> [Line] {
    let found = munged.filter { IdentifierSource.of($0).map { $0.attributes == nil && $0.isWhole } ?? false }
    return Dictionary(grouping: found) { $0.name }.filter { $0.value.count >= manyOfOneName }.keys.sorted()
      .map { line(named: $0) }
  }

  /// Directories, files of one ending, and single files. `endings`: those of a pattern that munges.
  private static func leaving(_ paths: [Path], endings: Set<String?>) -> (directories: [Line], groups: [Line], files: [Line]) {
    let directories = paths.compactMap { LeaveReason.of($0)?.directory }.uniqued
    let single = paths.filter { path in !directories.contains { path.isInside($0) } }
    let groups = Dictionary(grouping: single) { path -> [UInt8]? in
      guard let directory = path.parent, let ending = ending(of: path), !endings.contains(ending) else { return nil }
      return exact(directory) + Array("/*\(ending)".utf8)
    }.filter { $0.key != nil && $0.value.count >= manyLeft }
    let tests = single.compactMap { testPattern(of: $0) }.uniqued
    let rest = single.filter { path in !groups.values.contains { $0.contains(path) } && testPattern(of: path) == nil }
    return (
      directories.map { Line(pattern: exact($0) + Array("/**".utf8), state: Line.leaving) },
      groups.keys.compactMap { $0.map { Line(pattern: $0, state: Line.leaving) } }.sorted { $0.text < $1.text },
      tests.map { Line(pattern: Array($0.utf8), state: Line.leaving) } + rest.map { line($0, Line.leaving) }
    )
  }

  /// `*Test.mm` for a test that is not in a directory of tests.
  private static func testPattern(of path: Path) -> String? {
    guard LeaveReason.of(path)?.reason == .test, let ending = ending(of: path) else { return nil }
    let name = String(decoding: path.name.bytes.dropLast(ending.utf8.count), as: UTF8.self)
    return FileRole.testStems.first(where: name.hasSuffix).map { "*\($0)\(ending)" }
  }

  /// The line for files of one ending, below the directory that all are in.
  private static func line(_ paths: [Path], _ ending: String?, _ state: String) -> Line? {
    guard let ending, let first = paths.first else { return nil }
    let directory = first.ancestors.last { directory in paths.allSatisfy { $0.isInside(directory) } }
    return Line(pattern: (directory.map { exact($0) + Array("/**/".utf8) } ?? []) + Array("*\(ending)".utf8), state: state)
  }

  private static func line(named name: Path) -> Line { Line(pattern: AttributeLine.literal(name), state: Line.munging) }

  /// The name in lower case, as git compares it on macOS and Windows.
  private static func folded(_ path: Path) -> String { String(decoding: path.name.bytes, as: UTF8.self).lowercased() }

  private static func line(_ path: Path, _ state: String) -> Line { Line(pattern: exact(path), state: state) }

  private static func exact(_ path: Path) -> [UInt8] { [UInt8(ascii: "/")] + AttributeLine.literal(path) }

  private static func ending(of path: Path) -> String? {
    AttributePatterns.ending(of: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
