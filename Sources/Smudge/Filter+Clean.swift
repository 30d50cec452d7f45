import Platform

// Cleaning: by bytes, and with the help of what the repository holds where bytes cannot tell.
extension Filter {
  mutating func clean(
    _ request: Session.Request, _ input: borrowing Spool, into output: inout Spool, _ lexicon: Lexicon
  ) -> Verdict {
    do throws(SystemError) {
      guard let wide = try lexicon.wideText(of: input) else { return cleanBytes(request, input, into: &output, lexicon) }
      sources.form = .narrowed(like: wide)
      defer { sources.form = .asItIs }
      return try Filter.perform(on: wide, into: &output) { narrow, result in
        cleanBytes(request, narrow, into: &result, lexicon)
      } ?? refuse(request, "its encoding was lost")
    } catch {
      return refuse(request, "\(error)")
    }
  }

  private mutating func cleanBytes(
    _ request: Session.Request, _ input: borrowing Spool, into output: inout Spool, _ lexicon: Lexicon
  ) -> Verdict {
    let transform = lexicon.transform(for: request.path)
    do throws(TransformError) {
      let sightings = try transform.apply(.clean, to: input, into: &output)
      if let verdict = try restored(request, input, into: &output, transform, sightings) { return verdict }
      let isGuess = !sightings.traits.isDisjoint(with: [.ambiguous, .several]) && sightings.replacements > 0
      warn(request, sightings.nearLeaks, guesses: isGuess ? 1 : 0)
      return sightings.replacements == 0 ? .unchanged : .changed
    } catch {
      return unending(request, input, into: &output, transform, error) ?? refuse(request, "\(error)")
    }
  }

  /// Where bytes come to no end the source may still know.
  private mutating func unending(
    _ request: Session.Request, _ input: borrowing Spool, into output: inout Spool,
    _ transform: Transform, _ error: TransformError
  ) -> Verdict? {
    guard case .endless = error else { return nil }
    var sightings = Sightings()
    sightings.traits = .ambiguous
    return try? restored(request, input, into: &output, transform, sightings)
  }

  /// `nil` where the repository does not help and bytes have the word.
  private mutating func restored(
    _ request: Session.Request, _ input: borrowing Spool, into output: inout Spool,
    _ transform: Transform, _ sightings: Sightings
  ) throws(TransformError) -> Verdict? {
    switch try restoration(request, input, into: &output, transform, sightings) {
    case .none: return nil
    case .exact: return .changed
    case .byLines(let guesses):
      warn(request, sightings.nearLeaks, guesses: guesses)
      return .changed
    }
  }

  private mutating func warn(_ request: Session.Request, _ leaks: [NearLeak], guesses: Int) {
    if guesses > 0 {
      warnings.say(
        "\(name(request)): cleaned by a guess: a local text in it stands for more than one text, and no committed version has the lines that changed; look at `git diff` before you commit")
    }
    // The rules themselves name local texts that are the same for everyone.
    if request.path == Path(RulesFingerprint.file) { return }
    for leak in leaks {
      warnings.say("\(name(request)): '\(escaped(leak.text))' stays in it: \(leak.reason.words)")
    }
  }

  /// What the repository knew of some content.
  private enum Restoration {
    /// Nothing that helps: bytes have the word.
    case none
    /// A blob shows exactly this content; it is in the output.
    case exact
    /// A blob shows the lines that were not edited; the output has the result.
    case byLines(guesses: Int)
  }

  private mutating func restoration(
    _ request: Session.Request, _ input: borrowing Spool, into output: inout Spool,
    _ transform: Transform, _ sightings: Sightings
  ) throws(TransformError) -> Restoration {
    if sightings.traits.isDisjoint(with: Lexicon.Traits.asking) { return .none }
    do throws(SystemError) {
      let candidates = try candidates(request, input, sightings)
      var blob = Spool(spooling)
      // The path first: two blobs can look the same on disk, and a note does not say which path it is of.
      let staged = candidates.staged.map(\.name)
      var alike: [[UInt8]] = []
      for name in staged where try isSource(name, &blob, input, &output, request, transform) {
        alike.append(name)
        if !candidates.isConflict { return .exact }
      }
      if let first = alike.first {
        // Sides of a conflict may look the same: the one that was checked out last is meant.
        let chosen = candidates.noted.first { alike.contains($0) }
        _ = try sources.read(chosen ?? first, into: &output)
        return chosen == nil && Set(alike).count > 1 ? .byLines(guesses: 1) : .exact
      }
      let committed = candidates.path.flatMap { sources.committed(for: $0) }
      for name in [committed].compactMap(\.self) + candidates.noted where !staged.contains(name) {
        if try isSource(name, &blob, input, &output, request, transform) { return .exact }
      }
      let head = committed.map { StagedBlob(side: .whole, name: $0) }
      let versions = staged.isEmpty ? [head].compactMap(\.self) : candidates.staged
      guard candidates.path != nil, let result = try byLines(input, versions, transform) else { return .none }
      output.removeAll()
      try output.append(result.bytes)
      return .byLines(guesses: result.guesses)
    } catch {
      throw .system(error)
    }
  }

  /// `nil` where there is no version to go by.
  private mutating func byLines(
    _ input: borrowing Spool, _ versions: [StagedBlob], _ transform: Transform
  ) throws(SystemError) -> LineLens.Result? {
    let content = try input.wholeContent()
    let isReturned = LineEndings.areCarriageReturned(content)
    var found: [LineLens.Source] = []
    var blob = Spool(spooling)
    for version in versions where try sources.read(version.name, into: &blob) {
      let bytes = try blob.wholeContent()
      found.append(LineLens.Source(side: version.side, bytes: isReturned ? LineEndings.carriageReturned(bytes) : bytes))
    }
    return found.isEmpty ? nil : try? LineLens(transform, found, for: purpose).put(content)
  }

  /// The names of blobs that may be the source.
  private struct Candidates {
    /// The stages of the index for the path.
    var staged: [StagedBlob] = []
    /// By a note on exactly this content.
    var noted: [[UInt8]] = []
    /// Where `HEAD` is worth a look, too.
    var path: Path?

    var isConflict: Bool { staged.contains { $0.side != .whole } }
  }

  private mutating func candidates(
    _ request: Session.Request, _ input: borrowing Spool, _ sightings: Sightings
  ) throws(SystemError) -> Candidates {
    var found = Candidates()
    if notes?.isEmpty() == false {
      found.noted = notes?.blobs(for: try input.digest(), count: input.count) ?? []
    }
    // `git am` and the like smudge without naming a blob, and another file may look the same: the index knows.
    let isNoted = !found.noted.isEmpty
    found.noted.removeAll { $0.isEmpty }
    guard let path = request.path else { return found }
    // Edited since, content is no longer what a note knows; the committed version may still hold a local text.
    let isDoubtful = isNoted || notes?.isMade(at: path) == true || notes?.isFull() == true
    if isDoubtful || !sightings.traits.isDisjoint(with: [.ambiguous, .sourced]) {
      (found.path, found.staged) = (path, sources.staged(for: path))
    }
    return found
  }

  /// Whether a blob is the source of the content; it is in `output` then.
  private mutating func isSource(
    _ name: [UInt8], _ blob: inout Spool, _ input: borrowing Spool, _ output: inout Spool,
    _ request: Session.Request, _ transform: Transform
  ) throws(SystemError) -> Bool {
    guard try sources.read(name, into: &blob), try isSource(&blob, of: input, request, transform) else { return false }
    swap(&output, &blob)
    return true
  }

  /// As the repository holds it, or with the line endings that git gives files on their way out.
  private func isSource(
    _ blob: inout Spool, of content: borrowing Spool, _ request: Session.Request, _ transform: Transform
  ) throws(SystemError) -> Bool {
    // Without a path nobody can say which rules smudged it: all of them, or those for all paths.
    let transforms = [transform] + (request.path == nil ? [transform.lexicon.transformOfAllRules] : [])
    for transform in transforms where try gives(content, blob, transform) { return true }
    // A file that was never smudged, with GIT_MUNGE_SKIP_SMUDGE for one, is the blob itself.
    if try blob.matches(content) { return true }
    guard let bytes = blob.inMemory, content.inMemory?.contains(UInt8(ascii: "\r")) == true else { return false }
    blob.removeAll()
    try blob.append(LineEndings.carriageReturned(bytes))
    for transform in transforms where try gives(content, blob, transform) { return true }
    return try blob.matches(content)
  }

  private func gives(
    _ content: borrowing Spool, _ blob: borrowing Spool, _ transform: Transform
  ) throws(SystemError) -> Bool {
    var smudged = Spool(spooling)
    let sightings: Sightings
    do throws(TransformError) {
      sightings = try transform.apply(.smudge, to: blob, into: &smudged)
    } catch {
      return false
    }
    return try sightings.replacements == 0 ? blob.matches(content) : smudged.matches(content)
  }
}

extension NearLeak.Reason {
  fileprivate var words: String {
    switch self {
    case .insideWord: "it is part of a longer word, which no rule covers (a `suffix` line in .gitmunge may)"
    case .neverMunged: "files of this kind are never munged"
    case .colliding: "it was local once, and cannot be told from a text of today"
    case .outsideKey: "its rule is for the values of certain keys, and this is none of them"
    }
  }
}
