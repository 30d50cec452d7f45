// The state of a clone after a command.

import Foundation
import Platform
import StorySupport
import TestSupport
import Testing

/// The content of a clone's repository, and git's report on the working tree.
struct ComparedState {
  let index: String
  /// Commits, and thereby trees, authors, messages and parents; the stash is included.
  let refs: String
  /// With `HEAD`, its branch, and all staged and unstaged changes.
  let status: String
  /// The same after git was made to read every file.
  let statusOfTouched: String

  init(_ tree: WorkingTree) throws {
    let mark = "=== next ===\n"
    let look = """
      git ls-files -s -v; printf '\(mark)'; git for-each-ref; git stash list --format=%H; printf '\(mark)'
      git status --porcelain=v2 --branch; printf '\(mark)'
      git ls-files -z | xargs -0 touch -h -c -t \(WorkingTree.someTime) --; git status --porcelain=v2 --branch
      """
    let parts = try tree.run(["sh", "-ec", look]).output.components(separatedBy: mark)
    try #require(parts.count == 4)
    (index, refs, status, statusOfTouched) = (parts[0], parts[1], parts[2], parts[3])
  }
}

extension ComparedClone {
  /// The files below the clone's directory, except those in `.git`, by their relative paths.
  func files() throws -> [String: String] {
    let found = try DirectoryWalk.entries(below: directory) { $0.name == Path(".git") }
    return Dictionary(uniqueKeysWithValues: try found.map { ("\($0.path)", try text(of: $0)) })
  }

  private func text(of entry: DirectoryWalk.Entry) throws -> String {
    if entry.status.kind != .regular { return "no file" }
    let content = try FileSystem.contents(directory / entry.path) ?? []
    return "mode \(String(entry.status.mode, radix: 8)): \(String(decoding: content, as: UTF8.self))"
  }

  /// The state of each working tree: the clone, and those that a command added next to it.
  func states() throws -> [String: ComparedState] {
    let names = try FileSystem.entries(directory).filter { FileSystem.exists(directory / $0 / ".git") }
    let states = try names.map { ("\($0)", try ComparedState(WorkingTree(workshop: tree.workshop, top: directory / $0))) }
    return Dictionary(uniqueKeysWithValues: states)
  }

  /// The files of the plain clone as they are expected here.
  func expected(_ files: [String: String], _ command: ComparedCommand) -> [String: String] {
    Dictionary(uniqueKeysWithValues: files.map { path, text in
      let isOutside = !path.hasPrefix("tree/")
      let isMunged =
        !path.hasSuffix(".md") && !path.hasSuffix(".gitmunge") && !(isOutside && command.outside == .same)
        && !command.unfiltered.contains { path == "tree/\($0)" }
      return (path, isMunged ? expected(text) : text)
    })
  }
}

/// One line for each path at which two directories differ.
func changes(_ found: [String: String], _ expected: [String: String]) -> String {
  Set(found.keys).union(expected.keys).sorted().filter { found[$0] != expected[$0] }
    .map { "\($0)\n  found: \(found[$0] ?? "missing")\n  expected: \(expected[$0] ?? "missing")\n" }
    .joined()
}
