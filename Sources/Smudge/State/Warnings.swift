import Platform

/// The warnings of the filter. Those of what no later command sees are stored too, because GUI clients hide standard error.
package struct Warnings: Sendable {
  private let file: Path?
  private let maxLines: Int
  private var reported: Set<String> = []
  private var reportedBytes = 0

  private static let maxBytes = 1 << 16
  /// A pipe holds 64 KiB, and a client that never reads standard error must not block the filter.
  private static let maxBytesReported = 1 << 15

  /// `nil`: only standard error.
  package init(_ directory: MungeDirectory?, maxLines: Int = 50) { (file, self.maxLines) = (directory?.warnings, maxLines) }

  /// Discards warnings, for dry runs.
  package static let silent = Warnings(nil, maxLines: 0)

  /// Reports a line, once per process; `false` if it was reported before, or too many were.
  @discardableResult
  mutating func show(_ line: String) -> Bool {
    guard reported.count < maxLines, reported.insert(line).inserted else { return false }
    reportedBytes += line.utf8.count
    guard reportedBytes < Warnings.maxBytesReported else { return false }
    Terminal.warn("git-munge: \(line)")
    return true
  }

  /// Reports a line, and adds it to the file, once.
  package mutating func report(_ line: String) {
    guard show(line), let file, let parent = file.parent, FileSystem.exists(parent) else { return }
    let lines = (try? FileSystem.contents(file, limit: Warnings.maxBytes)) ?? []
    let bytes = Array(line.utf8)
    let isKnown = lines.split(separator: UInt8(ascii: "\n")).contains { $0 == bytes[...] }
    guard !isKnown, lines.count < Warnings.maxBytes, let open = try? File(file, .append(mode: 0o600)) else { return }
    try? open.write(bytes + [UInt8(ascii: "\n")])
  }
}
