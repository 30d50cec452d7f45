import Platform

/// A version of a file to read.
struct VersionToRead: Sendable {
  let change: FileChange
  let commit: String?
  let file: FileProperties
  let seen: SeenVersion

  init(_ change: FileChange, in commit: String?, _ file: FileProperties) {
    self.change = change
    self.commit = commit
    self.file = file
    seen = SeenVersion(change.blob, file.context)
  }

  var place: CommittedTree.File { CommittedTree.File(path: change.path, blob: change.blob) }

  func readings(_ content: [UInt8], _ scanners: [LeakScanner]) -> [LeakScanner.Reading?] {
    zip(scanners, file.attributes).map { scanner, attribute in
      attribute.map { scanner.reading(content, change.path, $0, compared: file.isCompared && $0 == .munged) }
    }
  }
}

/// The properties of a path that decide about the findings in all versions of a file.
struct FileProperties: Sendable {
  /// The attribute for each rule set; `nil` for one that does not look at it.
  let attributes: [FilterAttribute?]
  /// The hash of the contexts by all rule sets; `nil` for one that does not look at it.
  let context: Int
  /// Whether each version is compared with those before it, also without findings, if it is munged.
  let isCompared: Bool

  var isLookedAt: Bool { attributes.contains { $0 != nil } }
  /// Whether a rule set looks at it although none munges it.
  var isOther: Bool { isLookedAt && !attributes.contains(.munged) }
}

/// The properties of a path that decide about findings by one rule set.
struct ScanContext: Hashable {
  /// Whether each rule applies, and whether a `path` line names or excludes the file.
  let rules: [Bool]
  let isBuilt: Bool
  let attribute: FilterAttribute
  let role: FileRole
}

/// A blob with the hash of its contexts: two files with equal ones have the same findings.
struct SeenVersion: Hashable {
  /// The object name in 32 bytes: a long history has millions of them.
  private let name: SIMD4<UInt64>
  private let context: Int

  /// Creates a key from a blob and the hash of its contexts. `blob`: 40 or 64 hexadecimal digits.
  init(_ blob: [UInt8], _ context: Int) {
    name = SIMD4(
      (0..<4).map { word in
        blob.dropFirst(word * 16).prefix(16).reduce(0) { $0 << 4 | UInt64($1 & 0xF) &+ ($1 > 0x39 ? 9 : 0) }
      })
    self.context = context
  }
}
