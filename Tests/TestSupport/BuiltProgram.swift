import Foundation
package import Platform

/// The programs of this package, in the directory of the build that runs the tests.
package enum BuiltProgram: String, CaseIterable, Sendable {
  case munge = "git-munge"
  case filter = "git-munge-filter"

  package var path: Path { BuiltProgram.directory / rawValue }

  package static let directory: Path = {
    // On macOS a helper loads the tests from a bundle; on other systems they are the running program.
    let bundle = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" } ?? .main
    let place = bundle.bundleURL
    return Path(place.pathExtension == "xctest" ? place.deletingLastPathComponent().path : place.path)
  }()
}
