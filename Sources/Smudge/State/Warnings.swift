import Platform

/// Says what needs a person's eye, on standard error and in a file: programs with windows hide the former.
package struct Warnings: Sendable {
  private let sink: Sink
  private var said: Set<String> = []
  private var saidBytes = 0

  private static let maxBytes = 1 << 16
  private static let maxLines = 50
  /// A client that never reads standard error must not be able to block the filter: a pipe holds 64 KiB.
  private static let maxBytesReported = 1 << 15

  private enum Sink {
    case nobody
    /// Whoever reads standard error, and the file where there is one.
    case people(Path?)
  }

  /// Without a folder, only on standard error.
  package init(_ directory: MungeDirectory?) { sink = .people(directory?.warnings) }

  private init(_ sink: Sink) { self.sink = sink }

  /// For whoever only looks what would become of files.
  package static let silent = Warnings(.nobody)

  /// Says a line once per process, and keeps it once.
  package mutating func say(_ line: String) {
    guard case .people(let file) = sink else { return }
    guard said.count < Warnings.maxLines, said.insert(line).inserted else { return }
    saidBytes += line.utf8.count
    guard saidBytes < Warnings.maxBytesReported else { return }
    Terminal.warn("git-munge: \(line)")
    if let file { Warnings.keep(line, in: file) }
  }

  private static func keep(_ line: String, in file: Path) {
    guard let parent = file.parent, FileSystem.exists(parent) else { return }
    let kept = (try? FileSystem.contents(file, limit: Warnings.maxBytes)) ?? []
    let bytes = Array(line.utf8)
    let isKept = kept.split(separator: UInt8(ascii: "\n")).contains { $0 == bytes[...] }
    guard !isKept, kept.count < Warnings.maxBytes else { return }
    guard let open = try? File(file, .append(mode: 0o600)) else { return }
    try? open.write(bytes + [UInt8(ascii: "\n")])
  }
}
