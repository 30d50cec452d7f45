import Platform
import Smudge

/// Replaces the content of a file atomically, unless the file was changed since it was read.
struct AtomicReplace {
  /// The directory of the new content: below the git directory, so that a crash leaves no file in the working tree.
  let directory: Path

  enum ReplaceOutcome { case done, changedMeanwhile }

  /// Exchanges the new file with the old one and reads the old one: if an editor has saved it meanwhile, exchanges them back.
  ///
  /// `number`: the index of the file in the journal, for recovery.
  func replace(
    _ path: Path, number: Int, expecting before: Digest, mode: UInt32, _ write: (borrowing File) throws -> Void
  ) throws -> ReplaceOutcome {
    do {
      return try replace(path, by: temporaries(of: path, number)[0], before, mode, write)
    } catch let error as SystemError where error.isOtherDevice {
      // The working tree is on another file system than the git directory.
      return try replace(path, by: temporaries(of: path, number)[1], before, mode, write)
    }
  }

  /// Where the new content of a file can be: below the git directory, or next to the file.
  private func temporaries(of path: Path, _ number: Int) -> [Path] {
    let name = Path(Array(".".utf8) + path.name.bytes + Array(".git-munge-new".utf8))
    return [directory / "new.\(number)", path.parent.map { $0 / name } ?? name]
  }

  /// Removes the files of a killed process. An edit that it had just exchanged is exchanged back.
  func recover(_ path: Path, number: Int, _ file: Journal.File) throws {
    for temporary in temporaries(of: path, number) {
      guard let left = try FileSystem.status(temporary), left.kind == .regular else { continue }
      let isOurs = try [file.old.digest, file.new.digest].contains(digest(temporary))
      // After the exchange the file holds the new content, and the temporary one the edit.
      if !isOurs, (try? digest(path)) == file.new.digest { try FileSystem.exchange(temporary, path) }
      try FileSystem.remove(temporary)
    }
  }

  private func replace(
    _ path: Path, by temporary: Path, _ before: Digest, _ mode: UInt32, _ write: (borrowing File) throws -> Void
  ) throws -> ReplaceOutcome {
    try FileSystem.remove(temporary)
    do {
      try create(temporary, mode, write)
      let outcome = try exchange(temporary, path, before)
      try FileSystem.remove(temporary)
      return outcome
    } catch {
      try? FileSystem.remove(temporary)
      throw (error as? SystemError)?.on(path) ?? error
    }
  }

  private func create(_ path: Path, _ mode: UInt32, _ write: (borrowing File) throws -> Void) throws {
    let file = try File(path, .createNew(mode: 0o600))
    try write(file)
    // Not in `open`, where the umask would apply.
    try file.setMode(mode)
  }

  private func exchange(_ temporary: Path, _ path: Path, _ before: Digest) throws -> ReplaceOutcome {
    let new = try digest(temporary)
    do {
      try FileSystem.exchange(temporary, path)
    } catch {
      if error.isMissing { return .changedMeanwhile }
      guard error.isUnsupported else { throw error }
      // On file systems without an exchange, a save between the check and the rename would be lost.
      if (try? digest(path)) != before { return .changedMeanwhile }
      try FileSystem.move(temporary, to: path)
      return .done
    }
    // If it cannot be read, a link or a directory has replaced the file.
    if (try? digest(temporary)) == before { return .done }
    // Exchanges back until the new file comes out: any other content is a later save, which belongs in the tree.
    repeat { try FileSystem.exchange(temporary, path) } while (try? digest(temporary)) != new
    return .changedMeanwhile
  }

  private func digest(_ path: Path) throws -> Digest {
    var hasher = Digest.Hasher()
    let file = try File(path, .readRegular)
    // To clear a large buffer for each of thousands of small files takes longer than to read them.
    try file.forEachChunk(of: min(file.status().size + 1, 1 << 18)) { chunk throws(SystemError) in hasher.add(chunk) }
    return hasher.finish()
  }
}
