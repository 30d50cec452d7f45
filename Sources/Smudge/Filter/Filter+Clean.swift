import Platform

// Clean: by the bytes alone, or by the source if the bytes are ambiguous.
extension Filter {
  /// Cleans the input of a request. `wide`: the UTF-16 content that the input was narrowed from.
  mutating func clean(
    _ request: FilterSession.Request, _ input: borrowing Spool, into output: inout Spool, _ transform: Transform,
    _ wide: UTF16Text?
  ) throws(TransformError) -> FilterOutcome {
    let scan = Result { () throws(TransformError) in try transform.clean(input, into: &output) }
    // Content that cannot be cleaned by its bytes can still have a source.
    if case .failure(.system(let error)) = scan { throw .system(error) }
    let partial = try? scan.get()
    let leaks = partial?.nearLeaks ?? []
    let query = SourceResolver.Query(
      path: request.path, staged: request.blob, transform: transform, wide: wide, roles: partial?.roles ?? .ambiguous)

    do throws(SystemError) {
      switch try resolver.resolve(input, query) {
      case .none: break
      case .exact(let blob, let isOnly):
        output = blob
        if !isOnly { warn(request, leaks, guesses: 1) }
        return .changed
      case .aligned(let versions):
        let content = try input.wholeContent()
        guard let result = try? LineLens(transform, versions, for: purpose).put(content) else { break }
        output.removeAll()
        try output.append(result.bytes)
        warn(request, leaks, guesses: result.guesses)
        return .changed
      }
    } catch {
      throw .system(error)
    }

    let summary = try scan.get()
    let isGuess = !summary.roles.isDisjoint(with: [.ambiguous, .several]) && summary.replacements > 0
    warn(request, leaks, guesses: isGuess ? 1 : 0)
    return summary.replacements == 0 ? .unchanged : .changed
  }

  /// Reports guesses and near leaks of a file.
  private mutating func warn(_ request: FilterSession.Request, _ leaks: [NearLeak], guesses: Int) {
    if guesses > 0 { warnings.report(.guess, Warnings.Kind.guess.rawValue, of: name(request)) }
    // The rules file itself can contain local texts.
    if request.path == Path(RulesFingerprint.file) { return }
    for leak in leaks {
      let text =
        "'\(escaped(leak.text))' will be committed as is: \(leak.reason.rawValue); run `git munge status` for the fix"
      warnings.report(.nearLeak, text, of: name(request))
    }
  }
}
