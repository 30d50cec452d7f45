// The state of a clone after a command.

import Foundation
import StorySupport

extension WorkingTree {
  /// The output of each shell command.
  func answers(_ questions: [String]) throws -> [String] {
    let mark = "=== next ===\n"
    let script = questions.joined(separator: "; printf '\(mark)'\n")
    let answers = try run(["sh", "-ec", script], environment: ["TIME": WorkingTree.someTime]).output.components(
      separatedBy: mark)
    try #require(answers.count == questions.count)
    return answers
  }
}

/// Kind, permissions and content of each file below a directory, except those of git.
func contents(below directory: Path) throws -> [String: String] {
  let entries = try DirectoryWalk.entries(below: directory) { $0.name == Path(".git") }
  return Dictionary(
    uniqueKeysWithValues: try entries.map { entry in
      let path = directory / entry.path
      let content =
        switch entry.status.kind {
        case .regular: escaped(try FileSystem.contents(path) ?? [])
        case .symbolicLink: try FileManager.default.destinationOfSymbolicLink(atPath: "\(path)")
        case .directory, .other: ""
        }
      return ("\(entry.path)", "\(entry.status.kind) \(String(entry.status.mode, radix: 8)) \(content)")
    })
}

extension ComparedClone {
  /// The index; commits, and thereby trees, authors, messages and parents; `HEAD`, its branch and all changes; the same
  /// after git was made to read every file.
  private static let questions = [
    "git ls-files -s -v", "git for-each-ref; git stash list --format=%H", "git status --porcelain=v2 --branch",
    "git ls-files -z | xargs -0 touch -h -c -t $TIME --; git status --porcelain=v2 --branch",
  ]

  /// The state of each working tree: the clone, and those that a command added next to it.
  func states() throws -> [String: [String]] {
    let names = try FileSystem.entries(directory).filter { FileSystem.exists(directory / $0 / ".git") }
    let states = try names.map {
      ("\($0)", try WorkingTree(workshop: tree.workshop, top: directory / $0).answers(Self.questions))
    }
    return Dictionary(uniqueKeysWithValues: states)
  }

  /// The files of the plain clone as they are expected here.
  func expected(_ files: [String: String], _ command: ComparedCommand) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: files.map { path, text in
        let isOutside = !path.hasPrefix("tree/")
        let isMunged =
          !path.hasSuffix(".md") && !path.hasSuffix(".gitmunge") && !(isOutside && command.outside == .same)
          && !command.unfiltered.contains { path == "tree/\($0)" } && text.hasPrefix("regular")
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
