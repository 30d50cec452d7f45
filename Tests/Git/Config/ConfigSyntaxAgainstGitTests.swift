import TestSupport

@testable import Rules

/// Tests of the parser of git-config syntax against git: it can accept less, and never reads another value.
struct ConfigSyntaxAgainstGitTests {
  private static let filesForGit = 2000

  @Test func `Accepted files are read as by git, and files that git rejects are rejected`() throws {
    var generator = SeededGenerator(salt: "config against git")
    let files = (0..<Self.filesForGit).map { _ in bytes(RandomConfig.text(&generator)) }
    var counts = Counts()
    for (file, git) in zip(files, try Self.git(files)) {
      let ours = Self.ours(file)
      if let ours { #expect(ours == git, "of '\(escaped(file))'; \(TestSeed.note)") }
      counts.add(ours: ours, git: git)
    }
    #expect(counts.both > Self.filesForGit / 3, "else too few files are accepted")
    #expect(counts.neither > Self.filesForGit / 20, "else too few files are rejected")
    #expect(counts.stricter < Self.filesForGit / 4, "else a parser that rejects everything would pass")
  }

  private struct Counts {
    var both = 0
    var neither = 0
    /// Rejected by the parser, not by git.
    var stricter = 0

    mutating func add(ours: [[UInt8]]?, git: [[UInt8]]?) {
      switch (ours, git) {
      case (.some, _): both += 1
      case (nil, nil): neither += 1
      case (nil, .some): stricter += 1
      }
    }
  }

  @Test func `Any file is read or rejected, with the same result for LF and CRLF`() {
    var generator = SeededGenerator(salt: "config by itself")
    for _ in 0..<5000 {
      let text = RandomConfig.text(&generator)
      let one = Self.ours(bytes(text))
      // A newline inside a quoted value, or a stray return, is an error in both.
      let windows = text.unicodeScalars.filter { $0 != "\r" }.flatMap { $0 == "\n" ? ["\r", "\n"] : [$0] }
      let other = Self.ours(windows.flatMap { Array(String($0).utf8) })
      if let one { #expect(one == other, "of '\(escaped(bytes(text)))'; \(TestSeed.note)") }
    }
  }

  @Test func `Random bytes are read or rejected, with an error position inside the file`() {
    var generator = SeededGenerator(salt: "config of bytes")
    let alphabet = bytes("[]\"\\=#; \t\r\n.ra1_") + [0, 0x7F, 0xC3, 0xA9, 0xFF]
    for _ in 0..<5000 {
      let count = Int.random(in: 0...40, using: &generator)
      let file = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      do throws(RulesError) {
        _ = try ConfigSyntax(file)
      } catch {
        let lines = file.split(separator: 0x0A, omittingEmptySubsequences: false)
        let place = error.place ?? RulesPosition(line: 0, column: 0)
        let isInside =
          lines.indices.contains(place.line - 1) && (1...lines[place.line - 1].count + 1).contains(place.column)
        #expect(isInside, "\(error) points outside of '\(escaped(file))'; \(TestSeed.note)")
      }
    }
  }

  /// Each line, in the order of the file, in the form of `git config --list -z`; `nil` for a rejected file.
  private static func ours(_ file: [UInt8]) -> [[UInt8]]? {
    guard let syntax = try? ConfigSyntax(file) else { return nil }
    let lines = syntax.sections.flatMap { section in section.lines.map { (section, line: $0) } }
    return lines.sorted { $0.line.place.line < $1.line.place.line }.map { section, line in
      let name = section.subsection.map { bytes(".") + $0 } ?? []
      return bytes(section.word) + name + bytes(".\(line.key)\n") + line.value
    }
  }

  /// The entries that git reads from each file; one shell runs git for all of them.
  private static func git(_ files: [[UInt8]]) throws -> [[[UInt8]]?] {
    let sandbox = try GitSandbox()
    for (index, file) in files.enumerated() { try sandbox.write("\(index)", file) }
    let script = #"i=0; while [ $i -lt $1 ]; do git config -f $i --list -z >$i.out 2>&1 || rm $i.out; i=$((i+1)); done"#
    let done = try sandbox.run(["sh", "-c", script, "sh", "\(files.count)"])
    guard done.isSuccess else { throw CommandFailure(words: ["sh"], result: done) }
    return try files.indices.map { index in
      let output = try sandbox.read("\(index).out")
      return output?.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { Array($0) }
    }
  }
}
