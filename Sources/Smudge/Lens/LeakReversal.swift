package import Platform

/// A repair of leaked texts on given lines of a file: clean by a plan whose local texts are the leaked ones, with a
/// version without the leak as the source.
package struct LeakReversal: Sendable {
  /// The repaired forms of lines, by their numbers from 0; empty for a line that Xcode inserted. A line is missing if
  /// the source does not show its canonical form.
  package typealias Outcomes = [Int: [UInt8]]

  /// The transform of the path by a plan of the leaked texts.
  private let transform: Transform

  /// Prepares the repair of a file by a plan whose local texts are the leaked texts.
  package init(_ plan: Plan, for path: Path) { transform = CompiledPlan(plan).transform(for: path) }

  /// The repaired forms of `lines`, counted from 0.
  ///
  /// `content`: in searchable form. `source`: in the same form; `nil` if no version helps.
  package func outcomes(
    of lines: Set<Int>, in content: [UInt8], source: [UInt8]?
  ) throws(TransformError) -> Outcomes {
    let source = source.map { LineEndings.areCRLF(content) ? LineEndings.withCRLF($0) : $0 } ?? []
    // All other lines are smudged, so that they match the source.
    let smudged = FileText.lines(of: try transform.smudge(content).bytes)
    let text = FileText.lines(of: content).enumerated().flatMap { lines.contains($0) ? $1 : smudged[$0] }
    let cleaned = try SourceComparison(text, SourceVersion(source, by: transform), transform).cleanedLines()
    var outcomes: Outcomes = [:]
    for line in lines where !cleaned[line].isGuess { outcomes[line] = Array(cleaned[line].bytes ?? []) }
    return outcomes
  }
}
