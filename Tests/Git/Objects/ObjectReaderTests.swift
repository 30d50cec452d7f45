import Platform
import TestSupport
import Testing

@testable import Libgit2
@testable import Platform
@testable import Verify

/// Tests of the readers of blobs against each other.
struct ObjectReaderTests {
  @Test(arguments: StoredBlobs.Kind.allCases)
  func `Blobs are the same as those that git reads`(_ kind: StoredBlobs.Kind) throws {
    let stored = try StoredBlobs(kind), all = stored.names.indices
    var (expected, found) = ([Int: [UInt8]?](), [Int: [UInt8]?]())
    for index in all { expected[index] = try stored.blob(index) }
    var other = ObjectReader(stored.git, try ObjectDirectories(stored.git))
    try other.forEach(stored.names) { found[$0] = $1 }
    #expect(found == expected)
    #expect(expected.values.contains { $0 == nil }, "one name is not that of a blob")
    #expect(expected.values.contains { $0 != nil } == (kind != .empty))
  }

  @Test(arguments: StoredBlobs.Kind.allCases.filter(\.isForLibgit2))
  func `All blobs that the repository has are read without git`(_ kind: StoredBlobs.Kind) throws {
    let stored = try StoredBlobs(kind)
    guard let database = ObjectDatabase(try ObjectDirectories(stored.git)) else {
      Issue.record("libgit2 cannot open the object database")
      return
    }
    for (index, name) in stored.names.enumerated() {
      guard let expected = try stored.blob(index) else { continue }
      #expect(database.blob(name) == .blob(expected))
      #expect(database.size(name) == expected.count)
    }
  }

  @Test func `A blob that is added later is found`() throws {
    let sandbox = try GitSandbox()
    let git = sandbox.command
    var reader = ObjectReader(git, try ObjectDirectories(git)), found: [[UInt8]?] = []
    let name = Array(try sandbox.git(["hash-object", "--stdin"], input: bytes("one\n")).dropLast())
    try reader.forEach([name]) { found.append($1) }
    try sandbox.git(["hash-object", "-w", "--stdin"], input: bytes("one\n"))
    try reader.forEach([name]) { found.append($1) }
    #expect(found == [nil, bytes("one\n")])
  }
}

extension StoredBlobs {
  /// A blob as git reads it, by a process of its own, because git ends at a damaged one.
  fileprivate func blob(_ index: Int) throws -> [UInt8]? {
    var reader = try BlobReader(git), found: [UInt8]?
    try reader.forEach([names[index]]) { found = $1 }
    return found
  }
}
