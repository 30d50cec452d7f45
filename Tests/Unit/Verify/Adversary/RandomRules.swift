import TestSupport

/// Rules files whose texts overlap, and content with these texts.
struct RandomRules {
  private static let words = ["com", "org", "acme", "app", "dev", "ios", "me"]

  let text: String
  let content: [UInt8]

  init(_ generator: inout SeededGenerator) {
    func word() -> String { Self.words.randomElement(using: &generator) ?? "com" }
    func name(_ most: Int) -> String {
      (0..<Int.random(in: 1...most, using: &generator)).map { _ in word() }.joined(separator: generator.oneIn(5) ? "-" : ".")
    }
    func canonical() -> String { "\(word()).\(name(2))" }
    func local() -> String {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: canonical()
      case 1: "${w}"
      case 2: "\(word()).${v}.\(word())"
      case 3: "\(name(2)).${v}"
      default: "\(word())-${v}.\(name(2))"
      }
    }
    var (text, texts) = ("[variable \"v\"]\nkind = label\n[variable \"w\"]\nkind = bundle-id\n", [String]())
    for number in 0..<Int.random(in: 1...4, using: &generator) {
      let own = canonical()
      texts.append(own)
      text += "[rule \"r\(number)\"]\ncanonical = \(own)\nlocal = \(local())\n"
      if generator.oneIn(4) { text += "suffix = Tests\n" }
      if generator.oneIn(4) { text += "prefix = x-\n" }
      if generator.oneIn(5) { text += "except = \(own).\(word())\n" }
      if generator.oneIn(4) { text += "key = KEY\n" } else if generator.oneIn(5) { text += "path = *.\(word())\n" }
    }
    self.text = text
    content = bytes((0..<8).map { _ in
      let text = texts.randomElement(using: &generator) ?? ""
      let tail = ["", "Tests", ".\(word())", "-x"].randomElement(using: &generator) ?? ""
      return (generator.oneIn(2) ? "KEY = " : "") + (generator.oneIn(4) ? name(3) : (generator.oneIn(4) ? "x-" : "") + text + tail) + "\n"
    }.joined())
  }
}
