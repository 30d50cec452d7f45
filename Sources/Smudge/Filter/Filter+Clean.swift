import Platform

// Clean: by the bytes alone, or by the source if the bytes are ambiguous.
extension Filter {
  /// Cleans the input of a request.
  mutating func clean(
    _ request: FilterSession.Request, _ input: borrowing Spool, into output: inout Spool, _ transform: Transform
  ) throws(TransformError) -> FilterOutcome {
    let scan = Result { () throws(TransformError) in try transform.clean(input, into: &output) }
    // Content that cannot be cleaned by its bytes can still have a source.
    if case .failure(.system(let error)) = scan { throw .system(error) }
    let partial = try? scan.get()
    let leaks = partial?.nearLeaks ?? []
    let query = SourceResolver.Query(
      path: request.path, staged: request.blob, transform: transform, roles: partial?.roles ?? .ambiguous)

    do throws(SystemError) {
      switch try resolver.resolve(input, query) {
      case .exact(let blob, let isOnly):
        output = blob
        if !isOnly { warn(request, leaks, guesses: 1) }
        return .changed
      case .edited(let versions, let doubt):
        // Without a source only texts with several canonical ones need more than their bytes.
        let isByBytes = versions.isEmpty && partial?.roles.isDisjoint(with: [.ambiguous, .several]) == true
        if isByBytes, doubt == nil { break }
        guard let result = try? LineLens(transform, versions, for: purpose).put(try input.wholeContent()) else { break }
        output.removeAll()
        try output.append(result.bytes)
        if let path = request.path { edited.insert(path) }
        warn(request, leaks, guesses: guesses(in: result, doubt))
        report(result, doubt, request)
        return .changed
      }
    } catch {
      throw .system(error)
    }

    let summary = try scan.get()
    warn(request, leaks, guesses: 0)
    return summary.replacements == 0 ? .unchanged : .changed
  }

  /// The number of guesses in a result; none if it is the blob that the content was smudged from.
  private func guesses(in result: LineLens.Result, _ doubt: SourceResolver.Doubt?) -> Int {
    guard case .missing(let name) = doubt else { return result.guesses }
    return resolver.isBlob(result.bytes, named: name) ? 0 : max(1, result.guesses)
  }

  /// Reports what the repository does not get as the file shows it.
  private mutating func report(
    _ result: LineLens.Result, _ doubt: SourceResolver.Doubt?, _ request: FilterSession.Request
  ) {
    if case .repository = purpose {
      for (line, text) in result.dropped.sorted(by: { $0.key < $1.key }) {
        let fix = "to commit it, write \(text.isEmpty ? "the project's identifier" : escaped(text)) there"
        warnings.report(.dropped, "line \(line) is not committed (Xcode inserted it); \(fix)", of: name(request))
      }
      for reference in result.references {
        warnings.report(.reference, "\(escaped(reference)) stays in the repository", of: name(request))
      }
    }
    if case .own = doubt {
      let text = "the version that it comes from holds local identifiers; they are replaced with the project's"
      warnings.report(.ownVersion, text, of: name(request))
    }
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
