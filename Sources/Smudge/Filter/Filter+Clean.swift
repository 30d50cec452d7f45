import Platform

// Clean: by the bytes alone, or by the source if the bytes are ambiguous.
extension Filter {
  /// `wide`: the UTF-16 content that the input was narrowed from.
  mutating func clean(
    _ request: FilterSession.Request, _ input: borrowing Spool, into output: inout Spool, _ transform: Transform,
    _ wide: UTF16Text?
  ) throws(TransformError) -> FilterOutcome {
    func query(_ roles: TextRoles) -> SourceResolver.Query {
      SourceResolver.Query(path: request.path, transform: transform, wide: wide, roles: roles)
    }
    let summary: ScanSummary
    do throws(TransformError) {
      summary = try transform.clean(input, into: &output)
    } catch {
      // Content that cannot be cleaned by its bytes can still have a source.
      guard case .endless = error, let outcome = try? restore(request, input, into: &output, query(.ambiguous), [])
      else { throw error }
      return outcome
    }
    if let outcome = try restore(request, input, into: &output, query(summary.roles), summary.nearLeaks) { return outcome }
    let isGuess = !summary.roles.isDisjoint(with: [.ambiguous, .several]) && summary.replacements > 0
    warn(request, summary.nearLeaks, guesses: isGuess ? 1 : 0)
    return summary.replacements == 0 ? .unchanged : .changed
  }

  /// Cleans by the source; `nil` if there is none.
  private mutating func restore(
    _ request: FilterSession.Request, _ input: borrowing Spool, into output: inout Spool,
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

  private mutating func warn(_ request: FilterSession.Request, _ leaks: [NearLeak], guesses: Int) {
    if guesses > 0 {
      warnings.report(
        "\(name(request)): ambiguous local identifier: replaced with one of several canonical ones; check `git diff --cached`")
    }
    // The rules file itself can contain local texts.
    if request.path == Path(RulesFingerprint.file) { return }
    for leak in leaks {
      warnings.report("\(name(request)): '\(escaped(leak.text))' will be committed as is: \(leak.reason.words)")
    }
  }
}

extension NearLeak.Reason {
  fileprivate var words: String {
    switch self {
    case .insideWord: "part of a longer word (add `suffix` to its rule)"
    case .neverMunged: "files of this kind are never munged"
    case .colliding: "a former local identifier that collides with a current one"
    case .outsideKey: "outside the keys of its rule"
    }
  }
}
