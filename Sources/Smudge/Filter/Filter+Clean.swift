import Platform

// Cleaning: by bytes, and with the help of what the repository holds where bytes cannot tell.
extension Filter {
  /// `wide`: what the input was narrowed from.
  mutating func clean(
    _ request: Session.Request, _ input: borrowing Spool, into output: inout Spool, _ transform: Transform, _ wide: WideText?
  ) throws(TransformError) -> FilterOutcome {
    func query(_ roles: Roles) -> SourceResolver.Query {
      SourceResolver.Query(path: request.path, transform: transform, wide: wide, roles: roles)
    }
    let summary: ScanSummary
    do throws(TransformError) {
      summary = try transform.apply(.clean, to: input, into: &output)
    } catch {
      // Where bytes come to no end the source may still know.
      guard case .endless = error, let outcome = try? restore(request, input, into: &output, query(.ambiguous), [])
      else { throw error }
      return outcome
    }
    if let outcome = try restore(request, input, into: &output, query(summary.roles), summary.nearLeaks) { return outcome }
    let isGuess = !summary.roles.isDisjoint(with: [.ambiguous, .several]) && summary.replacements > 0
    warn(request, summary.nearLeaks, guesses: isGuess ? 1 : 0)
    return summary.replacements == 0 ? .unchanged : .changed
  }

  /// By the source; `nil` where the repository does not help, and bytes decide.
  private mutating func restore(
    _ request: Session.Request, _ input: borrowing Spool, into output: inout Spool,
    _ query: SourceResolver.Query, _ leaks: [NearLeak]
  ) throws(TransformError) -> FilterOutcome? {
    do throws(SystemError) {
      switch try resolver.resolve(input, query) {
      case .none: return nil
      case .exact(let blob, let isOnly):
        output = blob
        if !isOnly { warn(request, leaks, guesses: 1) }
      case .aligned(let versions):
        let content = try input.wholeContent()
        guard let result = try? LineLens(query.transform, versions, for: purpose).put(content) else { return nil }
        output.removeAll()
        try output.append(result.bytes)
        warn(request, leaks, guesses: result.guesses)
      }
      return .changed
    } catch {
      throw .system(error)
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
