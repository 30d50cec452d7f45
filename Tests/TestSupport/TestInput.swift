import Foundation

/// Inputs of tests from environment variables; without them the test is skipped.
package enum TestInput {
  /// The release build of the filter, statically linked.
  package static var staticFilter: Path? { path("GIT_MUNGE_STATIC_FILTER") }

  /// A directory of identifier files of real projects, with their expected smudged content.
  package static var samples: Path? { path("GIT_MUNGE_SAMPLES") }

  /// A directory of the official schemas of report formats (`scripts/schemas`).
  package static func schema(_ name: String) -> Path? {
    path("GIT_MUNGE_SCHEMAS").map { $0 / name }.flatMap { FileSystem.exists($0) ? $0 : nil }
  }

  /// A directory with the module `fuse` of Python, for file systems of tests.
  package static var fusepy: Path? { path("GIT_MUNGE_FUSEPY") }

  /// The path of a program on PATH; `nil` if there is none.
  package static func program(_ name: String) -> Path? {
    let directories = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return directories.map { Path(String($0)) / name }.first(where: FileSystem.isExecutable)
  }

  /// Whether commands can run on a new terminal. The options are those of `script` of util-linux; other systems have
  /// others.
  package static let hasTerminals: Bool = {
    #if os(Linux)
      program("script") != nil
    #else
      false
    #endif
  }()

  package static let noTerminals: Comment = "`script -qec` provides no terminal here"

  private static func path(_ variable: String) -> Path? {
    ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : Path($0) }
  }
}
