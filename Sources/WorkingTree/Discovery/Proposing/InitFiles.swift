import Platform
import Rules

/// The rules and attributes that `git munge init` writes.
package struct InitFiles: Sendable, Equatable {
  /// In the form of `.gitmunge`.
  package let rules: [UInt8]
  /// In the form of `.gitattributes`.
  package let attributes: [UInt8]
  /// Attributes of the tree that override these; empty if `attributes` has them.
  var overriding: [UInt8] = []
}

extension [UInt8] {
  /// These lines and then others; a newline is added where the last line has none.
  func followed(byLines lines: [UInt8]) -> [UInt8] {
    let isOpen = !isEmpty && last != .newline && !lines.isEmpty
    return self + (isOpen ? [.newline] : []) + lines
  }
}

// One file of private rules, which holds both.
extension InitFiles {
  /// From a private rules file. `overriding`: the attributes of the tree.
  init(private text: [UInt8], overriding: [UInt8]) throws {
    let lines = text.split(separator: .newline, omittingEmptySubsequences: false).filter { !Self.isAttribute($0) }
    // A section that is empty now, as the one that `privateFile` writes at the end.
    let left = lines.enumerated().filter { index, line in
      let next = lines[(index + 1)...].first { !$0.isEmpty }
      return !line.elementsEqual("[munge]".utf8) || next.map { $0.first != UInt8(ascii: "[") } ?? false
    }.map(\.element)
    let end = left.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    let rules = left[..<end].drop(while: \.isEmpty).flatMap { $0 + [.newline] }
    let attributes = try text.isEmpty ? [] : RulesFile.parse(text, .private).attributes
    self.init(rules: rules, attributes: attributes.flatMap { Array("\($0)\n".utf8) }, overriding: overriding)
  }

  /// Whether a line is one of the key `attributes`, which the parser accepts in `[munge]` alone.
  private static func isAttribute(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.drop { " \t".utf8.contains($0) }
    return words.starts(with: "attributes".utf8) && words.dropFirst(10).first.map { " \t=".utf8.contains($0) } ?? false
  }

  package var privateFile: [UInt8] {
    // A line of another filter repeats the tree, which overrides this file.
    let lines = attributes.split(separator: .newline).filter { line in
      ["filter=munge", "-filter", "!filter"].contains(where: line.ends)
    }
    let section = lines.isEmpty ? [] : Array("\n[munge]\n".utf8)
    return rules + section + lines.flatMap { Array("\tattributes = \(RuleDraft.quoted(String(decoding: $0, as: UTF8.self)))\n".utf8) }
  }
}
