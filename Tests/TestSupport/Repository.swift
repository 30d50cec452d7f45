/// The repository that the tests were built from.
package enum Repository {
  package static let root = Path(String(#filePath).split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" })

  /// Whether it is still where it was when the tests were built.
  package static var isHere: Bool { FileSystem.exists(root / "Package.swift") }

  package static let why: Comment = "the sources are not where these tests were built from"

  /// Directories of builds and clones, which are not committed.
  private static let foreign = Set([".git", ".build", ".swiftpm", "Package.resolved"].map { Path($0) })

  /// All files of the repository below a directory, by their paths from the top.
  package static func files(in directory: String = "", ending: String = "") throws -> [Path] {
    let top = Path(directory)
    let entries = try DirectoryWalk.entries(below: directory.isEmpty ? root : root / top) { foreign.contains($0.name) }
    return entries.filter { $0.status.kind == .regular }.map { top / $0.path }
      .filter { $0.bytes.suffix(ending.utf8.count) == bytes(ending)[...] }
  }

  package static func content(_ path: Path) throws -> [UInt8] {
    try #require(try FileSystem.contents(root / path), "\(path) is missing in the repository")
  }

  package static func text(_ path: Path) throws -> String { String(decoding: try content(path), as: UTF8.self) }

  package static func text(_ path: String) throws -> String { try text(Path(path)) }

  /// A file with every run of spaces and newlines as one space, so that words can be found across lines.
  package static func words(_ path: String) throws -> String {
    try text(path).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  package static func sources() throws -> [SwiftSource] { try parsed.get() }

  /// Parsed once for all tests, as it takes time.
  private static let parsed = Result {
    try files(in: "Sources", ending: ".swift").map { SwiftSource($0, try text($0)) }
  }
}
