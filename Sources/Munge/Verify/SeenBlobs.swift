import Platform

/// Versions of files that have been looked at: each is read once, however many commits have it.
struct SeenBlobs {
  /// A blob, and what the rules are for its path.
  private struct Version: Hashable {
    let blob: Name
    let reach: Int
  }

  /// The name of an object in 32 bytes: a long history has millions of them.
  private struct Name: Hashable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// `hex`: 40 or 64 hexadecimal digits.
    init(_ hex: [UInt8]) {
      func word(_ index: Int) -> UInt64 {
        let digits = hex.dropFirst(index * 16).prefix(16)
        return UInt64(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
      }
      words = (word(0), word(1), word(2), word(3))
    }

    static func == (one: Name, other: Name) -> Bool { one.words == other.words }

    func hash(into hasher: inout Hasher) {
      hasher.combine(words.0)
      hasher.combine(words.1)
    }
  }

  private struct Reach: Hashable {
    let rules: [Bool]
    let isMunged: Bool
  }

  private var versions: Set<Version> = []
  private var reaches: [Reach: Int] = [:]

  /// Answers whether it is the first time.
  mutating func insert(_ blob: [UInt8], reach rules: [Bool], isMunged: Bool) -> Bool {
    let next = reaches.count
    let reach = reaches[Reach(rules: rules, isMunged: isMunged), default: next]
    reaches[Reach(rules: rules, isMunged: isMunged)] = reach
    return versions.insert(Version(blob: Name(blob), reach: reach)).inserted
  }
}
