import Platform

/// A version of a file to read.
struct VersionToRead: Sendable {
  let change: FileChange
  let commit: String?
  let file: FileProperties

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
  /// Whether each version is compared with those before it, also without findings, if it is munged.
  let isCompared: Bool

  var isLookedAt: Bool { attributes.contains { $0 != nil } }
  /// Whether a rule set looks at it although none munges it.
  var isOther: Bool { isLookedAt && !attributes.contains(.munged) }
}
