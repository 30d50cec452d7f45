import Foundation
package import Platform

/// What a test may be given from outside, by environment variables; without them the test is skipped.
package enum TestInput {
  /// The filter as it is shipped: release, statically linked.
  package static var staticFilter: Path? { path("GIT_MUNGE_STATIC_FILTER") }

  /// A folder of identifier files of real projects with what a smudge has to give.
  package static var samples: Path? { path("GIT_MUNGE_SAMPLES") }

  /// A folder of the official schemas of formats that we write (`scripts/schemas`).
  package static func schema(_ name: String) -> Path? {
    path("GIT_MUNGE_SCHEMAS").map { $0 / name }.flatMap { FileSystem.exists($0) ? $0 : nil }
  }

  /// Where PATH finds a program; `nil` where it does not.
  package static func program(_ name: String) -> Path? {
    let directories = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return directories.map { Path(String($0)) / name }.first(where: FileSystem.isExecutable)
  }

  private static func path(_ variable: String) -> Path? {
    ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : Path($0) }
  }
}
