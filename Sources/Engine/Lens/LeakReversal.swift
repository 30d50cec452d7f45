package import Platform

/// Takes leaked texts back on some lines of a file, with the help of what the file was before they came in.
///
/// The plan has what leaked for its local texts. The other lines hold none of them and stay as they are: they are only what
/// these lines are found by.
package struct LeakReversal: Sendable {
  /// What a line becomes.
  package enum LineOutcome: Sendable, Equatable {
    /// With its newline.
    case line([UInt8], Evidence)
    /// It goes: a program has put it in by itself, and the rule does not want it (`on-insert = drop`).
    case dropped
  }

  /// How that is known.
  package enum Evidence: Sendable, Equatable {
    /// Nothing else can be meant.
    case bytes
    /// By these lines of the source, counted from 0.
    case source([Int])
    /// A text in it stands for several, and no line of the source says which is meant.
    case guess
  }

  /// A text that leaked.
  package struct LeakedText: Sendable {
    /// In bytes of the content.
    package let range: Range<Int>
    /// The local text of the plan that stands for it: texts that stand for the same need only one.
    package let local: [UInt8]

    package init(_ range: Range<Int>, as local: [UInt8]) { (self.range, self.local) = (range, local) }
  }

  /// What is known of a value of a key that is none of the texts of its rules.
  package struct Foreign: Sendable {
    /// Whether all of it stands for a canonical text: then it becomes all that its value was before.
    package let isWhole: Bool
    /// Whether it looks like a local text: then it is a leak also where the source has no such value.
    package let isOfKind: Bool

    package init(isWhole: Bool, isOfKind: Bool) { (self.isWhole, self.isOfKind) = (isWhole, isOfKind) }
  }

  /// A version of a file, as texts can be found in it (`FileText`), and what the rules find in it.
  package struct FileVersion {
    let bytes: [UInt8]
    let leaks: [LeakedText]
    let foreign: [Int: Foreign]

    /// `leaks`: in ascending order; `foreign`: by where a value begins.
    package init(_ bytes: [UInt8], _ leaks: [LeakedText] = [], foreign: [Int: Foreign] = [:]) {
      (self.bytes, self.leaks, self.foreign) = (bytes, leaks, foreign)
    }
  }

  private let transform: Transform

  package init(_ plan: Plan, for path: Path) { transform = CompiledPlan(plan).transform(for: path) }

  /// A file as the texts of the plan can be found in it.
  package func text(of file: [UInt8]) -> FileText { transform.compiled.fileText(of: file) }

  /// What becomes of `lines`, counted from 0; it may be that the line of a key goes with that of its value.
  ///
  /// A foreign value that the source does not have with a canonical text, as `isCanonical` says it, is no leak and stays.
  /// `source`: in the form of the content; empty where there was no such file.
  package func outcomes(
    of lines: Set<Int>, in content: FileVersion, source: [UInt8],
    isCanonical: (_ value: [UInt8], _ key: [UInt8]) -> Bool = { _, _ in true }
  ) throws(TransformError) -> [Int: LineOutcome] {
    let isReturned = LineEndings.areCarriageReturned(content.bytes)
    let lens = try LineLens(transform, source: isReturned ? LineEndings.carriageReturned(source) : source)
    let foreign = transform.keyValues(in: content.bytes).map { keyValue in
      content.foreign[keyValue.value.lowerBound].map { (content.bytes[keyValue.outer], $0) }
    }
    return try lens.outcomes(of: lines, in: try likened(content, but: lines), foreign, isCanonical)
  }

  /// With the local texts of the plan for what leaked, and with the canonical texts of all other lines shown: what the source
  /// shows, too, looks like that.
  private func likened(_ content: FileVersion, but lines: Set<Int>) throws(TransformError) -> [UInt8] {
    let bytes = content.bytes.applying(content.leaks.map { Edit(range: $0.range, bytes: $0.local) })
    let shown = LensText.lines(try transform.apply(.smudge, to: bytes).bytes)
    return Array(LensText.lines(bytes).enumerated().map { lines.contains($0) ? $1 : shown[$0] }.joined())
  }
}
