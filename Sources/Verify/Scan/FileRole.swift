package import Platform

/// The role of a file by its name, which decides where an identifier in it matters.
package enum FileRole: Hashable {
  /// Values of keys, as in `.plist` and `.xcconfig`.
  case data
  /// Values between tags and in attributes, but also names of classes, as in `.xib`.
  case markup
  /// Source code: a text without quotes is a name.
  case code
  /// Documentation: identifiers are examples.
  case prose
  /// Documentation or values of keys: `.txt`.
  case text

  package init(_ path: Path) {
    let parts = path.name.bytes.split(separator: .dot, omittingEmptySubsequences: false)
    let name = (parts.first ?? []).string.lowercased()
    let end = parts.count > 1 ? (parts.last ?? []).string.lowercased() : ""
    self =
      if Self.proseEndings.contains(end) || end.isEmpty && Self.proseNames.contains(name) {
        .prose
      } else if Self.codeEndings.contains(end) || end.isEmpty && Self.codeNames.contains(name) {
        .code
      } else if end == "txt" && name != "cmakelists" {
        .text
      } else {
        Self.markupEndings.contains(end) ? .markup : .data
      }
  }

  /// Whether a file is part of the product, by its path. In tests and translations an identifier is an example or a
  /// name.
  package static func isBuilt(_ path: Path) -> Bool {
    let parts = path.bytes.split(separator: .slash).map(\.string)
    guard let name = parts.last else { return true }
    let directories = parts.dropLast()
    let stem = name.split(separator: ".").dropLast().joined(separator: ".")
    let isTest =
      testStems.contains { stem.hasSuffix($0) }
      || directories.contains { directory in
        testDirectories.contains(directory.lowercased()) || ["Tests", "Test"].contains(where: directory.hasSuffix)
      }
    return !isTest && !isTranslation(path)
  }

  /// Whether a file holds translated texts, by its path.
  package static func isTranslation(_ path: Path) -> Bool {
    let directories = path.ancestors.map { $0.name.bytes.string }
    let name = path.name.bytes.string
    return directories.contains { $0.hasSuffix(".lproj") || $0.hasPrefix("values-") }
      || translationEndings.contains { name.hasSuffix($0) }
  }

  private static let testDirectories: Set = [
    "test", "tests", "__tests__", "spec", "specs", "androidtest", "fixtures", "mocks",
  ]
  /// The ends of the names of tests, without their extension.
  private static let testStems = ["Tests", "Test", "_test", ".test", ".spec", "_spec"]
  private static let translationEndings = [".strings", ".stringsdict", ".xcstrings", ".po", ".pot", ".arb", ".xliff"]
  private static let proseEndings: Set = [
    "1", "5", "7", "8", "adoc", "asciidoc", "crash", "htm", "html", "ips", "log", "markdown", "md", "mdown", "mdx",
    "org", "pod", "rst",
    "rtf", "tex", "texi", "textile",
  ]
  private static let markupEndings: Set = ["storyboard", "svg", "xib", "xml"]
  private static let proseNames: Set = [
    "authors", "changelog", "changes", "contributing", "contributors", "copying", "history", "install", "license",
    "news", "notice",
    "readme", "todo",
  ]
  private static let codeEndings: Set = [
    "bazel", "bzl", "c", "cc", "clj", "cpp", "cs", "cxx", "dart", "erl", "ex", "exs", "fs", "go", "gradle", "groovy",
    "h", "hcl", "hh",
    "hpp", "hs", "java", "jl", "js", "jsx", "kt", "kts", "lua", "m", "mjs", "cjs", "ml", "mm", "nix", "php", "pl", "pm",
    "pro", "proto",
    "ps1", "py", "r", "rake", "rb", "rs", "scala", "sql", "svelte", "swift", "tf", "ts", "tsx", "vue", "zig",
  ]
  private static let codeNames: Set = [
    "appfile", "brewfile", "build", "cartfile", "dangerfile", "deliverfile", "fastfile", "gemfile", "gymfile",
    "jenkinsfile",
    "matchfile", "podfile", "rakefile", "scanfile", "snapfile", "vagrantfile", "workspace",
  ]
}
