import Platform
import Rules

/// The rules and attributes that `git munge init` writes.
package struct InitFiles: Sendable, Equatable {
  /// The rules in the form of `.gitmunge`.
  package let rules: [UInt8]
  /// The attributes in the form of `.gitattributes`.
  package let attributes: [UInt8]
  /// Attributes of the tree that override these; empty if `attributes` has them.
  var overriding: [UInt8] = []
}

extension [UInt8] {
  /// The lines and then others; a newline is added where the last line has none.
  func followed(byLines lines: [UInt8]) -> [UInt8] {
    let isOpen = !isEmpty && last != .newline && !lines.isEmpty
    return self + (isOpen ? [.newline] : []) + lines
  }
}

// One file of private rules, which holds both.
extension InitFiles {
  /// The parts of a private rules file. `overriding`: the attributes of the tree.
  init(private text: [UInt8], overriding: [UInt8]) throws {
    var lines = text.split(separator: .newline, omittingEmptySubsequences: false)
      // The parser accepts the key in `[munge]` alone.
      .filter { line in !line.drop { " \t".utf8.contains($0) }.starts(with: "attributes".utf8) }
    // The section that `privateFile` writes at the end.
    while let last = lines.last, last.isEmpty || last.elementsEqual("[munge]".utf8) {
      lines.removeLast()
    }

    let attributes = try text.isEmpty ? [] : RulesFile.parse(text, .private).attributes
    self.init(
      rules: lines.drop(while: \.isEmpty).flatMap { $0 + [.newline] },
      attributes: attributes.flatMap { "\($0)\n".bytes },
      overriding: overriding)
  }

  /// The rules and the attributes in the form of a private rules file.
  package var privateFile: [UInt8] {
    // A line of another filter repeats the tree, which overrides this file.
    let lines = attributes.split(separator: .newline).filter { line in
      ["filter=munge", "-filter", "!filter"].contains(where: line.ends)
    }
    if lines.isEmpty { return rules }
    return rules + "\n[munge]\n".bytes
      + lines.flatMap { "\tattributes = ".bytes + ConfigValue.written(Array($0)) + [.newline] }
  }
}
