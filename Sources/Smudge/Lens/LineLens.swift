import Platform

/// The line lens: cleans edited content with the versions that it was edited from, as the `put` of a lens
/// (bidirectional transformation; Foster et al., 2007): smudge is `get`, and the source is the old value.
///
/// A line whose smudged form equals that of its line in the source becomes that line of the source. Other lines are
/// cleaned by their bytes, with values of keys from the matching values in the source. So an edit never changes other
/// lines of the file. Texts do not span lines, so lines can be cleaned one by one.
package struct LineLens {
  /// The cleaned content, and the number of guesses in it.
  struct Result: Equatable {
    /// The cleaned content.
    var bytes: [UInt8] = []
    /// The number of lines with an ambiguous text whose line in the source is missing or not certain.
    var guesses = 0
  }

  /// The use of the result.
  package enum Purpose: Sendable {
    /// The result is committed: inserted lines are dropped by `on-insert = drop`.
    case repository
    /// The result is compared with the file, or smudged by another plan: every line stays.
    case workingTree
  }

  /// The transform of the path.
  let transform: Transform
  /// The versions that the content was edited from.
  private let versions: [SourceVersion]
  /// The use of the result.
  private let purpose: Purpose

  /// Makes a lens. `versions`: at least one; new lines are compared with the first.
  init(_ transform: Transform, _ versions: [SourceVersion], for purpose: Purpose = .repository) {
    self.transform = transform
    self.versions = versions
    self.purpose = purpose
  }

  /// The versions, prepared for the alignment.
  func sources() throws(TransformError) -> [(side: Stage, text: LensText)] {
    try versions.map { version throws(TransformError) in
      (version.side, try LensText(version.bytes, smudged: version.smudged, transform))
    }
  }

  /// Cleans edited content.
  func put(_ content: [UInt8]) throws(TransformError) -> Result {
    if let edit = PlainEdit(content, versions, transform) { return Result(bytes: edit.bytes) }
    return try align(content)
  }

  /// Cleans content with any edit.
  func align(_ content: [UInt8]) throws(TransformError) -> Result {
    let text = try LensText(content, transform)
    let pairing = SourceAlignment(text, try sources(), for: purpose)
    let inserted = pairing.insertedLines(transform)
    var result = Result()
    result.bytes.reserveCapacity(content.count + content.count / 8)
    var resolver = LineResolver(
      text, try cleaned(text, pairing), pairing, inserted: purpose == .repository ? inserted : [])
    for line in text.lines.indices {
      let (bytes, guesses) = resolver.resolution(of: line)
      if let bytes { result.bytes += bytes }
      // An inserted line that stays in the working tree is dropped when it is committed.
      if !inserted.contains(line) { result.guesses += guesses }
    }
    return result
  }

  /// The lines cleaned by their bytes; those with an origin are not used.
  func cleaned(_ text: LensText, _ pairing: SourceAlignment) throws(TransformError) -> [LensText.Line] {
    let runs = text.lines.indices.split { pairing.origins[$0] != nil }
    let ranges = runs.map { text.lines[$0.startIndex].startIndex..<text.lines[$0.endIndex - 1].endIndex }
    guard let cleaned = transform.cleaned(ranges, of: text.bytes, fixed: pairing.fixed) else {
      return FileText.lines(of: try cleanedAsWhole(text, pairing))
    }
    var lines = text.lines
    for (run, bytes) in zip(runs, cleaned) {
      lines.replaceSubrange(run.indices, with: FileText.lines(of: bytes))
    }
    return lines
  }

  /// The content cleaned by its bytes in one piece.
  private func cleanedAsWhole(_ text: LensText, _ pairing: SourceAlignment) throws(TransformError) -> [UInt8] {
    do {
      return try transform.clean(text.bytes, fixed: pairing.fixed).bytes
    } catch {
      guard case .endless = error else { throw error }
      // The lines that cannot be cleaned by their bytes can be lines that come from the source: try without those.
      let bytes = zip(text.lines, pairing.origins).flatMap { $1 == nil ? $0[...] : $0.suffix(1) }
      return try transform.clean(bytes).bytes
    }
  }
}

/// A committed version of a file, made once: from the comparison with the content to the lens.
struct SourceVersion {
  /// The stage of the version in a merge conflict.
  let side: Stage
  /// The content of the blob.
  let bytes: [UInt8]
  /// The smudged content.
  let smudged: [UInt8]
}

extension SourceVersion {
  /// Smudges a blob.
  init(_ bytes: [UInt8], side: Stage = .whole, by transform: Transform) throws(TransformError) {
    self.init(side: side, bytes: bytes, smudged: try transform.smudge(bytes).bytes)
  }
}
