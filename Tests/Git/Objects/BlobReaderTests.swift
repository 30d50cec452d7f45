import TestSupport

@testable import Platform

struct BlobReaderTests {
  private let sandbox: GitSandbox
  private let git: GitCommand

  init() throws {
    sandbox = try GitSandbox()
    git = sandbox.command
  }

  private func stored(_ text: String) throws -> [UInt8] {
    Array(try sandbox.git(["hash-object", "-w", "--stdin"], input: bytes(text)).dropLast())
  }

  private func contents(_ names: [[UInt8]], atMost limit: Int = .max) throws -> [[UInt8]?] {
    var reader = try BlobReader(git), found: [[UInt8]?] = []
    try reader.forEach(names, atMost: limit) { found.append($1) }
    return found
  }

  @Test func `What is missing, damaged or no blob has no content, and what follows is read`() throws {
    let names = try ["one\n", "two\n", "three\n"].map(stored)
    let file = sandbox.file(ofObject: names[1])
    try FileSystem.remove(file)
    try TestFile.write(file, bytes("no object\n"))
    let tree = bytes(try sandbox.line("mktree"))
    let none = bytes(String(repeating: "0", count: 40))
    let found = try contents([names[0], none, tree, names[1], names[2], names[1], names[0]])
    #expect(found == [bytes("one\n"), nil, nil, nil, bytes("three\n"), nil, bytes("one\n")])
  }

  @Test func `The content of a blob over the limit is not kept`() throws {
    let names = try ["four", String(repeating: "x", count: 100_000), "five!", ""].map(stored)
    #expect(try contents(names, atMost: 4) == [bytes("four"), nil, nil, []])
  }

  @Test func `More names than a pipe holds are read in order`() throws {
    let names = try [stored("one\n"), stored("two\n")]
    let all = (0..<1500).map { names[$0 % 2] }
    #expect(try contents(all) == all.map { $0 == names[0] ? bytes("one\n") : bytes("two\n") })
  }
}
