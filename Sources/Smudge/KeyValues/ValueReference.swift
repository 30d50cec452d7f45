import Platform

/// References to values that a tool fills in.
package enum ValueReference {
  private static let marks = TextSearch(["$", "{{", "<%", "#{", "%("].map(\.bytes))
  private static let brackets = [
    ("@", "@"), ("%", "%"), ("<", ">"), ("{", "}"), ("[", "]"), ("__", "__"), ("&lt;", "&gt;"),
  ]

  /// Whether a tool replaces the text: `$(TEAM)`, `{{ team }}`, `@TEAM@`.
  package static func isReference(_ text: [UInt8]) -> Bool {
    marks.occurs(in: text)
      || brackets.contains { start, end in
        text.count > start.utf8.count + end.utf8.count && text.starts(with: start.utf8)
          && text.suffix(end.utf8.count).elementsEqual(end.utf8)
      }
  }
}
