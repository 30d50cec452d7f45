import Platform
import Rules
import Smudge
import Verify

// The files of a repair.
extension WorkingTree {
  /// The files with `filter=munge` that match paths, which are relative to the current directory, sorted: also those
  /// that no installation munges yet. Throws an `InputError` for a path that matches none.
  func filesToRepair(_ paths: [Path]) throws -> [WorktreeFile] {
    let snapshot = try IndexSnapshot(self)
    let matching = try paths.flatMap { try mungedFiles(at: $0, snapshot) }.uniqued
    let files = matching.filter(\.isOnDisk).sorted { $0.path < $1.path }
    if let file = files.first(where: { $0.record == .unmerged }) {
      throw InputError.unmerged(file.path)
    }
    return files
  }

  /// The regular files with the attribute that match a path.
  private func mungedFiles(at path: Path, _ snapshot: IndexSnapshot) throws -> [WorktreeFile] {
    let named = try self.paths(matching: [path]).uniqued
    var reader = WorktreeReader(top)
    let files = try snapshot.files(at: named.filter { !Exclusion.isExcluded($0) }).filter { file in
      try [.munged, .marked].contains(file.attribute) && reader.status(file.path) != nil
    }
    if files.isEmpty { throw InputError.unrepairable(path, why: try reason(named, snapshot)) }
    return files
  }

  /// The reason why none of these paths is that of a file to repair.
  private func reason(_ paths: [Path], _ snapshot: IndexSnapshot) throws -> String {
    let file = try paths.count == 1 ? snapshot.files(at: paths).first : nil
    guard let file, file.attribute == .unspecified, !Exclusion.isExcluded(file.path) else {
      return "holds no regular file that is munged; `git munge explain \(file?.path.shellQuoted ?? "FILE")` shows why"
    }
    let step = try Finding.Step.munging(by: rules() ?? Rules())
    return "has no filter=munge; at the top of the working tree, \(step.words(for: [file.path]))"
  }
}
