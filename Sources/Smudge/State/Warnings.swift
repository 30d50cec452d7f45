import Platform

/// The warnings of the filter on standard error. Those of what no later command can see are also stored in a file, because GUI
/// clients hide standard error.
package struct Warnings: Sendable {
  private let sink: Sink
  private var reported: Set<String> = []
  private var reportedBytes = 0

  private static let maxBytes = 1 << 16
  private static let maxLines = 50
  /// The maximum written to standard error, in bytes: a pipe holds 64 KiB, and a client that never reads it must not block the
  /// filter.
  private static let maxBytesReported = 1 << 15

  /// The destination of warnings.
  private enum Sink {
    case none
    /// Standard error, and a file if there is one.
    case standardError(Path?)
  }

  /// `nil`: only standard error.
  package init(_ directory: MungeDirectory?) { sink = .standardError(directory?.warnings) }

  private init(_ sink: Sink) { self.sink = sink }

  /// Discards warnings, for dry runs.
  package static let silent = Warnings(Sink.none)

  /// Reports a line, once per process; `false` if it was reported before, or too many were.
  @discardableResult
  mutating func show(_ line: String) -> Bool {
    guard case .standardError = sink, reported.count < Warnings.maxLines, reported.insert(line).inserted else { return false }
    reportedBytes += line.utf8.count
    guard reportedBytes < Warnings.maxBytesReported else { return false }
    Terminal.warn("git-munge: \(line)")
    return true
  }

  /// Reports a line, and adds it to the file, once.
  package mutating func report(_ line: String) {
    guard show(line), case .standardError(let file?) = sink, let parent = file.parent, FileSystem.exists(parent) else { return }
    let lines = (try? FileSystem.contents(file, limit: Warnings.maxBytes)) ?? []
    let bytes = Array(line.utf8)
    let isKnown = lines.split(separator: UInt8(ascii: "\n")).contains { $0 == bytes[...] }
    guard !isKnown, lines.count < Warnings.maxBytes, let open = try? File(file, .append(mode: 0o600)) else { return }
    try? open.write(bytes + [UInt8(ascii: "\n")])
  }
}
