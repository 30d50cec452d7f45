// All that is in a folder at one moment, to prove that a command left it alone.

import Platform
import TestSupport

/// Files, folders and links below a working tree, its git directory included, by what they hold.
package struct DirectoryState {
  private let entries: [Path: String]

  /// `except`: names of folders and files at the top of the git directory that may change.
  package init(_ tree: WorkingTree, except: Set<String> = []) throws {
    let skipped = Set(except.map { Path(".git/\($0)") })
    var entries: [Path: String] = [:]
    for entry in try DirectoryWalk.entries(below: tree.top, skipping: skipped.contains) {
      entries[entry.path] = try DirectoryState.text(of: entry, in: tree)
    }
    self.entries = entries
  }

  private static func text(of entry: DirectoryWalk.Entry, in tree: WorkingTree) throws -> String {
    let mode = "mode \(String(entry.status.mode, radix: 8))"
    if entry.status.kind != .regular { return mode }
    // Of what git keeps, the time does not matter; of the developer's files, builds go by it.
    let time = entry.path.bytes.starts(with: bytes(".git/")) ? 0 : entry.status.modified.seconds
    return "\(mode), time \(time): \(escaped(try FileSystem.contents(tree.top / entry.path) ?? []))"
  }

  /// The same without what lies in a folder at the top.
  package func withoutFolder(_ name: String) -> DirectoryState { DirectoryState(entries: entries.filter { !$0.key.isInside(Path(name)) }) }

  private init(entries: [Path: String]) { self.entries = entries }

  /// One paragraph for each path that is otherwise than before; nothing where all is as it was.
  package func changes(since before: DirectoryState) -> String {
    let paths = Set(entries.keys).union(before.entries.keys)
    return paths.filter { entries[$0] != before.entries[$0] }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      .map { "\($0)\n  was: \(before.entries[$0] ?? "missing")\n  is: \(entries[$0] ?? "missing")\n" }
      .joined()
  }
}
