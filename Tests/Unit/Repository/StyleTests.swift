import TestSupport

@Suite(.enabled(if: Repository.isHere, Repository.why))
struct StyleTests {
  /// Files in which a switch can have a `default:`; on the package's own enums it would hide a new case.
  private static let defaults: [String: (count: Int, reason: String)] = [
    "Sources/Platform/System/File.swift": (1, "the system's kinds of files"),
    "Sources/Platform/Git/AttributeLine.swift": (1, "bytes"),
    "Sources/Smudge/KeyValues/XcodeQuoting.swift": (1, "bytes"),
    "Sources/Smudge/Lens/ConflictRegion.swift": (1, "bytes"),
    "Sources/Smudge/Plan/PathPattern.swift": (1, "bytes"),
    "Sources/WorkingTree/Findings/Error+Blocking.swift": (1, "any error"),
    "Sources/Verify/Scan/RulesCheck.swift": (1, "any error"),
    "Sources/Smudge/Process/FilterCommand.swift": (1, "words of a command line"),
    "Sources/WorkingTree/Session/WorktreeFile.swift": (1, "the letters and stages that git prints"),
  ]

  @Test func `A switch has a default only over values that the package does not define`() throws {
    for source in try Repository.sources() {
      let found = source.code.count { $0.drop { $0 == " " }.hasPrefix("default:") }
      let allowed = Self.defaults["\(source.path)"]?.count ?? 0
      #expect(found == allowed, "\(source.path): list the cases, or say in this test what it switches over")
    }
  }

  private static func refuse(_ lines: (SwiftSource) -> [String], where isWrong: (String) -> Bool) throws {
    for source in try Repository.sources() {
      for (index, line) in lines(source).enumerated() where isWrong(line) {
        Issue.record("\(source.path):\(index + 1): \(line)")
      }
    }
  }

  @Test(arguments: ["try!", "as!", "TODO", "FIXME", "XXX", "fatalError", "preconditionFailure", "print("])
  func `The sources have none of these words`(word: String) throws {
    // In comments too, for words that occur only there.
    try Self.refuse(word.allSatisfy(\.isUppercase) ? \.lines : \.code) { Self.holds($0, word) }
  }

  /// As a whole word: `Terminal.print(` is another function.
  private static func holds(_ line: String, _ word: String) -> Bool {
    line.ranges(of: word).contains { range in
      let before = line[..<range.lowerBound].last
      return !(before.map { $0.isLetter || $0.isNumber || ".`".contains($0) } ?? false)
    } && !line.contains("func \(word)")
  }

  @Test func `No optional is force-unwrapped`() throws { try Self.refuse(\.code, where: Self.unwraps) }

  /// Whether a `!` follows a value and is not part of `!=`.
  private static func unwraps(_ line: String) -> Bool {
    zip(line.indices, line.indices.dropFirst()).contains { before, place in
      let next = line[line.index(after: place)...].first
      return line[place] == "!" && next != "="
        && (line[before].isLetter || line[before].isNumber || "_)]}\"".contains(line[before]))
    }
  }

  @Test func `Each file begins with a comment that says what it is`() throws {
    for source in try Repository.sources() {
      let first = source.firstStatement ?? ""
      #expect(first.hasPrefix("/// ") || first.hasPrefix("// "), "\(source.path) begins with '\(first)'")
    }
  }

  /// A table of messages, which is read by rows.
  private static let table = "Sources/Verify/Findings/Finding+Kind.swift"

  @Test func `No assignment packs three values, and no case has only wildcards`() throws {
    let packed = /\(?(let |var )?\([\w.]+(, [\w.]+){2,}\) =.*/
    let wildcards = /case (_\??|\(_(, _)+\)):.*/
    try Self.refuse(\.code) { line in
      let statement = line.drop { $0 == " " }
      return statement.wholeMatch(of: packed) != nil || statement.wholeMatch(of: wildcards) != nil
    }
  }

  @Test func `A file has at most 300 lines`() throws {
    for source in try Repository.sources() where "\(source.path)" != Self.table {
      #expect(source.lines.count <= 300, "\(source.path) is long: is it two things?")
    }
  }

  @Test func `A function has at most 40 lines, and half of them at most 10`() throws {
    let sources = try Repository.sources().filter { "\($0.path)" != Self.table }
    let lengths = sources.flatMap(\.functionLengths).sorted()
    #expect(lengths.count > 300, "the functions were found")
    #expect(lengths[lengths.count / 2] <= 10, "the median of \(lengths.count) functions")
    #expect(lengths[lengths.count * 9 / 10] <= 20, "nine of ten")
    #expect(lengths.last ?? 0 <= 40, "the longest")
  }

  @Test func `No line is longer than 120 characters or ends in spaces`() throws {
    for source in try Repository.sources() {
      for (index, (line, code)) in zip(source.lines, source.code).enumerated() {
        let isLong = line.count > 120
        // A message can end in a space.
        let hasBlanks = line.hasSuffix(" ") && code.hasSuffix(" ") || line.contains("\t")
        if isLong || hasBlanks { Issue.record("\(source.path):\(index + 1): \(line)") }
      }
    }
  }
}

/// Which programs the lanes of the tests start, and the snapshots.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct LaneTests {
  @Test(arguments: [
    ("Unit", ["Subprocess.", "GitSandbox", "BuiltProgram.", "GitCommand("]), ("Git", ["BuiltProgram.munge"]),
  ])
  func `Unit tests start no process, and those of git no program of this package but the filter`(
    lane: String, words: [String]
  ) throws {
    for file in try Repository.files(in: "Tests/\(lane)", ending: ".swift") {
      let text = try SwiftSource(file, Repository.text(file)).code.joined(separator: "\n")
      for word in words { #expect(!text.contains(word), "\(file): \(word)") }
    }
  }

  @Test func `A directory has at most 25 files`() throws {
    let directories = Dictionary(grouping: try Repository.files(in: "Tests", ending: ".swift")) { $0.parent }
    for (directory, files) in directories { #expect(files.count <= 25, "\(directory.map { "\($0)" } ?? "")") }
  }

  /// The snapshot names in the tests of a file.
  private static func names(_ file: Path) throws -> [String] {
    let directory = "\(file.name)".replacing(/Tests\.swift$/, with: "")
    let text = try Repository.text(file)
    return text.matches(of: /expectSnapshot\(\s*"([^"]+)"/).map {
      "\(Snapshots.directory)/\(directory)/\($0.output.1).txt"
    }
  }

  @Test func `Every snapshot is used by a test`() throws {
    let files = try Repository.files(in: "Tests", ending: "Tests.swift")
    // Each of these is the help of a command.
    let help = try (["git-munge"] + Words.commands()).map { "\(Snapshots.directory)/Help/\($0).txt" }
    let asked = try Set(files.flatMap(Self.names) + help)
    for path in try Repository.files(in: Snapshots.directory) where !asked.contains("\(path)") {
      if Snapshots.isAccepting {
        try FileSystem.remove(Repository.root / path)
      } else {
        Issue.record("\(path): no test uses it; `scripts/test --accept` removes it")
      }
    }
  }
}
