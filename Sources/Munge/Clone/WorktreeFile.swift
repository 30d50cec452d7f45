import Git
import Platform
import Smudge

/// A file of the working tree as git knows it.
struct WorktreeFile: Sendable, Equatable {
  /// What the index says of it.
  enum Record: Sendable, Equatable {
    case tracked(blob: [UInt8])
    /// Tracked, and git was told not to look at it.
    case assumedUnchanged(blob: [UInt8])
    /// Tracked, and git was told not to have it here.
    case skipped
    case unmerged
    case untracked
  }

  /// What `.gitattributes` says of its filter.
  enum Attribute: Sendable, Hashable {
    /// It is git-munge's.
    case munged
    /// Nobody has thought of it.
    case unspecified
    /// It is to have none.
    case declined
    /// It is another's, such as git-lfs's.
    case other(String)
  }

  let path: Path
  let record: Record
  let attribute: Attribute

  /// The blob in the index, where there is just one.
  var blob: [UInt8]? {
    switch record {
    case .tracked(let blob), .assumedUnchanged(let blob): blob
    case .skipped, .unmerged, .untracked: nil
    }
  }

  /// Whether git may show a working file that is not what the index says.
  var isHidden: Bool {
    switch record {
    case .assumedUnchanged, .skipped: true
    case .tracked, .unmerged, .untracked: false
    }
  }

  var isOnDisk: Bool {
    switch record {
    case .skipped: false
    case .tracked, .assumedUnchanged, .unmerged, .untracked: true
    }
  }
}

extension Clone {
  /// The bytes of a regular file of the working tree; `nil` for anything else, what lies behind a link included, and where
  /// there is nothing.
  func content(of path: Path) throws(MungeError) -> [UInt8]? {
    try wrapping { () throws(SystemError) in
      var reader = WorktreeReader(worktree)
      guard try reader.status(path) != nil else { return nil }
      return try FileSystem.contents(worktree / path)
    }
  }

  private static let attribute = ":(top,attr:filter=munge)"

  /// All files that `.gitattributes` gives to git-munge, tracked or not, but not ignored ones.
  func attributedFiles() throws(MungeError) -> [WorktreeFile] {
    try tracked([Clone.attribute], attribute: .munged) + untrackedAttributed()
  }

  /// `tag SP mode SP blob SP stage TAB path NUL` for each entry of the index.
  func tracked(
    _ pathspecs: [String], attribute: WorktreeFile.Attribute
  ) throws(MungeError) -> [WorktreeFile] {
    let records = try wrapping { () throws(GitError) in
      try git.records(["ls-files", "-z", "-s", "-v", "--"] + pathspecs)
    }
    var files: [WorktreeFile] = []
    for record in records {
      guard let file = Clone.file(record, attribute), files.last?.path != file.path else { continue }
      files.append(file)
    }
    return files
  }

  /// All tracked files with what the attributes say of them.
  func trackedWithAttributes() throws(MungeError) -> [WorktreeFile] {
    let files = try tracked([], attribute: .unspecified)
    let attributes = try attributes(of: files.map(\.path))
    return files.map {
      WorktreeFile(path: $0.path, record: $0.record, attribute: attributes[$0.path] ?? .unspecified)
    }
  }

  /// `nil` for links and submodules, which are never filtered.
  private static func file(_ line: [UInt8], _ attribute: WorktreeFile.Attribute) -> WorktreeFile? {
    let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard fields.count == 3, fields[1].starts(with: "100".utf8), let record = record(line) else { return nil }
    let path = path(ofEntry: line)
    return WorktreeFile(path: path, record: record, attribute: attribute)
  }

  /// What follows the tab of a line of `git ls-files -s`.
  static func path(ofEntry line: [UInt8]) -> Path { Path(line.drop { $0 != UInt8(ascii: "\t") }.dropFirst()) }

  /// `tag SP mode SP blob SP stage TAB path`.
  static func record(_ line: [UInt8]) -> WorktreeFile.Record? {
    let fields = line.prefix { $0 != UInt8(ascii: "\t") }.split(separator: UInt8(ascii: " "))
    guard fields.count == 4 else { return nil }
    let (tag, blob) = (fields[0].first.map { UnicodeScalar($0) }, Array(fields[2]))
    if !fields[3].elementsEqual("0".utf8) { return .unmerged }
    if tag == "S" || tag == "s" { return .skipped }
    return tag == "h" ? .assumedUnchanged(blob: blob) : .tracked(blob: blob)
  }

  /// git's pathspecs know no attributes of untracked files before 2.43, so they are asked one by one.
  private func untrackedAttributed() throws(MungeError) -> [WorktreeFile] {
    let others = try wrapping { () throws(GitError) in
      try git.records(["ls-files", "-z", "--others", "--exclude-standard"])
    }
    return try attributes(of: others.map { Path($0) }).filter { $1 == .munged }.map {
      WorktreeFile(path: $0.key, record: .untracked, attribute: .munged)
    }.sorted { $0.path < $1.path }
  }

  /// What the attributes say of the filters of these paths.
  func attributes(of paths: [Path]) throws(MungeError) -> [Path: WorktreeFile.Attribute] {
    let pairs = try attributeValues(["filter"], of: paths).map { ($0.path, WorktreeFile.Attribute($0.value)) }
    return Dictionary(pairs, uniquingKeysWith: { one, _ in one })
  }

  /// As `git check-attr` has it: `path NUL attribute NUL value NUL` for each of these attributes of each path.
  func attributeValues(_ names: [String], of paths: [Path]) throws(MungeError) -> [(path: Path, value: String)] {
    if paths.isEmpty { return [] }
    let fields = try wrapping { () throws(GitError) in
      try git.records(["check-attr", "-z", "--stdin"] + names, input: paths.flatMap { $0.bytes + [0] })
    }
    return stride(from: 0, to: fields.count - 2, by: 3).map {
      (Path(fields[$0]), String(decoding: fields[$0 + 2], as: UTF8.self))
    }
  }

}

extension WorktreeFile.Attribute {
  /// As `git check-attr` writes it.
  init(_ value: String) {
    self =
      switch value {
      case "munge": .munged
      case "unspecified": .unspecified
      case "unset", "set": .declined
      case let name: .other(name)
      }
  }
}
