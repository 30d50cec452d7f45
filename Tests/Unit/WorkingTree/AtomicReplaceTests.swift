import TestSupport

@testable import Platform
@testable import Smudge
@testable import WorkingTree

struct AtomicReplaceTests {
  /// A tree with one file, and next to it the directory for new content.
  private struct Place {
    let holder: TemporaryDirectory
    let file: Path
    var swap: AtomicReplace

    init(mode: UInt32 = 0o644) throws {
      holder = try TemporaryDirectory()
      file = holder.path / "tree" / "a.txt"
      swap = AtomicReplace(directory: holder.path / "git", saves: holder.path / "saves", token: 7)
      try FileSystem.makeDirectories(holder.path / "git")
      try TestFile.write(file, bytes("old"), mode: mode)
      // The umask can have removed some of it.
      try FileSystem.setMode(file, mode)
    }

    func replace(mode: UInt32 = 0o644, meanwhile: () throws -> Void = {}) throws -> AtomicReplace.ReplaceOutcome {
      // The content is written before the swap: this runs in between.
      var failure: (any Error)?
      let outcome = try swap.replace(file, number: 0, expecting: Digest(bytes("old")), mode: mode) {
        new throws(SystemError) in
        try new.write(bytes("new"))
        do { try meanwhile() } catch { failure = error }
      }
      if let failure { throw failure }
      return outcome
    }

    /// Saves a text after each exchange, the first of them after the first.
    mutating func save(_ texts: [String], _ write: @escaping (Path, String) throws -> Void) {
      let (file, texts) = (file, Counter(texts))
      swap.swap = { one, other throws(SystemError) in
        try FileSystem.exchange(one, other)
        if let text = texts.next() { try? write(file, text) }
      }
    }

    /// The contents of the saves that were kept.
    func saves() throws -> [String] {
      let names = (try? FileSystem.entries(holder.path / "saves")) ?? []
      return try names.map {
        String(decoding: try FileSystem.contents(holder.path / "saves" / $0) ?? [], as: UTF8.self)
      }
    }

    /// The places of the new content: below the git directory, and next to the file.
    var temporaries: [Path] { swap.temporaries(of: file, 0) }

    /// Recovers the file, which was to be rewritten from "old" to "new".
    func recover() throws {
      let entry = Journal.Entry(path: Path("a.txt"), old: Digest(bytes("old")), new: Digest(bytes("new")))
      try swap.recover(file, number: 0, entry)
    }

    func entries() throws -> [[String]] {
      try ["tree", "git"].map { try FileSystem.entries(holder.path / $0).map { "\($0)" } }
    }
  }

  @Test(arguments: [0o644, 0o755, 0o600, 0o444, 0o640] as [UInt32])
  func `The content is new, the permissions are kept, and no file is left over`(mode: UInt32) throws {
    let place = try Place(mode: mode)
    #expect(try place.replace(mode: mode) == .done)
    #expect(try FileSystem.contents(place.file) == bytes("new"))
    #expect(try FileSystem.status(place.file)?.mode == mode)
    #expect(try place.entries() == [["a.txt"], []])
  }

  /// What an editor does between the digest and the swap.
  enum Save: CaseIterable { case append, newFile, sameBytes, link, directory, removal }

  @Test(arguments: Save.allCases) func `A concurrent save wins, unless it changes nothing`(save: Save) throws {
    let place = try Place()
    let target = try place.holder.write("target", bytes("not to be touched"))
    let outcome = try place.replace { try Self.make(save, at: place.file, target) }
    #expect(outcome == (save == .sameBytes ? .done : .changedMeanwhile))
    #expect(try place.entries() == [save == .removal ? [] : ["a.txt"], []])
    switch save {
    case .append: #expect(try FileSystem.contents(place.file) == bytes("old and edited"))
    case .newFile:
      #expect(try FileSystem.contents(place.file) == bytes("edited"))
      #expect(try FileSystem.status(place.file)?.mode == 0o600, "the permissions are those of the new file")
    case .sameBytes: #expect(try FileSystem.contents(place.file) == bytes("new"))
    case .link:
      #expect(try FileSystem.status(place.file)?.kind == .symbolicLink)
      #expect(try FileSystem.contents(target) == bytes("not to be touched"))
    case .directory: #expect(try FileSystem.contents(place.file / "inside") == bytes("mine"))
    case .removal: #expect(!FileSystem.exists(place.file))
    }
  }

  private static func make(_ save: Save, at file: Path, _ target: Path) throws {
    switch save {
    case .append: return try File(file, .append(mode: 0o644)).write(bytes(" and edited"))
    case .newFile: return try FileSystem.replace(file, with: bytes("edited"), mode: 0o600)
    case .sameBytes: return try FileSystem.replace(file, with: bytes("old"))
    case .link, .directory, .removal: try FileSystem.remove(file)
    }
    if save == .link { try FileSystem.makeSymbolicLink(file, to: target) }
    if save == .directory { try TestFile.write(file / "inside", bytes("mine")) }
  }

  private final class Counter {
    private var texts: ArraySlice<String>
    init(_ texts: [String]) { self.texts = texts[...] }
    func next() -> String? { texts.popFirst() }
  }

  @Test(arguments: [
    (["first"], "first", []), (["first", "second"], "second", ["first"]),
    (["first", "second", "third"], "third", ["second"]),
  ])
  func `The last of several saves is in the tree, and the others are kept`(
    saved: [String], shown: String, kept: [String]
  ) throws {
    var place = try Place()
    // The first save comes before the first exchange, as an editor makes it.
    place.save(Array(saved.dropFirst())) { try FileSystem.replace($0, with: bytes($1)) }
    let outcome = try place.replace { [file = place.file] in try FileSystem.replace(file, with: bytes(saved[0])) }
    #expect(outcome == .changedMeanwhile)
    #expect(try FileSystem.contents(place.file) == bytes(shown))
    #expect(try place.saves() == kept)
    #expect(try place.entries() == [["a.txt"], []])
  }

  @Test func `A program that appends without end stops no replacement, and loses no line`() throws {
    var place = try Place()
    let lines = (1...100).map { "+\($0)" }
    place.save(lines) { try File($0, .append(mode: 0o644)).write(bytes($1)) }
    let outcome = try place.replace { [file = place.file] in
      try File(file, .append(mode: 0o644)).write(bytes("+0"))
    }
    #expect(outcome == .changedMeanwhile)
    let shown = String(decoding: try FileSystem.contents(place.file) ?? [], as: UTF8.self)
    #expect(shown.hasPrefix("old+0"), "\(shown)")
    let all = try shown + place.saves().joined()
    for line in lines.prefix(8) { #expect(all.contains(line), "\(line): \(all)") }
    #expect(!all.contains(lines[8]), "eight exchanges")
  }

  @Test func `A failed write leaves the file unchanged and no file left over`() throws {
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

  /// What can have the name of a new file.
  enum Stray: CaseIterable { case file, link, directory }

  private static func make(_ stray: Stray, at path: Path, in place: Place) throws {
    switch stray {
    case .file: try TestFile.write(path, bytes("mine"))
    case .link: try FileSystem.makeSymbolicLink(path, to: try place.holder.write("target", bytes("mine")))
    case .directory: try TestFile.write(path / "inside", bytes("mine"))
    }
  }

  @Test(arguments: Stray.allCases) func `A file that exists is not replaced by a temporary one`(stray: Stray) throws {
    let place = try Place()
    try Self.make(stray, at: place.temporaries[0], in: place)
    let before = try FileSystem.status(place.temporaries[0])
    #expect(throws: SystemError.self) { try place.replace() }
    #expect(try FileSystem.contents(place.file) == bytes("old"))
    #expect(try FileSystem.status(place.temporaries[0]) == before)
    #expect(try place.saves() == [])
  }

  @Test(arguments: Stray.allCases) func `Recovery takes only the files of its journal`(stray: Stray) throws {
    for name in ["tree/.a.txt.git-munge-new", "tree/.git-munge.8.0", "git/new.0", "git/new.8.0"] {
      let place = try Place()
      try TestFile.write(place.file, bytes("new"))
      try Self.make(stray, at: place.holder.path / name, in: place)
      let before = try FileSystem.status(place.holder.path / name)
      try place.recover()
      #expect(try FileSystem.contents(place.file) == bytes("new"), "\(name)")
      #expect(try FileSystem.status(place.holder.path / name) == before, "\(name)")
      #expect(try place.saves() == [])
    }
  }

  @Test func `A save that is no regular file is moved back to its place`() throws {
    for stray in [Stray.link, .directory] {
      let place = try Place()
      try TestFile.write(place.file, bytes("new"))
      try Self.make(stray, at: place.temporaries[0], in: place)
      let before = try FileSystem.status(place.temporaries[0])
      try place.recover()
      #expect(try FileSystem.status(place.file) == before)
      #expect(try place.entries() == [["a.txt"], []])
    }
  }

  @Test(arguments: [
    ("new", "old", "new", []), ("old", "new", "old", []), ("new", "saved late", "saved late", []),
    ("saved", "old", "saved", []), ("saved", "new", "saved", []),
    // The first save was exchanged when the process was killed, and a second one followed.
    ("second", "first", "second", ["first"]), ("old", "first", "old", ["first"]),
  ])
  func `After a killed run a displaced edit is moved back to its place, or kept`(
    disk: String, left: String, expected: String, kept: [String]
  ) throws {
    for index in 0...1 {
      let place = try Place()
      try TestFile.write(place.file, bytes(disk))
      try TestFile.write(place.temporaries[index], bytes(left))
      try place.recover()
      #expect(try FileSystem.contents(place.file) == bytes(expected))
      #expect(try place.saves() == kept)
      #expect(!FileSystem.exists(place.temporaries[index]))
    }
  }

  @Test func `A displaced edit that cannot be moved back is kept`() throws {
    var place = try Place()
    try TestFile.write(place.file, bytes("new"))
    try TestFile.write(place.temporaries[0], bytes("saved"))
    place.swap.swap = { one, _ throws(SystemError) in try FileSystem.exchange(one, Path("/missing/file")) }
    try place.recover()
    #expect(try FileSystem.contents(place.file) == bytes("new"))
    #expect(try place.saves() == ["saved"])
    #expect(try place.entries() == [["a.txt"], []])
  }

  @Test(arguments: ["old", "new", "saved"]) func `A file that a killed run has not written to its end is removed`(
    disk: String
  ) throws {
    let place = try Place()
    try TestFile.write(place.file, bytes(disk))
    try TestFile.write(place.temporaries[0], bytes("ne"), mode: 0)
    try place.recover()
    #expect(try FileSystem.contents(place.file) == bytes(disk))
    #expect(try place.saves() == [])
    #expect(try place.entries() == [["a.txt"], []])
  }
}
