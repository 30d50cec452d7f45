import Platform

/// The blobs that were checked, so that each is read once.
struct SeenBlobs {
  /// A blob with the properties of its path that decide about findings.
  struct SeenVersion: Hashable {
    fileprivate let blob: Name
    private let context: ContextNumber

    init(_ blob: [UInt8], _ context: ContextNumber) { (self.blob, self.context) = (Name(blob), context) }
  }

  /// The number of a context, in the order of their first use.
  struct ContextNumber: Hashable { fileprivate let index: Int }

  /// What was found.
  enum ScanResult { case clean, suspect }

  /// An object name in 32 bytes: a long history has millions of them.
  fileprivate struct Name: Hashable {
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

  /// The properties of a path that decide about findings: two files with equal bytes and contexts have the same findings.
  struct ScanContext: Hashable {
    /// For each rule, whether it applies, and whether a `path` names the file.
    let rules: [Bool]
    let attribute: FilterAttribute
    let role: FileRole
    let ruleSet: Int
  }

  private var verdicts: [SeenVersion: ScanResult] = [:]
  private var contexts: [ScanContext: ContextNumber] = [:]

  mutating func number(of context: ScanContext) -> ContextNumber {
    let next = ContextNumber(index: contexts.count)
    let number = contexts[context, default: next]
    contexts[context] = number
    return number
  }

  /// `nil` if it was not checked.
  subscript(version: SeenVersion) -> ScanResult? {
    get { verdicts[version] }
    set { verdicts[version] = newValue }
  }
}
