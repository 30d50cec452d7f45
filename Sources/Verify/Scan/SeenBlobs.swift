import Platform

/// The blobs that were checked, and whether anything was found in them, so that each is read once.
struct SeenBlobs {
  /// A blob with the properties of its path that decide about findings.
  struct SeenVersion: Hashable {
    private let blob: Name
    private let context: Int

    /// `context`: its number.
    init(_ blob: [UInt8], _ context: Int) { (self.blob, self.context) = (Name(blob), context) }
  }

  /// An object name in 32 bytes: a long history has millions of them.
  private struct Name: Hashable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// `hex`: 40 or 64 hexadecimal digits.
    init(_ hex: [UInt8]) {
      func word(_ index: Int) -> UInt64 {
        hex.dropFirst(index * 16).prefix(16).reduce(0) { $0 << 4 | UInt64($1 & 0xF) &+ ($1 > 0x39 ? 9 : 0) }
      }
      words = (word(0), word(1), word(2), word(3))
    }

    static func == (one: Name, other: Name) -> Bool { one.words == other.words }

    func hash(into hasher: inout Hasher) {
      hasher.combine(words.0)
      hasher.combine(words.1)
    }
  }

  /// The properties of a path that decide about findings by one rule set.
  struct ScanContext: Hashable {
    /// For each rule, whether it applies, and whether a `path` names the file.
    let rules: [Bool]
    let attribute: FilterAttribute
    let role: FileRole
  }

  private var verdicts: [SeenVersion: Bool] = [:]
  /// The number of each context: two files with equal bytes and contexts have the same findings.
  private var contexts: [[ScanContext?]: Int] = [:]

  /// `context`: for each rule set; `nil` for one that does not look at the file.
  mutating func number(of context: [ScanContext?]) -> Int {
    let number = contexts[context, default: contexts.count]
    contexts[context] = number
    return number
  }

  /// Whether anything was found; `nil` if it was not checked.
  subscript(version: SeenVersion) -> Bool? {
    get { verdicts[version] }
    set { verdicts[version] = newValue }
  }
}
