import Git
import Platform
import Smudge

/// What a commit holds, or what the next one would hold: read from the object database, never from disk.
enum CommittedTree: Sendable, Equatable {
  /// By its whole name.
  case commit(String)
  case index

  /// A regular file in it.
  struct File: Sendable, Equatable {
    let path: Path
    /// The name of the blob, in hexadecimal digits.
    let blob: [UInt8]
    /// In bytes; `nil` where nobody has looked.
    var size: Int?
  }

  /// All entries, links and submodules included; those of the index that are in conflict are none.
  private struct Entry {
    let mode: ArraySlice<UInt8>
    let file: File
  }

  /// All regular files.
  func files(_ git: GitCommand) throws(MungeError) -> [File] {
    try entries(git, []).filter { $0.mode.starts(with: "100".utf8) }.map(\.file)
  }

  /// The rules file, byte for byte; `nil` where there is none.
  func rulesFile(_ git: GitCommand) throws(MungeError) -> [UInt8]? {
    let name = RulesFile.name
    guard let entry = try entries(git, [name]).first(where: { $0.file.path == Path(name) }) else { return nil }
    guard entry.mode.starts(with: "100".utf8) else { throw .rules(RulesError(nil, .notRegular)) }
    return try wrapping { () throws(GitError) in
      try git.output(["cat-file", "blob", String(decoding: entry.file.blob, as: UTF8.self)])
    }
  }

  private func entries(_ git: GitCommand, _ paths: [String]) throws(MungeError) -> [Entry] {
    try wrapping { () throws(GitError) in
      switch self {
      case .commit(let name):
        // `mode SP type SP object SP size TAB path NUL`
        try git.records(["ls-tree", "-r", "-z", "-l", "--full-tree", name, "--"] + paths)
      case .index:
        // `mode SP object SP stage TAB path NUL`
        try git.records(["ls-files", "-z", "-s", "--full-name", "--"] + paths.map { ":(top,literal)\($0)" })
      }
    }.compactMap(entry)
  }

  private func entry(_ record: [UInt8]) -> Entry? {
    let fields = record.prefix { $0 != UInt8(ascii: "\t") }.split(separator: UInt8(ascii: " "))
    let path = Clone.path(ofEntry: record)
    switch self {
    case .commit:
      guard fields.count == 4 else { return nil }
      let size = Int(String(decoding: fields[3], as: UTF8.self))
      return Entry(mode: fields[0], file: File(path: path, blob: Array(fields[2]), size: size))
    case .index:
      guard fields.count == 3, fields[2].elementsEqual("0".utf8) else { return nil }
      return Entry(mode: fields[0], file: File(path: path, blob: Array(fields[1])))
    }
  }
}

/// What `.gitattributes` says of filters, as a commit or the index has it: not as it lies on disk, and without this
/// machine's own attributes.
struct CommittedAttributes: ~Copyable {
  private let git: GitCommand
  /// Where an index of our own is; `nil` where it is the clone's.
  private let folder: ScratchFolder?
  private let index: Path?
  private var known: [Path: WorktreeFile.Attribute] = [:]

  /// git reads the attributes of a commit from an index only, before 2.40.
  init(of tree: CommittedTree, _ git: GitCommand) throws(MungeError) {
    switch tree {
    case .index:
      folder = nil
      index = nil
    case .commit(let name):
      let scratch = try ScratchFolder()
      let index = scratch.path / "index"
      _ = try wrapping { () throws(GitError) in
        try git.output(["read-tree", name], environment: [.set("GIT_INDEX_FILE", index)])
      }
      self.index = index
      folder = consume scratch
    }
    self.git = git
  }

  /// What is said of a path; asked for together with others, for git takes its time to start.
  mutating func load(_ paths: [Path]) throws(MungeError) {
    let paths = Array(Set(paths.filter { known[$0] == nil }))
    if paths.isEmpty { return }
    let words = ["-c", "core.attributesFile=/dev/null", "check-attr", "--cached", "-z", "--stdin", "filter"]
    var environment = [Environment.Change.set("GIT_ATTR_NOSYSTEM", "1")]
    if let index { environment.append(.set("GIT_INDEX_FILE", index)) }
    let output: [UInt8]
    do throws(GitError) {
      output = try git.output(words, input: paths.flatMap { $0.bytes + [0] }, environment: environment)
    } catch {
      throw .git(error)
    }
    // `path NUL attribute NUL value NUL`
    let fields = output.split(separator: 0, omittingEmptySubsequences: false)
    for index in stride(from: 0, to: fields.count - 2, by: 3) {
      known[Path(fields[index])] = WorktreeFile.Attribute(String(decoding: fields[index + 2], as: UTF8.self))
    }
  }

  subscript(path: Path) -> WorktreeFile.Attribute { known[path] ?? .unspecified }
}

/// A folder for temporary files, gone with the value.
struct ScratchFolder: ~Copyable {
  let path: Path

  init() throws(MungeError) { path = try wrapping { () throws(SystemError) in try FileSystem.makeTemporaryDirectory() } }

  deinit { try? FileSystem.removeTree(path) }
}
