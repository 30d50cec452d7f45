// All that is in a folder at one moment, to prove that a command left it alone.

import Platform
import TestSupport

/// Files, folders and links below a working tree, its git directory included, by what they hold.
struct Snapshot {
  private let entries: [Path: String]

  /// `except`: names of folders and files at the top of the git directory that may change.
  init(_ tree: WorkingTree, except: Set<String> = []) throws {
    var entries: [Path: String] = [:]
    try Snapshot.add(Path(""), below: tree.top, except: Set(except.map { Path(".git/\($0)") }), to: &entries)
    self.entries = entries
  }

  private static func add(
    _ path: Path, below top: Path, except: Set<Path>, to entries: inout [Path: String]
  ) throws {
    for name in try FileSystem.entries(top / path) {
      let entry = path.bytes.isEmpty ? name : path / name
      if except.contains(entry) { continue }
      guard let status = try FileSystem.status(top / entry) else { continue }
      // Of what git keeps, the time does not matter; of the developer's files, builds go by it.
      let time = entry.bytes.starts(with: bytes(".git/")) ? 0 : status.modified.seconds
      switch status.kind {
      case .directory: try add(entry, below: top, except: except, to: &entries)
      case .regular:
        let content = try FileSystem.contents(top / entry) ?? []
        entries[entry] = "mode \(String(status.mode, radix: 8)), time \(time): \(escaped(content))"
      case .symbolicLink, .other: entries[entry] = "mode \(String(status.mode, radix: 8))"
      }
    }
  }

  /// The same without what lies in a folder at the top.
  func withoutFolder(_ name: String) -> Snapshot { Snapshot(entries: entries.filter { !$0.key.isInside(Path(name)) }) }

  private init(entries: [Path: String]) { self.entries = entries }

  /// One paragraph for each path that is otherwise than before; nothing where all is as it was.
  func changes(since before: Snapshot) -> String {
    let paths = Set(entries.keys).union(before.entries.keys)
    return paths.filter { entries[$0] != before.entries[$0] }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      .map { "\($0)\n  was: \(before.entries[$0] ?? "missing")\n  is: \(entries[$0] ?? "missing")\n" }
      .joined()
  }
}
