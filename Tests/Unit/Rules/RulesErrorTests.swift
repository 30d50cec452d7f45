import Platform
import TestSupport
import Testing

@testable import Rules

/// Errors in `.gitmunge`: the place, what was expected and what was found.
struct RulesErrorTests {
  @Test func `An error has its place, what was expected and what was found`() throws {
    let refusals = try BadFile.all.map { text in
      let error = try #require(BadFile.error(of: text), "'\(text)' has to be refused")
      return "\(text.prefix(200))\n  \(error)\n"
    }
    try expectSnapshot("refusals", refusals.joined())
  }

  @Test(.enabled(if: Repository.isHere, Repository.why)) func `Every message of the parser has a file with it`() throws {
    let errors = BadFile.all.compactMap(BadFile.error) + PrivateRulesTests.errors() + [try Self.directory(), try Self.loop()]
    let found = errors.map(\.problem)
    let sources = try Repository.files(in: "Sources/Rules", ending: ".swift").filter { path in
      ["Syntax", "Compiling", "RulesError.swift"].contains { "\(path)".contains($0) }
    }
    let messages = try sources.flatMap { try Self.messages(in: Repository.text($0)) }
    #expect(messages.count > 40, "the messages were found")
    for message in messages {
      #expect(found.contains { text in message.allSatisfy(text.contains) }, "add a row to BadFile for \(message)")
    }
  }

  /// The string literals that say what was expected, each as the texts between its interpolations.
  private static func messages(in source: String) -> [[String]] {
    source.split(separator: "\n").filter { !$0.contains("///") }.compactMap { line -> [String]? in
      guard let start = line.firstIndex(of: "\""), let end = line.lastIndex(of: "\""), line.contains("expected") else { return nil }
      var (parts, depth, rest) = ([""], 0, line[start..<end].dropFirst())
      while let next = rest.popFirst() {
        if depth > 0 {
          depth += next == "(" ? 1 : next == ")" ? -1 : 0
        } else if next == "\\", rest.first == "(" {
          (parts, depth) = (parts + [""], 1)
          rest.removeFirst()
        } else {
          parts[parts.count - 1].append(next == "\\" ? rest.popFirst() ?? next : next)
        }
      }
      return parts
    }
  }

  @Test func `A rules file that is a directory or a link is refused and not followed`() throws {
    #expect(
      "\(try Self.directory())"
        == ".gitmunge: expected a regular file, found something else; a symbolic link is not followed")
    let directory = try TemporaryDirectory()
    try directory.write("rules", bytes("[munge]\n"))
    try FileSystem.makeSymbolicLink(directory.path / ".gitmunge", to: Path("rules"))
    #expect(throws: RulesError.notRegular) { try RulesFile.read(in: directory.path) }
  }

  @Test func `A rules file that cannot be read is reported with the system's error`() throws {
    let words = "\(try Self.loop())"
    #expect(words.hasPrefix(".gitmunge: cannot be read: /"), "found '\(words)'")
    #expect(words.contains("/loop/.gitmunge: lstat: "), "found '\(words)'")
  }

  @Test func `A working tree without a rules file has no rules and no error`() throws {
    #expect(try RulesFile.read(in: TemporaryDirectory().path) == nil)
  }

  @Test func `A rules file of the maximum size is read, and one byte more is refused`() throws {
    let directory = try TemporaryDirectory()
    let largest = [UInt8](repeating: UInt8(ascii: "#"), count: RulesFile.maxBytes)
    try directory.write(".gitmunge", largest)
    #expect(try RulesFile.read(in: directory.path)?.rules == [])
    try directory.write(".gitmunge", largest + bytes("#"))
    #expect(throws: RulesError.tooLarge) { try RulesFile.read(in: directory.path) }
  }

  /// The error for a directory in place of the file.
  private static func directory() throws -> RulesError {
    let directory = try TemporaryDirectory()
    try FileSystem.makeDirectories(directory.path / ".gitmunge")
    return try #require(throws: RulesError.self) { try RulesFile.read(in: directory.path) }
  }

  /// The error of the system, for a link to itself.
  private static func loop() throws -> RulesError {
    let directory = try TemporaryDirectory()
    try FileSystem.makeSymbolicLink(directory.path / "loop", to: Path("loop"))
    return try #require(throws: RulesError.self) { try RulesFile.read(in: directory.path / "loop") }
  }
}
