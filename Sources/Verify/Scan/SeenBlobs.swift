import Platform

/// Versions of files that have been looked at: each is read once, however many commits have it.
struct SeenBlobs {
  /// A blob, and what its path has to do with what is found in it.
  struct SeenVersion: Hashable {
    fileprivate let blob: Name
    fileprivate let reach: Int
  }

  /// What was found.
  enum ScanResult { case clean, suspect }

  /// The name of an object in 32 bytes: a long history has millions of them.
  fileprivate struct Name: Hashable {
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

  /// Two files of which this is the same, and the bytes are, have the same findings but for their path.
  struct ScanContext: Hashable {
    /// Whether each rule is for it, and by its name.
    let rules: [Bool]
    let attribute: WorktreeFile.Attribute
    let manner: FileRole
    /// By whose rules they were found.
    let ruleSet: Int
  }

  private var verdicts: [SeenVersion: ScanResult] = [:]
  private var reaches: [ScanContext: Int] = [:]

  mutating func version(_ blob: [UInt8], _ reach: ScanContext) -> SeenVersion {
    let next = reaches.count
    let index = reaches[reach, default: next]
    reaches[reach] = index
    return SeenVersion(blob: Name(blob), reach: index)
  }

  /// `nil` for what nobody has looked at.
  subscript(version: SeenVersion) -> ScanResult? {
    get { verdicts[version] }
    set { verdicts[version] = newValue }
  }
}
