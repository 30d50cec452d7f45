/// Texts over small alphabets, so that they overlap in every way.
package enum RandomTexts {
  /// At most `count` texts of 1 to 40 bytes: independent ones, chains of prefixes, or near copies.
  package static func make(count: Int, _ generator: inout SeededGenerator) -> [[UInt8]] {
    let alphabet = bytes(["ab", "ab.-", "a.", "a:-", "abcdefgh._-:"].randomElement(using: &generator) ?? "ab")
    let longest = [1, 3, 8, 40].randomElement(using: &generator) ?? 8
    let shortest = generator.oneIn(2) ? 1 : min(2, longest)
    var texts: [[UInt8]] = []
    for _ in 0..<Int.random(in: 1...count, using: &generator) {
      let text = random(alphabet, shortest...longest, &generator)
      let base = generator.oneIn(3) ? texts.randomElement(using: &generator) ?? [] : []
      texts.append(Array((base + text).prefix(40)))
    }
    return texts
  }

  private static func random(_ alphabet: [UInt8], _ length: ClosedRange<Int>, _ generator: inout SeededGenerator)
    -> [UInt8]
  {
    (0..<Int.random(in: length, using: &generator)).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
  }

  /// Up to about 200 bytes of texts, parts of texts, and separators.
  package static func content(of texts: [[UInt8]], _ generator: inout SeededGenerator) -> [UInt8] {
    var content: [UInt8] = []
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      let text = texts.randomElement(using: &generator) ?? []
      content += generator.oneIn(3) ? text.dropLast(text.count / 2) : text[...]
      if !generator.oneIn(4) { content += random(bytes("ab.- \n"), 1...3, &generator) }
      if generator.oneIn(9) { content += [0xC3, 0xA9] }
    }
    return content
  }
}
