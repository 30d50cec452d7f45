import Platform
import Verify

/// A file of the working tree with its state in git.
struct WorktreeFile: Sendable, Equatable {
  /// Its state in the index.
  enum Record: Sendable, Equatable {
    case tracked(blob: [UInt8])
    /// Tracked, and marked assume-unchanged.
    case assumedUnchanged(blob: [UInt8])
    /// Tracked, and marked skip-worktree.
    case skipped
    case unmerged
    case untracked
  }

  let path: Path
  let record: Record
  var attribute: FilterAttribute

  /// The blob in the index; `nil` if untracked or unmerged.
  var blob: [UInt8]? {
    switch record {
    case .tracked(let blob), .assumedUnchanged(let blob): blob
    case .skipped, .unmerged, .untracked: nil
    }
  }

  /// Whether git does not compare the file with the index.
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

extension WorktreeFile.Record {
  /// `entry`: of `git ls-files -s -v`.
  init(_ entry: ListedEntry) {
    if entry.stage != 0 {
      self = .unmerged
    } else if entry.tag == "S" || entry.tag == "s" {
      self = .skipped
    } else {
      self = entry.tag == "h" ? .assumedUnchanged(blob: entry.object) : .tracked(blob: entry.object)
    }
  }
}

extension WorkingTree {
  /// The bytes of a regular file of the working tree; `nil` for anything else, also behind a link, and if it is missing.
  func content(of path: Path) throws -> [UInt8]? {
    var reader = WorktreeReader(top)
    guard try reader.status(path) != nil else { return nil }
    return try FileSystem.contents(top / path)
  }

  /// The output of `git check-attr`: `path NUL attribute NUL value NUL` for each attribute of each path.
  func attributeValues(_ names: [String], of paths: [Path]) throws -> [(path: Path, value: String)] {
    if paths.isEmpty { return [] }
    let fields = try git.records(["check-attr", "-z", "--stdin"] + names, input: paths.flatMap { $0.bytes + [0] })
    return stride(from: 0, to: fields.count - 2, by: 3).map {
      (Path(fields[$0]), String(decoding: fields[$0 + 2], as: UTF8.self))
    }
  }
}
