/// Random files in git-config syntax: valid ones from a grammar, some with errors inserted.
package enum RandomConfig {
  private static let sections = ["rule", "RULE", "variable", "munge", "a-b", "x.y", "1"]
  private static let names = [
    #""r""#, #""A b""#, #""""#, #""q\"q""#, #""b\\b""#, #""\z""#, #""é""#, #""a.b""#, #""[x]""#, ##""#;=""##,
    #""a=b.c""#,
  ]
  private static let keys = ["canonical", "Local", "k", "a-1", "KIND", "path-"]
  private static let words = [
    "a", "dev.me", "${x}", "é", "=", "[", "]", "!*.md", "/", "1", "'", "$", "a-b", "*", "\u{a0}",
  ]
  private static let quotedWords = ["#", ";", " ", "  ", "\t", #"\""#, #"\\"#, "a", "b.c"]
  private static let slips = [
    "\"", "\\", "\\n", "\\t", "\\b", "\\x", "\\\n", "\t", "\r", "\u{0}", "\u{1}", "\u{7f}", "[", "]", "=", "#", "\n",
    "\u{FEFF}", "_", ".",
    "[rule", "\"\"", " \"\" a", "\r\n",
  ]

  package static func text(_ generator: inout SeededGenerator) -> String {
    func pick(_ choices: [String]) -> String { choices.randomElement(using: &generator) ?? "" }
    func blanks() -> String { pick(["", "", " ", "\t", " \t "]) }
    func comment() -> String { pick(["#", "; ", "# [x] \" \\ = ", ";é"]) }
    func header() -> String {
      let section = pick(sections)
      return generator.oneIn(5) ? "[\(section)]" : "[\(section)\(generator.oneIn(4) ? "\t " : " ")\(pick(names))]"
    }
    func value() -> String {
      (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: "\"" + (0...2).map { _ in pick(quotedWords) }.joined() + "\""
        case 1: pick([" ", "   ", #"\""#, #"\\"#])
        default: pick(words)
        }
      }.joined()
    }
    func entry() -> String {
      pick(keys) + blanks() + "=" + blanks() + value() + blanks() + (generator.oneIn(5) ? comment() : "")
    }
    func line() -> String {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: header()
      case 1: header() + blanks() + entry()
      case 2: blanks() + comment()
      case 3: blanks()
      default: blanks() + entry()
      }
    }
    var lines = (0..<Int.random(in: 0...8, using: &generator)).map { _ in line() }
    // Before the first section only a header is valid.
    if !generator.oneIn(8) { lines.insert(header(), at: 0) }
    let newline = generator.oneIn(4) ? "\r\n" : "\n"
    var scalars = Array((lines.joined(separator: newline) + (generator.oneIn(3) ? "" : newline)).unicodeScalars)
    // Every second file has an error.
    if generator.oneIn(2) {
      let place = Int.random(in: 0...scalars.count, using: &generator)
      let end = place < scalars.count && generator.oneIn(3) ? place + 1 : place
      scalars.replaceSubrange(place..<end, with: end == place ? Array(pick(slips).unicodeScalars) : [])
    }
    return (generator.oneIn(12) ? "\u{FEFF}" : "") + String(String.UnicodeScalarView(scalars))
  }
}
