import Platform
import Smudge

/// Puts new content in a file's place in one step, and never over content that nobody has read.
struct AtomicReplace {
  /// Where new content is written first: in the git directory, so that a crash leaves no stray file in the tree.
  let directory: Path

  enum ReplaceOutcome { case done, changedMeanwhile }

  /// Swaps the new file with the old one and looks at what came out: an editor that saved meanwhile wins.
  ///
  /// `number`: of the file in the journal, by which what a killed process has left can be told.
  func replace(
    _ path: Path, number: Int, expecting before: Digest, mode: UInt32,
    _ write: (borrowing File) throws(SystemError) -> Void
  ) throws(SystemError) -> ReplaceOutcome {
    do throws(SystemError) {
      return try replace(path, by: temporaries(of: path, number)[0], before, mode, write)
    } catch {
      guard error.isOtherDevice else { throw error }
      // The working tree lies on another disk than the git directory.
      return try replace(path, by: temporaries(of: path, number)[1], before, mode, write)
    }
  }

  /// Where the new content of a file can be: below the git directory, or beside the file.
  private func temporaries(of path: Path, _ number: Int) -> [Path] {
    let name = Path(Array(".".utf8) + path.name.bytes + Array(".git-munge-new".utf8))
    return [directory / "new.\(number)", path.parent.map { $0 / name } ?? name]
  }

  /// Clears away what a killed process has left; an edit that it had just taken out of its place goes back there.
  func recover(_ path: Path, number: Int, _ file: Journal.File) throws(SystemError) {
    for temporary in temporaries(of: path, number) {
      guard let left = try FileSystem.status(temporary), left.kind == .regular else { continue }
      let isOurs = try [file.old.digest, file.new.digest].contains(digest(temporary))
      // Only behind the exchange does the file hold the new content, and the other one what it held before.
      if !isOurs, (try? digest(path)) == file.new.digest { try FileSystem.exchange(temporary, path) }
      try FileSystem.remove(temporary)
    }
  }

  private func replace(
    _ path: Path, by temporary: Path, _ before: Digest, _ mode: UInt32,
    _ write: (borrowing File) throws(SystemError) -> Void
  ) throws(SystemError) -> ReplaceOutcome {
    try FileSystem.remove(temporary)
    do throws(SystemError) {
      try create(temporary, mode, write)
      let outcome = try exchange(temporary, path, before)
      try FileSystem.remove(temporary)
      return outcome
    } catch {
      try? FileSystem.remove(temporary)
      throw error.on(path)
    }
  }

  private func create(
    _ path: Path, _ mode: UInt32, _ write: (borrowing File) throws(SystemError) -> Void
  ) throws(SystemError) {
    let file = try File(path, .createNew(mode: 0o600))
    try write(file)
    // Not in `open`: the umask would take permissions away that the old file had.
    try file.setMode(mode)
  }

  private func exchange(
    _ temporary: Path, _ path: Path, _ before: Digest
  ) throws(SystemError) -> ReplaceOutcome {
    let new = try digest(temporary)
    do throws(SystemError) {
      try FileSystem.exchange(temporary, path)
    } catch {
      if error.isMissing { return .changedMeanwhile }
      guard error.isUnsupported else { throw error }
      return try rename(temporary, path, before)
    }
    // What cannot be read is no longer the file that was read: a link or a folder has taken its place.
    if (try? digest(temporary)) == before { return .done }
    // Back it goes; and what comes out has to be ours, or it is a still later save that belongs there.
    repeat { try FileSystem.exchange(temporary, path) } while (try? digest(temporary)) != new
    return .changedMeanwhile
  }

  /// For file systems that cannot swap: a save between the look and the rename would be lost.
  private func rename(
    _ temporary: Path, _ path: Path, _ before: Digest
  ) throws(SystemError) -> ReplaceOutcome {
    guard (try? digest(path)) == before else { return .changedMeanwhile }
    try FileSystem.move(temporary, to: path)
    return .done
  }

  private func digest(_ path: Path) throws(SystemError) -> Digest {
    var hasher = Digest.Hasher()
    let file = try File(path, .readRegular)
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let got = try file.read(into: &buffer, range: 0..<buffer.count)
      if got == 0 { return hasher.finish() }
      hasher.add(buffer[..<got])
    }
  }
}
