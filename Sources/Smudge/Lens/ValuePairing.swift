/// A matching of key values in edited lines with values in the source.
struct ValuePairing {
  /// The matching value of the source by the value of the content.
  private(set) var partners: [Int: Int] = [:]

  /// The alignment of the content with the source.
  private let alignment: Alignment
  /// The values of the content on lines without an origin.
  private let content: Candidates
  /// The values of the source on lines without a match.
  private let source: Candidates

  /// The unmatched values of one side.
  private struct Candidates {
    /// The version with its block structure.
    let layout: Layout
    /// The indices of the values.
    let values: [Int]
    /// The nearest matched line of the source above each line.
    let gaps: [Int]

    /// Selects the values of a version. `lines`: the matched line of the source, or `nil`, for each line; `isOpen`:
    /// whether the values of a line are not matched.
    init(_ layout: Layout, _ lines: [Int?], isOpen: (Int) -> Bool) {
      self.layout = layout
      values = layout.text.values.indices.filter { isOpen(layout.text.values[$0].line) }
      var last = -1
      gaps = lines.map { line in
        last = line ?? last
        return last
      }
    }

    /// The value with an index.
    subscript(value: Int) -> LensText.LensValue { layout.text.values[value] }

    /// The line of a value with placeholders.
    func normal(_ value: Int) -> LensText.Line { layout.text.normal[self[value].line] }

    /// The values with a local text: only those have placeholders that can be counted in a line.
    func withPlaceholder(_ values: [Int]) -> [Int] {
      values.filter { Placeholder.isContained(in: self[$0].normal[...]) }
    }
  }

  /// Matches the values of aligned texts. `origins`: the lines in all sources of the lines of the content; values on
  /// lines with an origin are not matched.
  init(_ alignment: Alignment, _ origins: [LineOrigin?]) {
    self.alignment = alignment
    let targets = alignment.targets
    let matched = targets.indices.map { targets[$0] == nil ? nil : $0 }
    content = Candidates(alignment.content, alignment.origins) { origins[$0] == nil && alignment.content.contains($0) }
    source = Candidates(alignment.source, matched) { targets[$0] == nil }
    if content.values.isEmpty || source.values.isEmpty { return }
    pairWithinLines()
    for criterion in Self.criteria { pair(by: criterion) }
    pairMoved()
  }

  /// The properties that two values have to share: the name, which is the key with its conditions and its block (else
  /// the key alone), the nearest matched line above, the normalized text. The strictest criterion comes first.
  private static let criteria: [Criterion] = [
    (true, true, true),
    (true, false, true),
    (true, true, false),
    (true, false, false),
    (false, true, true),
    (false, true, false),
  ]

  /// The properties that are compared.
  private typealias Criterion = (name: Bool, gap: Bool, text: Bool)

  /// Matches values that share the properties of a criterion, in order.
  private mutating func pair(by criterion: Criterion) {
    func form(_ value: Int, _ version: Candidates) -> ValueForm {
      let layout = version.layout
      let value = version[value]
      var form = ValueForm(key: value.keyValue.key, normal: criterion.text ? value.normal : nil)
      if criterion.gap { form.gap = version.gaps[value.line] }
      if criterion.name {
        form.name = value.key
        form.path = layout.pathOfBlock(of: value.line)
      } else {
        form.object = layout.objects[value.line]
      }
      return form
    }
    let taken = Set(partners.values)
    let open = source.values.filter { !taken.contains($0) }
    var waiting = Dictionary(grouping: open) { form($0, source) }.mapValues { $0[...] }
    for value in content.values where partners[value] == nil {
      if let partner = waiting[form(value, content)]?.popFirst() { partners[value] = partner }
    }
  }

  /// Matches values of moved lines: a deleted and an added line match if both are next to the same line, and no other
  /// is.
  private mutating func pairMoved() {
    var neighbours: [Int: Set<Int>] = [:]
    for value in content.values where partners[value] == nil {
      let around = [-1, 1].compactMap { content.layout.line($0, from: content[value].line) }
      for origin in around.compactMap({ alignment.origins[$0] }) {
        for line in [origin - 1, origin + 1] { neighbours[line, default: []].insert(value) }
      }
    }
    let taken = Set(partners.values)
    for value in source.values where !taken.contains(value) {
      let line = source[value].line
      let text = source.normal(value)
      let moved = (neighbours[line] ?? []).filter { other in
        content.normal(other) == text
          && content.layout.objects[content[other].line] == source.layout.objects[line]
      }
      if moved.count == 1, let new = moved.first, partners[new] == nil { partners[new] = value }
    }
  }

  /// Matches values on a line with several: those before the edited part from the start, those after it from the end.
  private mutating func pairWithinLines() {
    let lines = Dictionary(grouping: content.values) { content[$0].line }
    let sourceLines = Dictionary(grouping: source.values) { source[$0].line }
    var waiting = Dictionary(grouping: sourceLines.keys.sorted()) { source.gaps[$0] }.mapValues { $0[...] }
    for (line, values) in lines.sorted(by: { $0.key < $1.key }) {
      guard let other = waiting[content.gaps[line]]?.popFirst(), let sources = sourceLines[other],
        max(values.count, sources.count) > 1
      else { continue }
      let contentLine = content.layout.text.normal[line]
      let sourceLine = source.layout.text.normal[other]
      pair(content.withPlaceholder(values), contentLine, source.withPlaceholder(sources), sourceLine)
    }
  }

  /// Matches the values of two lines by the common head and the common tail of the lines.
  private mutating func pair(_ values: [Int], _ line: LensText.Line, _ others: [Int], _ otherLine: LensText.Line) {
    let head = line.commonPrefix(with: otherLine)
    let tail = line.dropFirst(head).reversed().commonPrefix(with: otherLine.dropFirst(head).reversed())
    let first = min(Placeholder.count(in: line.prefix(head)), values.count, others.count)
    let last = min(Placeholder.count(in: line.suffix(tail)), values.count - first, others.count - first)
    for (value, other) in zip(values.prefix(first), others.prefix(first)) { partners[value] = other }
    for (value, other) in zip(values.suffix(last), others.suffix(last)) { partners[value] = other }
  }
}
