import Platform

/// The line lens: cleans edited content with the versions that it was edited from, as the `put` of a lens
/// (bidirectional transformation; Foster et al., 2007): smudge is `get`, and the source is the old value.
///
/// A line that is equal to one of the smudged source is that line of the source, byte for byte. Other lines keep their
/// bytes but for local texts, whose canonical texts come from the lines that they replace. So an edit never changes
/// other lines of the file.
package struct LineLens {
  /// The cleaned content, and what was not certain in it.
  struct Result: Equatable {
    /// The cleaned content.
    var bytes: [UInt8] = []
    /// The number of lines of which the source does not show the canonical form.
    var guesses = 0
    /// The lines that are not committed, from 1, with the text that commits them.
    var dropped: [Int: [UInt8]] = [:]
    /// The references that stay although a local text has replaced them.
    var references: [[UInt8]] = []
  }

  /// The use of the result.
  package enum Purpose: Sendable {
    /// The result is committed.
    case repository
    /// The result is smudged by another plan: lines that are not committed stay, and so do values that replace a
    /// reference, if that plan has a local text for their `keys`.
    case workingTree(keys: Set<[UInt8]>)

    /// Whether a value of a key becomes what the repository has.
    func restores(_ key: [UInt8]) -> Bool {
      switch self {
      case .repository: true
      case .workingTree(let keys): !keys.contains(key)
      }
    }
  }

  /// The transform of the path.
  private let transform: Transform
  /// The versions that the content was edited from.
  private let versions: [SourceVersion]
  /// The use of the result.
  private let purpose: Purpose

  /// Makes a lens. `versions`: the sides of a conflict, or the only one; without one, all lines are new.
  init(_ transform: Transform, _ versions: [SourceVersion], for purpose: Purpose = .repository) {
    self.transform = transform
    self.versions = versions.isEmpty ? [SourceVersion(side: .whole, bytes: [], smudged: [])] : versions
    self.purpose = purpose
  }

  /// Cleans edited content.
  func put(_ content: [UInt8]) throws(TransformError) -> Result {
    if versions[0].side != .whole { return try putConflict(content) }
    let comparison = SourceComparison(content, versions[0], transform, for: purpose)
    let lines = try comparison.windowLines()
    let bytes = comparison.bytes(lines)
    let smudged = try transform.smudge(bytes).bytes
    if smudged == content { return Result(bytes, lines, after: comparison.window.content.lowerBound) }
    let all = try comparison.cleanedLines(lines, smudged: smudged)
    return Result(all.bytes, all)
  }

  /// Cleans content of a conflict: each version cleans its view of it, which is the lines outside of conflicts and
  /// those of its side.
  private func putConflict(_ content: [UInt8]) throws(TransformError) -> Result {
    let text = LensText(content)
    let regions = ConflictRegion.regions(of: (0..<text.count).map { text[$0] })
    var views = ConflictViews(repeating: [:], count: text.count)
    for version in versions {
      let numbers = (0..<text.count).filter { regions[$0] == .outside || regions[$0] == .side(version.side) }
      let comparison = SourceComparison(numbers.flatMap { text[$0] }, version, transform, for: purpose)
      for (number, line) in zip(numbers, try comparison.cleanedLines()) { views[number][version.side] = line }
    }
    var lines = views.indices.map(views.chosen)
    // Markers are cleaned by their bytes, and inside of conflicts nothing is dropped.
    for line in lines.indices where lines[line].bytes == nil && regions[line] != .outside {
      lines[line].bytes = try transform.clean(Array(text[line])).bytes[...]
    }
    return Result(lines.bytes, lines)
  }
}

extension LineLens.Result {
  /// Takes the cleaned content, and what is not certain in some lines, behind so many others.
  fileprivate init(_ bytes: [UInt8], _ lines: [SourceComparison.CleanedLine], after count: Int = 0) {
    self.bytes = bytes
    guesses = lines.count(where: \.isGuess)
    for (number, line) in zip((count + 1)..., lines) {
      guard let text = line.other else { continue }
      if line.bytes == nil { dropped[number] = text } else if !references.contains(text) { references.append(text) }
    }
  }
}

/// The lines of a content in conflict as each side has them.
private typealias ConflictViews = [[Stage: SourceComparison.CleanedLine]]

extension ConflictViews {
  /// A line as the side that changed it has it, because git takes that one in a merge; else as the side from which the
  /// nearest lines are; else it is a guess.
  fileprivate func chosen(_ line: Int) -> SourceComparison.CleanedLine {
    let known = self[line].filter { $0.value.origin != nil }
    let view = known.isEmpty ? self[line] : known
    guard var ours = view[.ours], let theirs = view[.theirs], ours.bytes != theirs.bytes else {
      return view[.ours] ?? view[.theirs] ?? view[.base] ?? SourceComparison.CleanedLine()
    }
    if let base = view[.base]?.bytes {
      if base == ours.bytes { return theirs }
      if base == theirs.bytes { return ours }
    }
    let side = side(near: line)
    if side == .theirs { return theirs }
    ours.isGuess = side == nil || ours.isGuess
    return ours
  }

  /// The side that alone has the nearest line in which the sides differ. git joins conflicts with three lines between
  /// them.
  private func side(near line: Int) -> Stage? {
    let sides = (1...4).flatMap { [line - $0, line + $0] }.filter(indices.contains).map { number in
      [Stage.ours, .theirs].filter { self[number][$0]?.origin != nil }
    }
    return sides.first { $0.count == 1 }?.first
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
