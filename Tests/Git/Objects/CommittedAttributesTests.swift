import TestSupport

@testable import Platform
@testable import Verify

struct CommittedAttributesTests {
  @Test func `The attribute of a path is an error before git was asked for it`() throws {
    let sandbox = try GitSandbox.committed([".gitattributes": "*.txt filter=munge\n", "a.txt": "", "b.bin": ""])
    let repository = VerifyRepository(git: sandbox.command, hasWorkingTree: true) { nil }
    let attributes = CommittedAttributes(repository) { try [CommittedTree.index.files(sandbox.command)] }
    let paths = ["a.txt", "b.bin"].map { Path($0) }
    #expect(throws: RepositoryError.unanswered("the attributes of a.txt")) { try attributes[paths[0]] }
    try attributes.load([paths[1]])
    #expect(throws: RepositoryError.unanswered("the attributes of a.txt")) { try attributes.munges(paths[0]) }
    try attributes.load(paths)
    #expect(try paths.map { try attributes[$0] } == [.munged, .unspecified])
  }
}
