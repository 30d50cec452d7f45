
/// Random files in git-config syntax: valid ones from a grammar, some with errors inserted.
package struct RandomConfig {
  private static let sections = ["rule", "RULE", "variable", "munge", "a-b", "x.y", "1"]
  private static let names = [
    #""r""#, #""A b""#, #""""#, #""q\"q""#, #""b\\b""#, #""\z""#, #""é""#, #""a.b""#, #""[x]""#, ##""#;=""##, #""a=b.c""#,
  ]
  private static let keys = ["canonical", "Local", "k", "a-1", "KIND", "path-"]
  private static let words = [
    "a", "dev.me", "${x}", "é", "=", "[", "]", "!*.md", "/", "1", "'", "$", "a-b", "*", "\u{a0}",
  ]
  private static let quotedWords = ["#", ";", " ", "  ", "\t", #"\""#, #"\\"#, "a", "b.c"]
  private static let slips = [
    "\"", "\\", "\\n", "\\t", "\\b", "\\x", "\\\n", "\t", "\r", "\u{0}", "\u{1}", "\u{7f}", "[", "]", "=", "#", "\n", "\u{FEFF}", "_", ".",
    "[rule", "\"\"", " \"\" a", "\r\n",
  ]

  /// Returns the text of one file.
  package static func text(_ generator: inout some RandomNumberGenerator) -> String {
    var lines = (0..<Int.random(in: 0...8, using: &generator)).map { _ in line(&generator) }
    // Before the first section only a header is valid.
    if !generator.oneIn(8) { lines.insert(header(&generator), at: 0) }
    let newline = generator.oneIn(4) ? "\r\n" : "\n"
    let text = lines.joined(separator: newline) + (generator.oneIn(3) ? "" : newline)
    return (generator.oneIn(12) ? "\u{FEFF}" : "") + sprinkled(text, &generator)
  }

  private static func line(_ generator: inout some RandomNumberGenerator) -> String {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: header(&generator)
    case 1: header(&generator) + blanks(&generator) + entry(&generator)
    case 2: blanks(&generator) + comment(&generator)
    case 3: blanks(&generator)
    default: blanks(&generator) + entry(&generator)
    }
  }

  private static func header(_ generator: inout some RandomNumberGenerator) -> String {
    let section = pick(sections, &generator)
    if generator.oneIn(5) { return "[\(section)]" }
    return "[\(section)\(generator.oneIn(4) ? "\t " : " ")\(pick(names, &generator))]"
  }

  private static func entry(_ generator: inout some RandomNumberGenerator) -> String {
    let equals = blanks(&generator) + "=" + blanks(&generator)
    return pick(keys, &generator) + equals + value(&generator) + blanks(&generator)
      + (generator.oneIn(5) ? comment(&generator) : "")
  }

  private static func value(_ generator: inout some RandomNumberGenerator) -> String {
    (0..<Int.random(in: 0...4, using: &generator)).map { _ in
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: "\"" + (0...2).map { _ in pick(quotedWords, &generator) }.joined() + "\""
      case 1: pick([" ", "   ", #"\""#, #"\\"#], &generator)
      default: pick(words, &generator)
      }
    }.joined()
  }

  private static func comment(_ generator: inout some RandomNumberGenerator) -> String {
    pick(["#", "; ", "# [x] \" \\ = ", ";é"], &generator)
  }

  private static func blanks(_ generator: inout some RandomNumberGenerator) -> String {
    pick(["", "", " ", "\t", " \t "], &generator)
  }

  /// Inserts an error into every second file.
  private static func sprinkled(
    _ text: String, _ generator: inout some RandomNumberGenerator
  ) -> String {
    if Bool.random(using: &generator) { return text }
    var scalars = Array(text.unicodeScalars)
    let place = Int.random(in: 0...scalars.count, using: &generator)
    if generator.oneIn(3), place < scalars.count {
      scalars.remove(at: place)
    } else {
      scalars.insert(contentsOf: pick(slips, &generator).unicodeScalars, at: place)
    }
    return scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
  }

  private static func pick(
    _ choices: [String], _ generator: inout some RandomNumberGenerator
  ) -> String {
    choices.randomElement(using: &generator) ?? ""
  }
}
