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
    let side = try CleanedSide(content, versions[0], transform, purpose)
    var result = Result(bytes: side.bytes)
    for (line, cleaned) in side.changed { result.add(cleaned, line) }
    return result
  }

  /// Cleans content of a conflict: each version cleans its view of it, which is the lines outside of conflicts and
  /// those of its side.
  private func putConflict(_ content: [UInt8]) throws(TransformError) -> Result {
    let text = LensText(content)
    let regions = ConflictRegion.regions(of: (0..<text.count).map { text[$0] })
    var views = ConflictViews(repeating: [:], count: text.count)
    for version in versions {
      let lines = (0..<text.count).filter { regions[$0] == .outside || regions[$0] == .side(version.side) }
      let side = try CleanedSide(Array(lines.map { text[$0] }.joined()), version, transform, purpose)
      for (number, line) in lines.enumerated() { views[line][version.side] = side[number] }
    }
    var result = Result()
    for line in 0..<text.count {
      var chosen = views.chosen(line)
      // Markers are cleaned by their bytes, and inside of conflicts nothing is dropped.
      if chosen.bytes == nil, regions[line] != .outside {
        chosen.bytes = try transform.clean(Array(text[line])).bytes[...]
      }
      result.bytes += chosen.bytes ?? []
      result.add(chosen, line)
    }
    return result
  }
}

extension LineLens.Result {
  /// Adds what is not certain of a line.
  fileprivate mutating func add(_ line: SourceComparison.CleanedLine, _ number: Int) {
    if line.isGuess { guesses += 1 }
    guard let text = line.other else { return }
    if line.bytes == nil { dropped[number + 1] = text } else if !references.contains(text) { references.append(text) }
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
    guard let ours = view[.ours], let theirs = view[.theirs], ours.bytes != theirs.bytes else {
      return view[.ours] ?? view[.theirs] ?? view[.base] ?? SourceComparison.CleanedLine()
    }
    if let base = view[.base]?.bytes {
      if base == ours.bytes { return theirs }
      if base == theirs.bytes { return ours }
    }
    if let side = side(near: line) { return side == .ours ? ours : theirs }
    var guess = ours
    guess.isGuess = true
    return guess
  }

  /// The side that alone has the nearest line in which the sides differ. git joins conflicts with three lines between
  /// them.
  private func side(near line: Int) -> Stage? {
    let lines = (1...4).flatMap { [line - $0, line + $0] }.filter(indices.contains)
    return lines.lazy.compactMap { number -> Stage? in
      let sides = [Stage.ours, .theirs].filter { self[number][$0]?.origin != nil }
      return sides.count == 1 ? sides[0] : nil
    }.first
  }
}

/// A content cleaned with one version of the file.
struct CleanedSide {
  /// The cleaned content.
  private(set) var bytes: [UInt8]
  /// The lines that differ from the source or are guesses, with their numbers.
  private(set) var changed: [(number: Int, line: SourceComparison.CleanedLine)] = []
  private let comparison: SourceComparison

  /// Cleans content. What smudge would not show as it is, is cleaned by its bytes, and a guess.
  init(
    _ content: [UInt8], _ version: SourceVersion, _ transform: Transform, _ purpose: LineLens.Purpose
  ) throws(TransformError) {
    let text = LensText(content, transform.keyValues(in: content))
    comparison = SourceComparison(text, version, transform, for: purpose)
    let lines = try comparison.cleanedLines()
    changed = zip(comparison.window.content, lines).map { ($0, $1) }
    bytes = []
    bytes = assembled
    let broken = try comparison.brokenLines(lines, bytes)
    if broken.isEmpty { return }
    let cleaned = try comparison.cleaned(broken)
    let guesses = broken.map { ($0, SourceComparison.CleanedLine(bytes: cleaned[$0], isGuess: true)) }
    let set = Set(broken)
    changed = (changed.filter { !set.contains($0.number) } + guesses).sorted { $0.number < $1.number }
    bytes = assembled
  }

  /// A line of the content.
  subscript(number: Int) -> SourceComparison.CleanedLine {
    let index = changed.partitioningIndex { $0.number >= number }
    if index < changed.count, changed[index].number == number { return changed[index].line }
    let origin = comparison.origin(ofEqual: number)
    return SourceComparison.CleanedLine(bytes: comparison.source.text[origin], origin: origin)
  }

  /// The changed lines, and the lines of the source around them.
  private var assembled: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(comparison.content.text.bytes.count)
    var next = 0
    for (number, line) in changed {
      if number > next { result += comparison.equalLines(next..<number) }
      if let bytes = line.bytes { result += bytes }
      next = number + 1
    }
    return result + comparison.equalLines(next..<comparison.content.text.count)
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
