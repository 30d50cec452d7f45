package import Platform

/// A repair of leaked texts on given lines of a file, with the version before the leak as the source.
///
/// The local texts of the plan are the leaked texts. Other lines have no leak and are unchanged; they are only used to align
/// the file with the source.
package struct LeakReversal: Sendable {
  /// The repaired forms of lines, by their numbers from 0; `nil` for a line that a tool inserted, which is dropped because the
  /// rule has `on-insert = drop`. A line is missing if a text has several canonical texts and the source does not show which.
  package typealias Outcomes = [Int: [UInt8]?]

  /// A leaked text in the content.
  package struct LeakedText: Sendable {
    /// The range in the content.
    package let range: Range<Int>
    /// The local text of the plan that represents it: leaked texts of one canonical text share one.
    package let local: [UInt8]

    package init(_ range: Range<Int>, as local: [UInt8]) { (self.range, self.local) = (range, local) }
  }

  /// A value of a key that is not a text of the key's rules.
  package struct Foreign: Sendable {
    /// Whether the whole value replaces a canonical text: then it becomes the whole value of the source.
    package let isWhole: Bool
    /// Whether it has the form of a local text: then it is a leak even if the source has no such value.
    package let isOfKind: Bool

    package init(isWhole: Bool, isOfKind: Bool) { (self.isWhole, self.isOfKind) = (isWhole, isOfKind) }
  }

  /// A version of a file in searchable form (`FileText`), with its leaks.
  package struct FileVersion {
    let bytes: [UInt8]
    let leaks: [LeakedText]
    let foreign: [Int: Foreign]

    /// `leaks`: in ascending order; `foreign`: by the offset of the value.
    package init(_ bytes: [UInt8], _ leaks: [LeakedText] = [], foreign: [Int: Foreign] = [:]) {
      (self.bytes, self.leaks, self.foreign) = (bytes, leaks, foreign)
    }
  }

  private let transform: Transform

  package init(_ plan: Plan, for path: Path) { transform = CompiledPlan(plan).transform(for: path) }

  /// The file in searchable form.
  package func text(of file: [UInt8]) -> FileText { transform.compiled.fileText(of: file) }

  /// The repaired forms of `lines`, counted from 0. If a key is on a line of its own, that line is dropped with its value.
  ///
  /// A foreign value stays if its value in the source is not canonical by `isCanonical`: then it is not a leak.
  /// `source`: in the same form as the content; empty if the file did not exist.
  package func outcomes(
    of lines: Set<Int>, in content: FileVersion, source: [UInt8],
    isCanonical: (_ value: [UInt8], _ key: [UInt8]) -> Bool = { _, _ in true }
  ) throws(TransformError) -> Outcomes {
    let isCRLF = LineEndings.areCRLF(content.bytes)
    let lens = try LineLens(transform, [SourceVersion(isCRLF ? LineEndings.withCRLF(source) : source, by: transform)])
    let foreign = transform.keyValues(in: content.bytes).map { keyValue in
      content.foreign[keyValue.value.lowerBound].map { (content.bytes[keyValue.outer], $0) }
    }
    return try lens.outcomes(of: lines, in: try smudged(content, except: lines), foreign, isCanonical)
  }

  /// The content with local texts of the plan for leaked texts, and all other lines smudged, so that they match the source.
  private func smudged(_ content: FileVersion, except lines: Set<Int>) throws(TransformError) -> [UInt8] {
    let bytes = content.bytes.applying(content.leaks.map { Edit(range: $0.range, bytes: $0.local) })
    let smudged = FileText.lines(of: try transform.smudge(bytes).bytes)
    return Array(FileText.lines(of: bytes).enumerated().map { lines.contains($0) ? $1 : smudged[$0] }.joined())
  }
}
