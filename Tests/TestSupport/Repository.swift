package import Platform
package import Testing

/// The repository that these tests were built from.
package enum Repository {
  package static let root = Path(String(#filePath).split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" })

  /// Whether it is still where it was when the tests were built.
  package static var isHere: Bool { FileSystem.exists(root / "Package.swift") }

  package static let why: Comment = "the sources are not where these tests were built from"

  /// What a build or a clone puts beside what is committed.
  private static let foreign = Set([".git", ".build", ".swiftpm", "Package.resolved"].map { Path($0) })

  /// All files of the repository below a folder, by their paths from the top.
  package static func files(in directory: String = "", ending: String = "") throws -> [Path] {
    try files(Path(directory)).filter { $0.bytes.suffix(ending.utf8.count) == bytes(ending)[...] }
  }

  private static func files(_ directory: Path) throws -> [Path] {
    try FileSystem.entries(directory.bytes.isEmpty ? root : root / directory).flatMap { name -> [Path] in
      if foreign.contains(name) { return [] }
      let path = directory / name
      switch try FileSystem.status(root / path)?.kind {
      case .directory: return try files(path)
      case .regular: return [path]
      case .symbolicLink, .other, nil: return []
      }
    }
  }

  package static func content(_ path: Path) throws -> [UInt8] {
    try #require(try FileSystem.contents(root / path), "\(path) is missing in the repository")
  }

  package static func text(_ path: Path) throws -> String { String(decoding: try content(path), as: UTF8.self) }

  package static func text(_ path: String) throws -> String { try text(Path(path)) }

  /// With every run of blanks and newlines as one space, so that words can be found over the ends of lines.
  package static func words(_ path: String) throws -> String {
    try text(path).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The sources of all targets.
  package static func sources() throws -> [SwiftSource] { try parsed.get() }

  /// Once for all tests: it takes its time.
  private static let parsed = Result {
    try files(in: "Sources", ending: ".swift").map { SwiftSource($0, try text($0)) }
  }
}
