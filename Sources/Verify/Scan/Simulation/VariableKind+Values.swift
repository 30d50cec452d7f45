// Generated values of each kind.

import Rules

extension VariableKind {
  /// A value with this number of bytes, if the kind allows that; each number gives another value.
  func value(_ number: Int, length: Int, _ isHyphenated: Bool) -> [UInt8] {
    switch self {
    case .teamID: Self.bytes(number, 10, of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    case .uuid: Self.uuid(number)
    case .number: Self.bytes(number, length, of: "0123456789")
    case .label: Self.word(number, min(length, 63), isHyphenated ? "-" : "")
    case .word: Self.word(number, min(length, 63), "")
    case .text: Self.word(number, length, isHyphenated ? "-" : "")
    case .bundleID, .host: Self.dotted(number, length, isHyphenated ? "-" : "")
    // Java has no hyphens.
    case .applicationID: Self.dotted(number, length, isHyphenated ? "_" : "")
    }
  }

  /// Letters of an alphabet, chosen by a linear congruential generator (Knuth, MMIX).
  private static func bytes(_ number: Int, _ count: Int, of alphabet: String) -> [UInt8] {
    let letters = Array(alphabet.utf8)
    var state = UInt64(truncatingIfNeeded: number)
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return letters[Int(state >> 33) % letters.count]
    }
  }

  /// Letters, of which the second one and each fourth after it is replaced by a separator.
  private static func word(_ number: Int, _ length: Int, _ separator: String) -> [UInt8] {
    let letters = bytes(number, length, of: "abcdefghijklmnopqrstuvwxyz")
    guard let separator = separator.utf8.first else { return letters }
    return letters.enumerated().map { $0 % 4 == 1 && $0 + 1 < length ? separator : $1 }
  }

  private static func dotted(_ number: Int, _ length: Int, _ separator: String) -> [UInt8] {
    let first = min(max(1, length / 2), 63)
    return word(number, first, separator) + [UInt8(ascii: ".")] + word(number + 1, min(max(1, length - first - 1), 63), separator)
  }

  private static func uuid(_ number: Int) -> [UInt8] {
    var digits = bytes(number, 32, of: "0123456789ABCDEF")[...]
    let groups = [8, 4, 4, 4, 12].map { count in
      defer { digits = digits.dropFirst(count) }
      return digits.prefix(count)
    }
    return Array(groups.joined(separator: [UInt8(ascii: "-")]))
  }
}
