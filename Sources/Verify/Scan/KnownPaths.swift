import Platform
import Synchronization

/// What is known of files by their paths: what a text in them is, and why it is not munged.
enum KnownPaths {
  typealias Row = (words: String, role: FileRole?, reason: LeaveReason?)

  /// Directories of samples, which can be apps.
  static let samples = "examples/ fixture/ template/ templates/ test-data/ test_data/ testdata/"
  /// Directories of tests that drive an app.
  static let drivers = "e2e/"

  /// The rows in their order: the first one of a path has the reason. `name/` is a directory, `.end` an ending, and
  /// another word a whole name, all in any case.
  private static let rows: [Row] = [
    (
      "3rdparty/ carthage/ dependencies/ deps/ deriveddata/ dist/ external_sources/ externals/ generated/ "
        + "node_modules/ pods/ submodules/ third-party/ third_party/ thirdparty/ vendor/ vendored/ vendors/",
      nil, .vendored
    ),
    // Lists of packages and of files.
    (
      ".gitignore cartfile.resolved go.mod go.sum manifest.json package-lock.json package.resolved "
        + "packages-lock.json pnpm-lock.yaml podfile.lock pubspec.lock pubspec.yaml yarn.lock",
      nil, .codeName
    ),
    (
      ".1 .5 .7 .8 .adoc .asciidoc .crash .htm .html .ips .log .markdown .md .mdx .org .rst .rtf .tex .texi authors "
        + "changelog changes contributing contributors copying history install license news notice readme todo",
      .prose, .document
    ),
    ("doc/ docs/ documentation/", nil, .document),
    (".arb .lproj/ .po .pot .strings .stringsdict .xcstrings .xliff", nil, .translation),
    ("__tests__/ fixtures/ mocks/ spec/ specs/ test/ tests/", nil, .test),
    (drivers, nil, .test), (samples, nil, .test),
    // Files of fastlane that sign.
    ("appfile deliverfile fastfile gymfile matchfile snapfile", .code, nil),
    (".circleci/ .github/ .gitlab/ debian/ fastlane/ flatpak/ metainfo/ snap/", nil, .release),
    ("apple-app-site-association dangerfile jenkinsfile", .code, .release),
    (
      ".bazel .bzl .c .cc .cjs .clj .cpp .cs .cxx .dart .erl .ex .exs .fs .go .gradle .groovy .h .hcl .hh .hpp .hs "
        + ".java .jl .js .jsx .kt .kts .lua .m .mjs .ml .mm .nix .php .pl .pm .pro .proto .ps1 .py .r .rake .rb .rs "
        + ".scala .sql .svelte .swift .tf .ts .tsx .vue .zig "
        + "brewfile build cartfile gemfile podfile rakefile scanfile vagrantfile workspace",
      .code, nil
    ),
    (".storyboard .svg .xib .xml", .markup, nil), ("cmakelists.txt", .data, nil), (".txt", .text, nil),
  ]

  private static let numbers = Dictionary(
    uniqueKeysWithValues: rows.enumerated().flatMap { number, row in
      row.words.split(separator: " ").map { (String($0), number) }
    })

  /// The rows of directories that were asked for: a large tree has many files in each.
  private static let ofDirectories = Mutex<[Path?: [Int]]>([:])

  /// The rows of a path, in their order.
  static func rows(of path: Path) -> [Row] {
    let ofDirectory = ofDirectories.withLock { known in
      if let rows = known[path.parent] { return rows }
      let rows = path.ancestors.flatMap { words(of: $0.name, "/") }.compactMap { numbers[$0] }
      known[path.parent] = rows
      return rows
    }
    return (ofDirectory + words(of: path.name).compactMap { numbers[$0] }).sorted().map { rows[$0] }
  }

  /// The words of rows that can stand for a name. `mark`: a slash for a directory.
  private static func words(of name: Path, _ mark: String = "") -> [String] {
    let name = name.bytes.string
    let end = name.lastIndex(of: ".") ?? name.endIndex
    let stem = mark.isEmpty ? name[..<end] : name[...]
    // Most names are none, by their last byte. `UITests.xcconfig` and `app.spec.json` are what builds read.
    let isTest =
      ![".json", ".xcconfig"].contains(name[end...]) && stem.utf8.last.map("cst".utf8.contains) == true
      && ["Tests", "Test", "_test", ".test", ".spec", "_spec"].contains(where: stem.hasSuffix)
    return [name, String(name[end...])].map { $0.lowercased() + mark }
      + (isTest ? ["tests/"] : []) + (name.hasPrefix("values-") ? [".lproj\(mark)"] : [])
  }
}
