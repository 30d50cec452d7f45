import Platform
import Smudge

/// Replaces the content of a file atomically, unless the file was changed since it was read.
///
/// What another program saves meanwhile is never removed.
struct AtomicReplace {
  /// The directory of the new content: below the git directory, so that a crash leaves no file in the working tree.
  let directory: Path
  /// The directory of saves that have no place in the working tree any more.
  let saves: Path
  /// The number in the names of the new content (`Journal.token`).
  let token: UInt64
  /// The exchange of two files; tests save a file after it.
  var swap: (Path, Path) throws(SystemError) -> Void = FileSystem.exchange

  /// The result for a file.
  enum ReplaceOutcome { case done, changedMeanwhile }

  /// The maximum number of exchanges. After an even one, a file that changes all the time holds a save, and not the new
  /// content.
  private static let maxExchanges = 8

  /// Exchanges the new file with the old one and reads the old one: if an editor has saved it meanwhile, exchanges them
  /// back.
  ///
  /// `number`: the index of the file in the journal, for recovery.
  func replace(
    _ path: Path, number: Int, expecting before: Digest, mode: UInt32, _ write: (borrowing File) throws -> Void
  ) throws -> ReplaceOutcome {
    let places = temporaries(of: path, number)
    do {
      return try replace(path, by: places[0], before, mode, write)
    } catch let error as SystemError where error.isOtherDevice {
      // The working tree is on another file system than the git directory.
      return try replace(path, by: places[1], before, mode, write)
    }
  }

  /// The places of the new content of a file: below the git directory, or next to the file. No other file has one of
  /// these names, as they are random.
  func temporaries(of path: Path, _ number: Int) -> [Path] {
    let names = ["new", ".git-munge"].map { "\($0).\(token).\(number)" }
    return [directory / names[0], path.parent.map { $0 / names[1] } ?? Path(names[1])]
  }

  /// Removes the files of a killed process. An edit that it had just exchanged is exchanged back.
  func recover(_ path: Path, number: Int, _ file: Journal.Entry) throws {
    let ours = [file.old, file.new]
    for temporary in temporaries(of: path, number) {
      // After the exchange the file holds the new content, and the temporary one the edit, which is kept if it cannot
      // go back.
      if try isSaved(temporary, besides: ours), (try? digest(path)) == file.new {
        try? swap(temporary, path)
      }
      try discard(temporary, of: path, besides: ours)
    }
  }

  /// Replaces a file by way of a temporary one. `before`: the content that is expected.
  private func replace(
    _ path: Path, by temporary: Path, _ before: Digest, _ mode: UInt32, _ write: (borrowing File) throws -> Void
  ) throws -> ReplaceOutcome {
    do {
      let new = try create(temporary, mode, write)
      let outcome = Result { try exchange(temporary, path, before, new) }
      if case .success(.done) = outcome {
        try FileSystem.remove(temporary)
      } else {
        try discard(temporary, of: path, besides: [before, new])
      }
      return try outcome.get()
    } catch {
      throw (error as? SystemError)?.on(path) ?? error
    }
  }

  /// The mode of a file that is not written to its end. git cannot read a file with this mode, so no file of a tree has
  /// it.
  private static let unfinished: UInt32 = 0

  /// Writes a new file and returns its digest. A file that exists is an error, and stays as it is.
  private func create(_ path: Path, _ mode: UInt32, _ write: (borrowing File) throws -> Void) throws -> Digest {
    let file = try File(path, .createNew(mode: Self.unfinished))
    do {
      try write(file)
      // Not in `open`, where the umask would apply.
      try file.setMode(mode)
      return try digest(path)
    } catch {
      try? FileSystem.remove(path)
      throw error
    }
  }

  /// Exchanges the files, and exchanges a later save back.
  private func exchange(_ temporary: Path, _ path: Path, _ before: Digest, _ new: Digest) throws -> ReplaceOutcome {
    // What the path holds as far as is known, and the temporary file; `nil`: a link or a directory.
    var placed = Digest?.some(before)
    var held = Digest?.some(new)

    for turn in 0..<Self.maxExchanges {
      do {
        try swap(temporary, path)
      } catch {
        if error.isMissing { return .changedMeanwhile }
        guard error.isUnsupported, turn == 0 else { throw error }
        // On file systems without an exchange, a save between the check and the rename would be lost.
        if (try? digest(path)) != before { return .changedMeanwhile }
        try FileSystem.move(temporary, to: path)
        return .done
      }

      let displaced = try? digest(temporary)
      if displaced == placed { return turn == 0 ? .done : .changedMeanwhile }
      // The path held a later save, which belongs in the tree.
      placed = held
      held = displaced
    }
    return .changedMeanwhile
  }

  /// Whether a temporary file is there and holds what another program has saved.
  private func isSaved(_ temporary: Path, besides ours: [Digest]) throws -> Bool {
    guard let status = try FileSystem.status(temporary) else { return false }
    if status.kind != .regular { return true }
    return try status.mode != Self.unfinished && !ours.contains(digest(temporary))
  }

  /// Removes a temporary file, unless it holds what another program has saved: that is kept, and its new path is
  /// printed.
  private func discard(_ temporary: Path, of path: Path, besides ours: [Digest]) throws {
    if try !isSaved(temporary, besides: ours) { return try FileSystem.remove(temporary) }
    let kept = try Self.keep(temporary, in: saves)
    Terminal.warn(
      "git-munge: \(path) was saved several times while it was rewritten; an earlier save is kept as \(kept)")
  }

  /// Moves a file to a new name among the saves.
  static func keep(_ temporary: Path, in saves: Path) throws -> Path {
    try FileSystem.makeDirectories(saves)
    var number = 0
    while try FileSystem.status(MungeDirectory.save(number, in: saves)) != nil { number += 1 }
    let kept = MungeDirectory.save(number, in: saves)
    do {
      try FileSystem.move(temporary, to: kept)
    } catch {
      guard error.isOtherDevice else { throw error }
      try FileSystem.replace(kept, with: FileSystem.contents(temporary) ?? [], mode: 0o600)
      try FileSystem.remove(temporary)
    }
    return kept
  }

  /// The digest of a regular file; fails for anything else.
  private func digest(_ path: Path) throws -> Digest {
    var hasher = Digest.Hasher()
    let file = try File(path, .readRegular)
    let status = try file.status()
    if status.kind != .regular { throw TransitionError.file(path, why: "it is not a regular file") }
    // To clear a large buffer for each of thousands of small files takes longer than to read them.
    try file.forEachChunk(of: min(status.size + 1, 1 << 18)) { chunk throws(SystemError) in hasher.add(chunk) }
    return hasher.finish()
  }
}
