// A munged clone and a plain one with the same history and the same edits: git's output is the same in both.

import Platform
import StorySupport
import TestSupport
import Testing

struct PlainCloneComparison {
  let plain: WorkingTree
  let munged: WorkingTree
  /// The text that the munged tree shows for the canonical one.
  let shown: String
  /// The text that a file at this path shows for it.
  let shownAt: (String) -> String

  /// Compares git's output and every byte on disk.
  func expectSame(_ when: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    for words in Self.questions {
      let (one, other) = try (plain.git(words, status: 0...1), munged.git(words, status: 0...1))
      #expect(other.output == one.output, "\(when): git \(words.joined(separator: " "))", sourceLocation: sourceLocation)
    }
    #expect(try Self.intended(munged) == Self.intended(plain), "\(when)", sourceLocation: sourceLocation)
    let (expected, found) = try (entries(plain) { shownAt($0) }, entries(munged) { _ in canonical })
    for path in Set(expected.keys).union(found.keys).sorted() {
      #expect(found[path] == expected[path], "\(when): \(path)", sourceLocation: sourceLocation)
    }
  }

  private static let questions = [
    ["status", "--porcelain=v2", "--untracked-files=all", "--ignored"], ["diff", "--cached"], ["diff"],
    ["ls-files", "-s", "-v"],
  ]

  /// `ls-files --debug` alone shows which entries have the intent-to-add flag.
  private static func intended(_ tree: WorkingTree) throws -> [Substring] {
    let lines = try tree.git("ls-files", "--debug").output.split(separator: "\n")
    return lines.indices.filter { lines[$0].contains("flags: 2") }.compactMap { index in
      lines[..<index].last { !$0.hasPrefix("  ") }
    }
  }

  /// Runs a command in both clones and compares them.
  func git(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
    try git(words, sourceLocation: sourceLocation)
  }

  func git(_ words: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let (one, other) = try (plain.git(words, status: 0...128), munged.git(words, status: 0...128))
    let command = "git \(words.joined(separator: " "))"
    #expect(other.status == one.status, "\(command): \(one.testDescription) \(other.testDescription)", sourceLocation: sourceLocation)
    try expectSame("after \(command)", sourceLocation: sourceLocation)
  }

  private static func readable(_ content: [UInt8]) -> String {
    guard content.starts(with: [0xFF, 0xFE]) else { return escaped(content) }
    let units = stride(from: 2, to: content.count - 1, by: 2).map { UInt16(content[$0]) | UInt16(content[$0 + 1]) << 8 }
    return "UTF-16 " + String(decoding: units, as: UTF16.self)
  }

  /// Kind, permissions and content of all entries in a tree, with the canonical text replaced.
  private func entries(_ tree: WorkingTree, _ text: (String) -> String) throws -> [String: String] {
    var entries: [String: String] = [:]
    for entry in try DirectoryWalk.entries(below: tree.top, skipping: { $0 == Path(".git") }) {
      let name = "\(entry.path)"
      let content = switch entry.status.kind {
      case .regular:
        Self.readable(try FileSystem.contents(tree.top / entry.path) ?? [])
          .replacing(canonical, with: name == ".gitmunge" ? canonical : text(name))
      case .symbolicLink: try tree.run(["readlink", name]).output
      case .directory, .other: ""
      }
      entries[name] = "\(entry.status.kind) \(String(entry.status.mode, radix: 8)) \(content)"
    }
    return entries
  }
}
