// The manual pages and the help texts, as tests read them.

import Platform
import TestSupport

/// A page of the manual, with its hyphens as people read them.
struct ManualPage {
  let path: Path
  let lines: [String]

  init(_ path: Path) throws {
    self.path = path
    let text = try Repository.text(path).replacing("\\-", with: "-").replacing("\\&", with: "")
    lines = text.split(separator: "\n").map { String($0) }
  }

  /// Without directory and section.
  var name: String { String("\(path.name)".dropLast(2)) }

  /// Of all sections, in their order.
  var titles: [String] { lines.filter { $0.hasPrefix(".Sh ") }.map { String($0.dropFirst(4)) } }

  /// The lines below a title; none where there is no such section.
  func section(_ title: String) -> [String] {
    Array(lines.drop { $0 != ".Sh \(title)" }.dropFirst().prefix { !$0.hasPrefix(".Sh ") })
  }

  /// What is tagged in lists, in one section or in all.
  func items(_ title: String? = nil) -> [String] {
    (title.map(section) ?? lines).filter { $0.hasPrefix(".It ") }.map { String($0.dropFirst(4)) }
  }

  /// The pages that it refers to, each as `NAME SECTION`.
  var references: [String] {
    lines.flatMap { line in
      let words = line.split { " .".contains($0) }
      return words.indices.filter { words[$0] == "Xr" }.map { words[($0 + 1)...].prefix(2).joined(separator: " ") }
    }
  }

  /// The options that lines name.
  static func flags(_ lines: [String]) -> [String] {
    lines.flatMap { line in
      let words = line.split(separator: " ")
      return zip(words, words.dropFirst()).filter { $0.0 == "Fl" }.map { "-\($0.1)" }
    }
  }
}

/// What a command says of itself, as it was recorded.
struct HelpText {
  private let lines: [Substring]

  init(_ command: String) throws {
    let text = try Repository.text("Tests/Snapshots/Help/\(command).txt")
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  var abstract: String {
    let words = lines.prefix { !$0.isEmpty }.joined(separator: " ")
    return String(words.dropFirst("OVERVIEW: ".count))
  }

  var options: [String] {
    // Some have a value behind them.
    names("OPTIONS:").flatMap { $0.split { ", /".contains($0) } }.filter { $0.hasPrefix("-") }.map { String($0) }
  }

  /// The words that stand for what one has to fill in.
  var arguments: [String] {
    names("ARGUMENTS:").flatMap { $0.split { !$0.isLetter } }.map { String($0) }
  }

  /// What stands on the left of a list.
  private func names(_ title: String) -> [Substring] {
    let list = lines.drop { $0 != title }.dropFirst().prefix { !$0.isEmpty }
    let entries = list.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.map { $0.dropFirst(2) }
    return entries.map { entry in entry.firstRange(of: "  ").map { entry[..<$0.lowerBound] } ?? entry }
  }
}
