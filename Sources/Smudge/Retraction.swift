public import Platform

/// Takes leaked texts back on some lines of a file, with the help of what the file was before they came in.
///
/// The plan has what leaked for its local texts. The other lines hold none of them and stay as they are: they are only what
/// these lines are found by.
public struct Retraction: Sendable {
  /// What a line becomes.
  public enum Outcome: Sendable, Equatable {
    /// With its newline.
    case line([UInt8], Ground)
    /// It goes: a program has put it in by itself, and the rule does not want it (`absent = drop`).
    case dropped
  }

  /// How that is known.
  public enum Ground: Sendable, Equatable {
    /// Nothing else can be meant.
    case bytes
    /// By these lines of the source, counted from 0.
    case source([Int])
    /// A text in it stands for several, and no line of the source says which is meant.
    case guess
  }

  private let transform: Transform

  public init(_ plan: Plan, for path: Path) { transform = Lexicon(plan).transform(for: path) }

  /// A file as the texts of the plan can be found in it.
  public func text(of file: [UInt8]) -> FileText { transform.lexicon.fileText(of: file) }

  /// What becomes of `lines`, counted from 0, of content as texts can be found in it (`FileText`); it may be that the line of a
  /// key goes with that of its value. `source`: in the same form; `nil` where nobody knows what was there before.
  public func outcomes(
    of lines: Set<Int>, in content: [UInt8], source: [UInt8]?
  ) throws(TransformError) -> [Int: Outcome] {
    guard let source else { return try outcomes(of: lines, in: content) }
    let isReturned = LineEndings.areCarriageReturned(content)
    let lens = try LineLens(transform, source: isReturned ? LineEndings.carriageReturned(source) : source)
    return try lens.outcomes(of: lines, in: try likened(content, but: lines))
  }

  private func outcomes(of lines: Set<Int>, in content: [UInt8]) throws(TransformError) -> [Int: Outcome] {
    let text = try LensText(onDisk: content, transform)
    let cleaned = LensText.lines(try transform.clean(content, fixed: [:]).bytes)
    return Dictionary(lines.map { line in
      let isOpen = Placeholder.kinds(in: text.normal[line]).contains(.ambiguous)
        || text.indices(ofValuesOn: line).contains { transform.isShownForSeveral(text, $0) }
      return (line, .line(Array(cleaned[line]), isOpen ? .guess : .bytes))
    }, uniquingKeysWith: { one, _ in one })
  }

  /// With the canonical texts of all other lines shown as the leaked ones are: what the source shows, too, looks like that.
  private func likened(_ content: [UInt8], but lines: Set<Int>) throws(TransformError) -> [UInt8] {
    let shown = LensText.lines(try transform.apply(.smudge, to: content).bytes)
    return Array(LensText.lines(content).enumerated().map { lines.contains($0) ? $1 : shown[$0] }.joined())
  }
}
