/// A Swift file, parsed as far as these tests need it: its lines, with and without comments and literals.
package struct SwiftSource: Sendable, CustomTestStringConvertible {
  /// Relative to the top of the repository.
  package let path: Path
  package let lines: [String]
  /// The same lines with string literals emptied and comments removed.
  package let code: [String]

  package init(_ path: Path, _ text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    var stripper = Stripper(text)
    stripper.readCode(until: nil)
    code = stripper.output.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  /// The name of the target, which is that of the directory below `Sources`.
  package var target: String {
    let parts = path.bytes.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    return parts.count > 1 ? parts[1] : ""
  }

  package var testDescription: String { "\(path)" }

  package var imports: [String] {
    code.compactMap { line in
      let words = line.split(separator: " ").map { String($0) }
      guard let index = words.firstIndex(of: "import"), words[..<index].allSatisfy(SwiftSource.isModifier) else {
        return nil
      }
      return words.last.map { String($0.prefix { $0 != "." }) }
    }
  }

  /// The names that follow one of these keywords; `atTop`: outside of others, and not private.
  package func declaredNames(_ keywords: Set<String>, atTop: Bool = false) -> [String] {
    code.filter { !atTop || !$0.hasPrefix(" ") }.compactMap { line in
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { String($0) }
      guard let index = words.firstIndex(where: keywords.contains), index + 1 < words.count else { return nil }
      return atTop && words.contains("private") ? nil : words[index + 1]
    }
  }

  private static func isModifier(_ word: String) -> Bool {
    ["public", "package", "internal", "fileprivate", "private"].contains(word) || word.hasPrefix("@")
  }

  /// The first line that is neither empty nor an import nor a condition around imports.
  package var firstStatement: String? {
    let outside = lines.map { String($0.drop { $0 == " " }) }
    return outside.first { line in
      let isImport = line.split(separator: " ").prefix(2).contains("import")
      return !line.isEmpty && !isImport && !line.hasPrefix("#if") && !line.hasPrefix("#el") && line != "#endif"
    }
  }

  /// The number of lines of each function, initializer and computed property, from its first line to its closing brace.
  package var functionLengths: [Int] {
    code.indices.compactMap { start in
      let words = code[start].split { " (<".contains($0) }
      let isComputed = words.contains("var") && words.last == "{" && !words.contains("=")
      guard
        words.contains("func") || words.first == "init" || words.contains("deinit") || isInitializer(words)
          || isComputed
      else { return nil }
      return length(from: start)
    }
  }

  private func isInitializer(_ words: [Substring]) -> Bool {
    guard let index = words.firstIndex(of: "init") else { return false }
    return words[..<index].allSatisfy { SwiftSource.isModifier(String($0)) }
  }

  private func length(from start: Int) -> Int? {
    var (depth, hasBody) = (0, false)
    for index in start..<code.count {
      // A declaration without a body.
      if code[index].isEmpty && !hasBody { return nil }
      for character in code[index] where "{}".contains(character) {
        depth += character == "{" ? 1 : -1
        hasBody = true
      }
      if hasBody && depth <= 0 { return depth == 0 ? index - start + 1 : nil }
    }
    return nil
  }
}

/// Removes comments and the contents of literals from a source, and keeps its lines.
private struct Stripper {
  private(set) var output = ""
  private var rest: Substring

  package init(_ text: String) { rest = text[...] }

  /// Reads to the parenthesis that ends an interpolation, or to the end.
  package mutating func readCode(until end: Character?) {
    var depth = 0
    while let next = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { $0 != "\n" }
      } else if rest.hasPrefix("/*") {
        readComment()
      } else if next == "\"" || next == "#" && isRawString {
        readString()
      } else {
        depth += next == "(" ? 1 : next == ")" ? -1 : 0
        output.append(rest.removeFirst())
        if end == next && depth < 0 { return }
      }
    }
  }

  private var isRawString: Bool { rest.drop { $0 == "#" }.first == "\"" }

  private mutating func readComment() {
    while !rest.isEmpty && !rest.hasPrefix("*/") { keepNewline() }
    rest = rest.dropFirst(2)
  }

  private mutating func readString() {
    let marks = String(rest.prefix { $0 == "#" })
    rest = rest.dropFirst(marks.count)
    let quotes = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    rest = rest.dropFirst(quotes.count)
    output += quotes
    while !rest.isEmpty && !rest.hasPrefix(quotes + marks) {
      if rest.hasPrefix("\\\(marks)(") {
        rest = rest.dropFirst(marks.count + 2)
        output += "("
        readCode(until: ")")
      } else {
        if rest.hasPrefix("\\\(marks)") { rest = rest.dropFirst(marks.count + 1) }
        keepNewline()
      }
    }
    rest = rest.dropFirst(quotes.count + marks.count)
    output += quotes
  }

  private mutating func keepNewline() { if rest.popFirst() == "\n" { output.append("\n") } }
}
