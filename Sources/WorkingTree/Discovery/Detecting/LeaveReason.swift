package import Platform
import Smudge
import Verify

/// Files that hold identifiers and stay as they are.
package struct LeftFiles: Sendable {
  package var reasons: [Path: LeaveReason] = [:]
  /// The texts that a file holds.
  package var bases: [Path: Set<String>] = [:]
  /// Words that a build or a program reads in a file that stays, and that are munged elsewhere.
  package var conflicts: [Path: [String]] = [:]
  /// Sentences on what was not found, or stays everywhere.
  package var notes: [String] = []
}

/// Why `git munge init` leaves a file alone.
package enum LeaveReason: String, Sendable, Hashable, CaseIterable {
  case vendored = "third-party code"
  case document = "documentation"
  case test = "tests and samples"
  case translation = "translations"
  case automation = "scripts that release or deploy"
  case published = "listings and packages that are published"
  case codeName = "names of packages and classes"
  case link = "links"
  case foreign = "names of the store, of types and of other teams"
  case notBuilt = "texts that no build reads"
  case encrypted = "encrypted files"
  case otherFilter = "files of another filter"

  /// Whether the content of a file decides, and not its path.
  var isByContent: Bool {
    switch self {
    case .codeName, .link, .foreign, .notBuilt: true
    case .vendored, .document, .test, .translation, .automation, .published, .encrypted, .otherFilter: false
    }
  }

  /// The reason that a path alone gives, and the directory that gives it; `nil` if its content decides.
  static func of(_ path: Path) -> (reason: LeaveReason, directory: Path?)? {
    func first(_ names: Set<String>) -> Path? { path.ancestors.first { $0.isNamed(names) } }
    if let directory = first(vendorDirectories) { return (.vendored, directory) }
    if isEncrypted(path.name) { return (.encrypted, nil) }
    let name = String(decoding: path.name.bytes, as: UTF8.self)
    if manifestNames.contains(name) { return (.codeName, nil) }
    if path.name == Path("project.pbxproj") || path.name == Path("google-services.json") { return testReason(path) }
    if FileRole(path) == .prose { return (.document, nil) }
    if let directory = first(documentDirectories) { return (.document, directory) }
    if let reason = testReason(path) { return reason }
    if let directory = first(publishedDirectories) { return (.published, directory) }
    if let directory = first(automationDirectories), !signingNames.contains(name) {
      return (.automation, directory)
    }
    if automationNames.contains(name) { return (.automation, nil) }
    return name == "apple-app-site-association" ? (.published, nil) : nil
  }

  /// By the names that sops and others use: `enc-values.yaml`, `values.enc.yaml`, `values.sops.yaml`.
  private static func isEncrypted(_ name: Path) -> Bool {
    let words = String(decoding: name.bytes, as: UTF8.self).lowercased().split(separator: ".")
    return words.dropFirst().contains { $0 == "enc" || $0 == "sops" } || (words.first?.hasPrefix("enc-") ?? false)
  }

  private static func testReason(_ path: Path) -> (reason: LeaveReason, directory: Path?)? {
    if FileRole.isBuilt(path) && !path.ancestors.contains(where: { $0.isNamed(sampleDirectories) }) {
      return nil
    }
    let directory = path.ancestors.first { $0.isNamed(sampleDirectories) || !FileRole.isBuilt($0 / "x") }
    return (FileRole.isTranslation(path) ? .translation : .test, directory)
  }

  private static let vendorDirectories: Set = [
    "3rdparty", "carthage", "dependencies", "deps", "deriveddata", "dist", "external_sources", "externals", "generated", "node_modules",
    "pods", "submodules", "third-party", "third_party", "thirdparty", "vendor", "vendored", "vendors",
  ]
  private static let documentDirectories: Set = ["doc", "docs", "documentation"]
  private static let publishedDirectories: Set = ["debian", "flatpak", "metainfo", "snap"]
  private static let sampleDirectories: Set = [
    "detox", "e2e", "examples", "fixture", "template", "templates", "test-data", "test_data", "testdata",
  ]
  private static let automationDirectories: Set = [".circleci", ".github", ".gitlab", "fastlane"]
  private static let signingNames: Set = ["Appfile", "Deliverfile", "Fastfile", "Gymfile", "Matchfile", "Snapfile"]
  /// Lists of packages and of files.
  private static let manifestNames: Set = [
    ".gitignore", "Cartfile.resolved", "Package.resolved", "Podfile.lock", "go.mod", "go.sum", "manifest.json", "package-lock.json", "packages-lock.json",
    "pnpm-lock.yaml", "pubspec.lock", "pubspec.yaml", "yarn.lock",
  ]
  private static let automationNames: Set = ["Dangerfile", "Jenkinsfile"]
}

extension Path {
  fileprivate func isNamed(_ names: Set<String>) -> Bool {
    names.contains(String(decoding: name.bytes, as: UTF8.self).lowercased())
  }
}
