package import Platform

/// The reason why a canonical text is not munged where it is.
package enum LeaveReason: Sendable, Hashable {
  case vendored, document, test, translation, comment, codeName, exception, otherFilter
  case release, link, notBuilt

  /// The reason in words; `nil` if it has to be judged by a person.
  package var words: String? {
    switch self {
    case .vendored: "third-party code"
    case .document: "documentation"
    case .test: "tests and samples"
    case .translation: "translations"
    case .comment: "comments"
    case .codeName: "names of files, folders, packages and classes"
    case .exception: "texts of `except` lines"
    case .otherFilter: "files of another filter"
    case .release, .link, .notBuilt: nil
    }
  }

  /// Whether the content of a file decides, and not its path.
  package var isByContent: Bool {
    switch self {
    case .codeName, .exception, .link, .notBuilt: true
    case .vendored, .document, .test, .translation, .comment, .release, .otherFilter: false
    }
  }

  /// The reason that a path alone gives, and the directory that gives it; `nil` if its content decides.
  package static func of(_ path: Path) -> (reason: LeaveReason, directory: Path?)? {
    func first(_ names: Set<String>) -> Path? { path.ancestors.first { $0.isNamed(names) } }
    if let directory = first(vendorDirectories) { return (.vendored, directory) }
    let name = path.name.bytes.string
    if manifestNames.contains(name) { return (.codeName, nil) }
    if path.name == Path("project.pbxproj") || path.name == Path("google-services.json") { return testReason(path) }
    if FileRole(path) == .prose { return (.document, nil) }
    if let directory = first(documentDirectories) { return (.document, directory) }
    if let reason = testReason(path) { return reason }
    if let directory = first(releaseDirectories), !signingNames.contains(name) {
      return (.release, directory)
    }
    return releaseNames.contains(name) ? (.release, nil) : nil
  }

  /// Whether a file is a sample, or what tests read, and no test.
  package static func isSample(_ path: Path) -> Bool { path.ancestors.contains { $0.isNamed(sampleDirectories) } }

  private static func testReason(_ path: Path) -> (reason: LeaveReason, directory: Path?)? {
    if FileRole.isBuilt(path) && !path.ancestors.contains(where: { $0.isNamed(testDirectories) }) {
      return nil
    }
    let directory = path.ancestors.first { $0.isNamed(testDirectories) || !FileRole.isBuilt($0 / "x") }
    return (FileRole.isTranslation(path) ? .translation : .test, directory)
  }

  private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

  private static let vendorDirectories = words(
    """
    3rdparty carthage dependencies deps deriveddata dist external_sources externals generated node_modules pods \
    submodules third-party third_party thirdparty vendor vendored vendors
    """)
  private static let documentDirectories = words("doc docs documentation")
  private static let sampleDirectories = words(
    "examples fixture fixtures mocks template templates test-data test_data testdata")
  private static let testDirectories = sampleDirectories.union(["e2e"])
  private static let releaseDirectories = words(".circleci .github .gitlab debian fastlane flatpak metainfo snap")
  private static let signingNames = words("Appfile Deliverfile Fastfile Gymfile Matchfile Snapfile")
  /// Lists of packages and of files.
  private static let manifestNames = words(
    """
    .gitignore Cartfile.resolved Package.resolved Podfile.lock go.mod go.sum manifest.json package-lock.json \
    packages-lock.json pnpm-lock.yaml pubspec.lock pubspec.yaml yarn.lock
    """)
  private static let releaseNames = words("Dangerfile Jenkinsfile apple-app-site-association")
}

extension Path {
  fileprivate func isNamed(_ names: Set<String>) -> Bool {
    names.contains(name.bytes.string.lowercased())
  }
}
