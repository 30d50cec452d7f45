// The state of a directory, to check that a command changed nothing.

import Platform
import TestSupport
package import Testing

/// Files, directories and links below a working tree, including its git directory, with their content.
package struct DirectoryState {
  private let entries: [Path: String]

  /// `except`: names at the top of the git directory that can change.
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
    // Times matter for the developer's files, as builds compare them, and not for those of git.
    let time = entry.path.bytes.starts(with: bytes(".git/")) ? 0 : entry.status.modified.seconds
    return "\(mode), time \(time): \(escaped(try FileSystem.contents(tree.top / entry.path) ?? []))"
  }

  /// One paragraph for each path that differs from before; empty if nothing changed.
  package func changes(since before: DirectoryState) -> String {
    return Set(entries.keys).union(before.entries.keys).filter { entries[$0] != before.entries[$0] }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      .map { "\($0)\n  was: \(before.entries[$0] ?? "missing")\n  is: \(entries[$0] ?? "missing")\n" }
      .joined()
  }
}

extension WorkingTree {
  /// Runs commands that must leave each file as it is; `except` as above.
  @discardableResult
  package func unchanged<Value>(
    except: Set<String> = [], sourceLocation: SourceLocation = #_sourceLocation, by commands: () throws -> Value
  ) throws -> Value {
    let before = try DirectoryState(self, except: except)
    let value = try commands()
    #expect(try DirectoryState(self, except: except).changes(since: before) == "", sourceLocation: sourceLocation)
    return value
  }
}
