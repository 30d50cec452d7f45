/// Cleans edited content line by line with the help of the versions that it was edited from.
///
/// A line that shows what its line of the source shows is that line; only the others are cleaned by their bytes, and in
/// those the values of keys come from the values that they were edited from. So an edit never changes what stands
/// elsewhere in the file. No text of a rule spans lines, hence lines can be taken one by one.
package struct LineLens {
  /// Cleaned content, and how much of it the source could not vouch for.
  struct Result: Equatable {
    var bytes: [UInt8] = []
    /// Lines that hold an ambiguous text and that the source does not have, or may have in another form.
    var guesses = 0
  }

  /// A version, and which side of a conflict it is.
  struct Source {
    let side: Stage
    let bytes: [UInt8]
  }

  /// What the result is for.
  package enum Purpose: Sendable {
    /// It is committed: lines of keys go where the rules say so.
    case repository
    /// It is compared with what is on disk, or smudged again by another plan: each line of the disk stays.
    case workingTree
  }

  let transform: Transform
  let sources: [(side: Stage, text: LensText)]
  private let purpose: Purpose

  /// `sources`: at least one; the first is the one that new lines are compared with.
  init(_ transform: Transform, _ sources: [Source], for purpose: Purpose = .repository) throws(TransformError) {
    (self.transform, self.purpose) = (transform, purpose)
    var texts: [(Stage, LensText)] = []
    for source in sources { texts.append((source.side, try LensText(committed: source.bytes, transform))) }
    self.sources = texts
  }

  init(_ transform: Transform, source: [UInt8]) throws(TransformError) {
    try self.init(transform, [Source(side: .whole, bytes: source)])
  }

  func put(_ content: [UInt8]) throws(TransformError) -> Result {
    let text = try LensText(onDisk: content, transform)
    let pairing = SourceAlignment(text, sources)
    let lines = LensText.lines(try cleaned(text, pairing))
    return result(text, lines, pairing)
  }

  /// As many lines as the content has; those that have an origin do not count.
  func cleaned(_ text: LensText, _ pairing: SourceAlignment) throws(TransformError) -> [UInt8] {
    do {
      return try transform.clean(text.bytes, fixed: pairing.fixed).bytes
    } catch {
      guard case .endless = error else { throw error }
      // It may be lines that come from the source which bytes come to no end with.
      let others = zip(text.lines, pairing.origins).flatMap { $1 == nil ? $0[...] : $0.suffix(1) }
      return try transform.clean(others, fixed: [:]).bytes
    }
  }

  private func result(_ text: LensText, _ cleaned: [LensText.Line], _ pairing: SourceAlignment) -> Result {
    let inserted = switch purpose {
    case .repository: InsertedLines(text, pairing, transform).lines
    case .workingTree: Set<Int>()
    }
    var result = Result()
    result.bytes.reserveCapacity(text.bytes.count + text.bytes.count / 8)
    var resolver = LineResolver(text, cleaned, pairing, inserted: inserted)
    for line in text.lines.indices {
      let resolution = resolver.resolution(of: line)
      if let bytes = resolution.bytes { result.bytes += bytes }
      result.guesses += resolution.guesses
    }
    return result
  }
}
