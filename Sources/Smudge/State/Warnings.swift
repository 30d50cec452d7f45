import Platform

/// The warnings of the filter. Those of what no later command sees are stored too, because GUI clients hide standard
/// error.
package struct Warnings: Sendable {
  /// The subject of a warning. Each kind is limited by itself; the raw value is said of the files that are not named.
  package enum Kind: String, CaseIterable, Sendable {
    case guess = "ambiguous local identifier: replaced with one of several canonical ones; check `git diff --cached`"
    case nearLeak = "local identifiers will be committed as they are; run `git munge status` for the fix"
    case dropped = "lines that Xcode inserted are not committed"
    case reference = "references stay in the repository"
    case ownVersion = "local identifiers of an older version are replaced"
    case notSmudged = "not smudged"
    case notCleaned = "not cleaned"

    /// Whether no later command sees what it is about.
    fileprivate var isStored: Bool {
      switch self {
      case .nearLeak, .dropped, .reference: false
      case .guess, .ownVersion, .notSmudged, .notCleaned: true
      }
    }
  }

  /// What was reported.
  package private(set) var lines: [(kind: Kind, text: String)] = []
  private let isPrinted: Bool
  private let file: Path?
  /// The maximum size of all lines of a kind, in bytes.
  private let limit: Int
  private var reported: Set<String> = []
  private var sizes: [Kind: Int] = [:]
  /// The files that each kind is about, and whether they were named.
  private var files: [Kind: [String: Bool]] = [:]

  private static let maxBytes = 1 << 16

  /// Makes warnings without any report; `nil` for warnings on standard error alone. A pipe holds 64 KiB, and a client
  /// that never reads standard error must not block the filter.
  package init(_ directory: MungeDirectory?, limit: Int = 1 << 13, isPrinted: Bool = true) {
    self.isPrinted = isPrinted
    file = directory?.warnings
    self.limit = limit
  }

  /// Warnings that are discarded, for dry runs.
  package static let silent = Warnings(nil, limit: 0)

  /// Removes the stored warnings.
  package static func forget(in directory: MungeDirectory) throws { try FileSystem.remove(directory.warnings) }

  /// Reports a line, once per process. If too many were reported, its file is counted.
  package mutating func report(_ kind: Kind, _ text: String, of file: String? = nil) {
    let line = file.map { "\($0): \(text)" } ?? text
    let size = sizes[kind, default: 0] + line.utf8.count
    let isShown = size < limit && reported.insert(line).inserted
    if let file, limit > 0 { files[kind, default: [:]][file] = isShown || files[kind]?[file] == true }
    if isShown {
      sizes[kind] = size
      lines.append((kind, line))
      if isPrinted { show(line, kind) }
    }
  }

  /// Reports how many files were not named.
  package func finish() {
    if !isPrinted { return }
    for kind in Kind.allCases {
      let unnamed = files[kind]?.values.count { !$0 } ?? 0
      if unnamed > 0 { show("and \(count(unnamed, "more file")): \(kind.rawValue)", kind) }
    }
  }

  /// Reports a line, and adds it to the file, once.
  private func show(_ line: String, _ kind: Kind) {
    Terminal.warn("git-munge: \(line)")
    // `git munge status` finds the others in the files and in the index, while they are there.
    guard kind.isStored, let file, let parent = file.parent, FileSystem.exists(parent) else { return }
    let lines = (try? FileSystem.contents(file, limit: Warnings.maxBytes)) ?? []
    let bytes = line.bytes
    let isKnown = lines.split(separator: .newline).contains { $0 == bytes[...] }
    guard !isKnown, lines.count < Warnings.maxBytes, let open = try? File(file, .append(mode: 0o600)) else { return }
    try? open.write(bytes + [.newline])
  }
}
