// Manual pages and recorded help texts, parsed for tests.

import TestSupport

/// A page of the manual, with hyphens unescaped.
struct ManualPage {
  let path: Path
  let lines: [String]

  init(_ path: Path) throws {
    self.path = path
    let text = try Repository.text(path).replacing("\\-", with: "-").replacing("\\&", with: "")
    lines = text.split(separator: "\n").map { String($0) }
  }

  var name: String { String("\(path.name)".dropLast(2)) }

  func section(_ title: String) -> [String] {
    Array(lines.drop { $0 != ".Sh \(title)" }.dropFirst().prefix { !$0.hasPrefix(".Sh ") })
  }

  func items(_ title: String? = nil) -> [String] {
    (title.map(section) ?? lines).filter { $0.hasPrefix(".It ") }.map { String($0.dropFirst(4)) }
  }

  /// The pages that this one refers to, each as `NAME SECTION`.
  var references: [String] {
    lines.flatMap { line in
      let words = line.split { " .".contains($0) }
      return words.indices.filter { words[$0] == "Xr" }.map { words[($0 + 1)...].prefix(2).joined(separator: " ") }
    }
  }

  static func flags(_ lines: [String]) -> [String] {
    lines.flatMap { line in
      let words = line.split(separator: " ")
      return zip(words, words.dropFirst()).filter { $0.0 == "Fl" }.map { "-\($0.1)" }
    }
  }
}

/// The help of a command, from its snapshot.
struct HelpText {
  private let lines: [Substring]

  init(_ command: String) throws {
    let text = try Repository.text("Tests/Snapshots/Help/\(command).txt")
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  var options: [String] {
    // Some are followed by a value.
    names("OPTIONS:").flatMap { $0.split { ", /".contains($0) } }.filter { $0.hasPrefix("-") }.map { String($0) }
  }

  var arguments: [String] { names("ARGUMENTS:").flatMap { $0.split { !$0.isLetter } }.map { String($0) } }

  /// The left column of a list.
  private func names(_ title: String) -> [Substring] {
    let list = lines.drop { $0 != title }.dropFirst().prefix { !$0.isEmpty }
    let entries = list.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.map { $0.dropFirst(2) }
    return entries.map { entry in entry.firstRange(of: "  ").map { entry[..<$0.lowerBound] } ?? entry }
  }
}
