import Git
import Platform
import Smudge

/// A file of the working tree as git knows it.
struct WorktreeFile: Sendable, Equatable {
  /// What the index says of it.
  enum Record: Sendable, Equatable {
    case tracked(blob: [UInt8])
    /// Tracked, and marked assume-unchanged.
    case assumedUnchanged(blob: [UInt8])
    /// Tracked, and marked skip-worktree.
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
  var attribute: Attribute

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

extension WorkingTree {
  /// The bytes of a regular file of the working tree; `nil` for anything else, what lies behind a link included, and where
  /// there is nothing.
  func content(of path: Path) throws(MungeError) -> [UInt8]? {
    try wrapping { () throws(SystemError) in
      var reader = WorktreeReader(top)
      guard try reader.status(path) != nil else { return nil }
      return try FileSystem.contents(top / path)
    }
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

  /// As `git check-attr` has it: `path NUL attribute NUL value NUL` for each of these attributes of each path.
  func attributeValues(_ names: [String], of paths: [Path]) throws(MungeError) -> [(path: Path, value: String)] {
    if paths.isEmpty { return [] }
    let fields = try git.records(["check-attr", "-z", "--stdin"] + names, input: paths.flatMap { $0.bytes + [0] })
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
