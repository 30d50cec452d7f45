import Platform
import Smudge
import Testing
import TestSupport

@testable import Munge

/// Putting new content in a file's place, with whatever an editor does at the same time.
struct AtomicReplaceTests {
  /// A tree with one file, and beside it the folder in which new content is written.
  private struct Place {
    let holder: TemporaryDirectory
    let file: Path
    let swap: AtomicReplace

    init(mode: UInt32 = 0o644) throws {
      holder = try TemporaryDirectory()
      file = holder.path / "tree" / "a.txt"
      swap = AtomicReplace(directory: holder.path / "git")
      try FileSystem.makeDirectories(holder.path / "git")
      try TestFile.write(file, bytes("old"), mode: mode)
      // The umask may have taken some of it away.
      try FileSystem.setMode(file, mode)
    }

    func replace(mode: UInt32 = 0o644, meanwhile: () throws -> Void = {}) throws -> AtomicReplace.ReplaceOutcome {
      // Content is written before the swap: what happens here happens meanwhile.
      var failure: (any Error)?
      let outcome = try swap.replace(file, number: 0, expecting: Digest(bytes("old")), mode: mode) {
        new throws(SystemError) in
        try new.write(bytes("new"))
        do { try meanwhile() } catch { failure = error }
      }
      if let failure { throw failure }
      return outcome
    }

    /// All that is in the tree and in the folder.
    func entries() throws -> [[String]] {
      try ["tree", "git"].map { try FileSystem.entries(holder.path / $0).map { "\($0)" } }
    }
  }

  @Test(arguments: [0o644, 0o755, 0o600, 0o444, 0o640] as [UInt32])
  func `The content is new, the permissions are the old ones, and nothing is left behind`(mode: UInt32) throws {
    let place = try Place(mode: mode)
    #expect(try place.replace(mode: mode) == .done)
    #expect(try FileSystem.contents(place.file) == bytes("new"))
    #expect(try FileSystem.status(place.file)?.mode == mode)
    #expect(try place.entries() == [["a.txt"], []])
  }

  @Test func `An editor that saves into the file meanwhile wins`() throws {
    let place = try Place()
    let outcome = try place.replace { try File(place.file, .append(mode: 0o644)).write(bytes(" and edited")) }
    #expect(outcome == .changedMeanwhile)
    #expect(try FileSystem.contents(place.file) == bytes("old and edited"))
    #expect(try place.entries() == [["a.txt"], []])
  }

  @Test func `An editor that puts a new file in its place meanwhile wins`() throws {
    let place = try Place()
    let outcome = try place.replace { try FileSystem.replace(place.file, with: bytes("edited"), mode: 0o600) }
    #expect(outcome == .changedMeanwhile)
    #expect(try FileSystem.contents(place.file) == bytes("edited"))
    #expect(try FileSystem.status(place.file)?.mode == 0o600, "with the permissions that it has given")
    #expect(try place.entries() == [["a.txt"], []])
  }

  @Test func `A save of the same bytes is no change`() throws {
    let place = try Place()
    #expect(try place.replace { try FileSystem.replace(place.file, with: bytes("old")) } == .done)
    #expect(try FileSystem.contents(place.file) == bytes("new"))
  }

  @Test func `A link that is put in its place meanwhile stays a link`() throws {
    let place = try Place()
    let target = place.holder.path / "target"
    try TestFile.write(target, bytes("not to be touched"))
    let outcome = try place.replace {
      try FileSystem.remove(place.file)
      try FileSystem.makeSymbolicLink(place.file, to: target)
    }
    #expect(outcome == .changedMeanwhile)
    #expect(try FileSystem.status(place.file)?.kind == .symbolicLink)
    #expect(try FileSystem.contents(target) == bytes("not to be touched"))
    #expect(try place.entries() == [["a.txt"], []])
  }

  @Test func `A folder that is put in its place meanwhile stays, with all that is in it`() throws {
    let place = try Place()
    let outcome = try place.replace {
      try FileSystem.remove(place.file)
      try TestFile.write(place.file / "inside", bytes("mine"))
    }
    #expect(outcome == .changedMeanwhile)
    #expect(try FileSystem.contents(place.file / "inside") == bytes("mine"))
    #expect(try place.entries() == [["a.txt"], []])
  }

  @Test func `A file that is removed meanwhile is not brought back`() throws {
    let place = try Place()
    #expect(try place.replace { try FileSystem.remove(place.file) } == .changedMeanwhile)
    #expect(try place.entries() == [[], []])
  }

  @Test func `A write that fails leaves the file as it was, and nothing behind`() throws {
    let place = try Place()
    #expect(throws: SystemError.self) {
      try place.swap.replace(place.file, number: 0, expecting: Digest(bytes("old")), mode: 0o644) {
        new throws(SystemError) in
        try new.write(bytes("half of"))
        _ = try FileSystem.entries(place.file)
      }
    }
    #expect(try FileSystem.contents(place.file) == bytes("old"))
    #expect(try place.entries() == [["a.txt"], []])
  }

  @Test func `What a killed run left behind is in nobody's way`() throws {
    let place = try Place()
    try TestFile.write(place.holder.path / "git" / "new.0", bytes("half a file"))
    #expect(try place.replace() == .done)
    #expect(try FileSystem.contents(place.file) == bytes("new"))
    #expect(try place.entries() == [["a.txt"], []])
  }

  private static let otherDisk = Path("/dev/shm")

  private static var hasOtherDisk: Bool {
    let here = try? TemporaryDirectory()
    let one = here.flatMap { (try? FileSystem.status($0.path)) ?? nil }
    let other = (try? FileSystem.status(otherDisk)) ?? nil
    return other != nil && one?.device != other?.device
  }

  @Test(.enabled(if: hasOtherDisk, "there is no second disk here to try it on"))
  func `A tree on another disk than the git directory is rewritten in place`() throws {
    let place = try Place()
    let directory = FileSystem.temporaryName(nextTo: Self.otherDisk / "git-munge-test")
    try FileSystem.makeDirectories(directory)
    let outcome = try AtomicReplace(directory: directory).replace(place.file, number: 0, expecting: Digest(bytes("old")), mode: 0o644
    ) { new throws(SystemError) in try new.write(bytes("new")) }
    let left = try FileSystem.entries(directory)
    try FileSystem.removeTree(directory)
    #expect(outcome == .done)
    #expect(try FileSystem.contents(place.file) == bytes("new"))
    #expect(try place.entries() == [["a.txt"], []])
    #expect(left.isEmpty)
  }
}
