/// A matching of key values in edited lines with values in the source.
struct ValuePairing {
  /// For values of the content the matching values of the source.
  private(set) var partners: [Int: Int] = [:]

  private let alignment: Alignment
  private let content: Candidates
  private let source: Candidates

  /// The unmatched values of one side.
  private struct Candidates {
    let layout: Layout
    let values: [Int]
    /// For each line the nearest matched line of the source above it.
    let gaps: [Int]

    init(_ layout: Layout, _ lines: [Int?], isOpen: (Int) -> Bool) {
      self.layout = layout
      values = layout.text.values.indices.filter { isOpen(layout.text.values[$0].line) }
      var last = -1
      gaps = lines.map { line in
        last = line ?? last
        return last
      }
    }

    subscript(value: Int) -> LensText.LensValue { layout.text.values[value] }

    func normal(_ value: Int) -> LensText.Line { layout.text.normal[self[value].line] }

    /// The values with a local text: only those have placeholders that can be counted in a line.
    func withPlaceholder(_ values: [Int]) -> [Int] {
      values.filter { Placeholder.isContained(in: self[$0].normal[...]) }
    }
  }

  /// `origins`: of the lines of the content in all sources; values on lines with an origin are not matched.
  init(_ alignment: Alignment, _ origins: [LineOrigin?]) {
    self.alignment = alignment
    let targets = alignment.targets
    content = Candidates(alignment.content, alignment.origins) { origins[$0] == nil && alignment.content.contains($0) }
    source = Candidates(alignment.source, targets.indices.map { targets[$0] == nil ? nil : $0 }) { targets[$0] == nil }
    if content.values.isEmpty || source.values.isEmpty { return }
    pairWithinLines()
    for criterion in Self.criteria { pair(by: criterion) }
    pairMoved()
  }

  /// The properties that two values have to share: the name, which is the key with its conditions and its block (else
  /// the key alone), the nearest matched line above, the normalized text. The strictest criterion comes first.
  private static let criteria: [(name: Bool, gap: Bool, text: Bool)] = [
    (true, true, true), (true, false, true), (true, true, false), (true, false, false), (false, true, true),
    (false, true, false),
  ]

  private mutating func pair(by criterion: (name: Bool, gap: Bool, text: Bool)) {
    func form(_ value: Int, _ version: Candidates) -> ValueForm {
      let layout = version.layout
      let value = version[value]
      var form = ValueForm(key: value.keyValue.key, normal: criterion.text ? value.normal : nil)
      if criterion.gap { form.gap = version.gaps[value.line] }
      if criterion.name {
        (form.name, form.path) = (value.key, layout.pathOfBlock(of: value.line))
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
      let found = (neighbours[line] ?? []).filter {
        content.normal($0) == text && content.layout.objects[content[$0].line] == source.layout.objects[line]
      }
      if found.count == 1, let new = found.first, partners[new] == nil { partners[new] = value }
    }
  }

  /// Matches values on a line with several: those before the edited part from the start, those after it from the end.
  private mutating func pairWithinLines() {
    let lines = Dictionary(grouping: content.values) { content[$0].line }
    let others = Dictionary(grouping: source.values) { source[$0].line }
    var waiting = Dictionary(grouping: others.keys.sorted()) { source.gaps[$0] }.mapValues { $0[...] }
    for (line, values) in lines.sorted(by: { $0.key < $1.key }) {
      guard let other = waiting[content.gaps[line]]?.popFirst(), let sources = others[other],
        max(values.count, sources.count) > 1
      else { continue }
      let contentLine = content.layout.text.normal[line]
      let sourceLine = source.layout.text.normal[other]
      pair(content.withPlaceholder(values), contentLine, source.withPlaceholder(sources), sourceLine)
    }
  }

  private mutating func pair(_ values: [Int], _ line: LensText.Line, _ others: [Int], _ otherLine: LensText.Line) {
    let head = line.commonPrefix(with: otherLine)
    let tail = line.dropFirst(head).reversed().commonPrefix(with: otherLine.dropFirst(head).reversed())
    let first = min(Placeholder.count(in: line.prefix(head)), values.count, others.count)
    let last = min(Placeholder.count(in: line.suffix(tail)), values.count - first, others.count - first)
    for (value, other) in zip(values.prefix(first), others.prefix(first)) { partners[value] = other }
    for (value, other) in zip(values.suffix(last), others.suffix(last)) { partners[value] = other }
  }
}
