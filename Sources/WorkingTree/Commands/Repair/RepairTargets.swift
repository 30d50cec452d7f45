import Platform
import Rules
import Smudge
import Verify

// The files of a repair.
extension WorkingTree {
  /// The munged files that match paths, which are relative to the current directory, sorted. Throws `MungeError.unknownPath`
  /// for a path that matches none.
  func filesToRepair(_ paths: [Path]) throws -> [WorktreeFile] {
    let snapshot = try IndexSnapshot(self)
    var reader = WorktreeReader(top)
    var found: [Path: WorktreeFile] = [:]
    for path in paths {
      let named = Set(try self.paths(matching: [path])).sorted()
      let munged = try snapshot.files(at: named.filter { snapshot.isMunged($0) && !Exclusion.isExcluded($0) })
      guard !munged.isEmpty else { throw MungeError.unknownPath(words: try reason(path, named, snapshot)) }
      let files = try munged.filter { try reader.status($0.path) != nil && $0.isOnDisk }
      guard !files.isEmpty else { throw MungeError.unknownPath(words: "\(path) is not a regular file on disk: there is nothing to repair") }
      if let file = files.first(where: { $0.record == .unmerged }) {
        throw MungeError.unknownPath(words: "\(file.path) is in conflict; resolve it first, then repair it")
      }
      for file in files { found[file.path] = file }
    }
    return found.values.sorted { $0.path < $1.path }
  }

  /// Why a path matches no munged file.
  private func reason(_ path: Path, _ named: [Path], _ snapshot: IndexSnapshot) throws -> String {
    let source = "in .gitattributes" + ((try? privateRules()).map { " or the `attributes` lines of \($0.name)" } ?? "")
    guard let first = named.first, named.count == 1 else { return "\(path) contains no file with filter=munge \(source)" }
    if Exclusion.isExcluded(first) { return "\(path) is never munged: it configures git or git-munge" }
    switch try snapshot.files(at: [first]).first?.attribute ?? .munged {
    case .munged: return "\(path) is a link or a submodule: there is nothing to repair"
    case .unspecified:
      let rules = (try? committedRules()) ?? (try? privateRules()?.read()) ?? Rules()
      return "\(path) has no filter=munge \(source); at the top of the working tree, \(Finding.munging(first, by: rules))"
    case .declined: return "\(path) is not munged: it has -filter in .gitattributes; write the canonical text into it"
    case .other(let filter):
      return "\(path) is not munged: its filter is '\(escaped(Array(filter.utf8)))'; write the canonical text into it"
    }
  }

  /// Paths of the top as paths relative to the current directory.
  func pathsFromHere(_ paths: [Path]) throws -> [Path] {
    let prefix = try here.line(["rev-parse", "--show-prefix"])
    let directories = prefix.split(separator: UInt8(ascii: "/"))
    return paths.map { path in
      let parts = path.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      let shared = zip(directories, parts.dropLast()).prefix { $0 == $1 }.count
      let up = Array(repeating: Array("..".utf8)[...], count: directories.count - shared)
      return Path((up + parts.dropFirst(shared)).joined(separator: [UInt8(ascii: "/")]))
    }
  }
}
