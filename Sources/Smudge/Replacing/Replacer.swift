import Platform

/// A replacement pass over content, left to right, by parts if the content is not in memory: it makes edits of what a
/// walk finds.
struct Replacer {
  private let transform: Transform
  private let purpose: Transform.Purpose
  private let walk: PlanWalk
  private let scanner: KeyValueScanner?
  /// Whether values have the syntax of Xcode project files.
  private let isProject: Bool
  /// All of the content, or its current part.
  private var bytes: [UInt8] = []
  /// The canonical texts of local ones, by their positions, where the source shows them.
  private var chosen: [Int: [UInt8]] = [:]
  private(set) var summary = ScanSummary()
  private var edits: [Edit] = []
  /// The value whose texts are replaced, and the edits in it.
  private var open: (value: ReplacedValue, edits: [Edit])?

  /// A value that keeps its quotes, or has them as Xcode would write them.
  private struct ReplacedValue {
    let range: Range<Int>
    let quotes: KeyValue.Quotes
    let isOfXcode: Bool
    /// The key with the value; `nil` outside of the values of keys.
    let keyValue: KeyValue?

    /// The range of the value with its quotes.
    var outer: Range<Int> { quotes.range(around: range) }

    func canHold(_ text: [UInt8], in bytes: [UInt8]) -> Bool { isOfXcode || keyValue?.canHold(text, in: bytes) ?? true }
  }

  /// Prepares a pass. `head`: the first bytes of the content.
  init(_ walk: PlanWalk, _ transform: Transform, for purpose: Transform.Purpose, head: [UInt8] = []) {
    self.walk = walk
    self.transform = transform
    self.purpose = purpose
    scanner = walk.keyed?.scanner
    isProject = head.starts(with: XcodeQuoting.mark)
  }

  /// Writes the changed content to `output`; nothing, if content in memory does not change.
  mutating func run(
    _ input: borrowing Spool, into output: inout Spool, choosing texts: [Int: [UInt8]] = [:]
  ) throws(SystemError) {
    if let content = input.inMemory {
      bytes = content
      chosen = texts
      _ = edit(0..<bytes.count, to: bytes.count, values())
      if !edits.isEmpty { try output.append(bytes.applying(edits)) }
      return
    }

    var start = 0
    var wanted = 0
    try input.forEachChunk { chunk throws(SystemError) in
      bytes += chunk
      if bytes.count < wanted { return }
      let (values, end) = beginning(from: start)
      if end <= start { return wanted = 2 * bytes.count }
      wanted = 0
      let next = try write(start..<end, values, to: &output)
      start = min(next, lookback)
      bytes.removeFirst(next - start)
    }
    _ = try write(start..<bytes.count, values(), to: &output)
  }

  /// Ranges of whole lines, in ascending order, changed. `values`: those of the content.
  mutating func run(
    _ ranges: [Range<Int>], of content: [UInt8], _ values: [KeyValue], choosing texts: [Int: [UInt8]]
  ) -> [[UInt8]] {
    bytes = content
    chosen = texts
    return ranges.map { range in
      _ = edit(range, to: range.upperBound, values)
      return bytes.applying(edits, in: range)
    }
  }

  /// The values of keys in all of `bytes`.
  private mutating func values() -> [KeyValue] {
    let content = scanner?.read(bytes)
    summary.hasCutList = content?.hasCutList ?? false
    return content?.keyValues ?? []
  }

  /// Whether parts are whole lines, because values are replaced one by one.
  private var isByLines: Bool { scanner != nil || isProject }

  /// The number of bytes before a part that are kept: a newline, for what looks back to the beginning of its line, or
  /// those by which a match checks the boundary before it.
  private var lookback: Int { isByLines ? 1 : 2 }

  /// The values in the part of `bytes` that can be replaced before the rest is read, and its end: whole lines that no
  /// value crosses, or without values all in which a text can begin. One that begins in it has to be read as well.
  private func beginning(from start: Int) -> (values: [KeyValue], end: Int) {
    if let lines = scanner?.keyValues(inBeginning: bytes) { return (lines.keyValues, lines.end) }
    if isProject { return ([], bytes[...].startOfLastLine) }
    return ([], max(start, bytes.count - 2 * walk.patterns.matcher.longest))
  }

  /// Writes a part with its edits; returns the position at which the search ended.
  private mutating func write(
    _ part: Range<Int>, _ values: [KeyValue], to output: inout Spool
  ) throws(SystemError) -> Int {
    let end = isByLines ? part.upperBound : bytes.count
    let next = max(part.upperBound, edit(part, to: end, values))
    if purpose != .scan { try output.append(bytes.applying(edits, in: part.lowerBound..<next)) }
    return next
  }

  /// Makes the edits of the texts that start in a part and end before `end`; returns the position at which the search
  /// ended.
  private mutating func edit(_ part: Range<Int>, to end: Int, _ values: [KeyValue]) -> Int {
    edits = []
    let next = walk.forEach(in: bytes, part, to: end, between: values, &self)
    close()
    return next
  }
}

extension Replacer: FoundTextConsumer {
  var isSmudge: Bool { purpose == .smudge }

  mutating func begin(_ value: KeyValue, _ index: Int) -> Bool {
    close()
    let isOfXcode = isProject && XcodeQuoting.isValue(value, in: bytes)
    open = (ReplacedValue(range: value.value, quotes: value.quotes, isOfXcode: isOfXcode, keyValue: value), [])
    return true
  }

  mutating func end() { close() }

  mutating func take(_ found: FoundText) {
    let roles = found.pattern.roles
    if found.fit == .insideWord {
      if !roles.isDisjoint(with: .foreign) { summary.record(NearLeak(text: found.text, reason: .insideWord)) }
      return
    }
    // Also if it stays: a text that it contains can come from smudging.
    summary.roles.formUnion(roles)
    if found.isHidden { return }
    if let reason = nearLeakReason(roles) { summary.record(NearLeak(text: found.text, reason: reason)) }
    guard let text = chosen[found.range.lowerBound] ?? transform.replacement(found.pattern, purpose) else { return }
    if found.key == nil, isProject, !openValue(around: found) { return }
    // Only smudge can put a text into a value that ends it early, such as one with a comma; clean restores what was
    // there.
    if found.isWhole, purpose == .smudge, open?.value.canHold(text, in: bytes) == false { return }
    summary.replacements += 1
    // Clean compares these with the source, for lines that Xcode inserted, references and quotes.
    if purpose == .smudge, found.key != nil || isProject { summary.isCompared = true }
    let edit = Edit(found.range, text)
    if open == nil { edits.append(edit) } else { open?.edits.append(edit) }
  }

  /// The reason why a local text that is a whole word is not replaced; `nil` if it is replaced, or if the text is not
  /// local.
  private func nearLeakReason(_ roles: TextRoles) -> NearLeak.Reason? {
    if roles.isDisjoint(with: .foreign) { return nil }
    if roles == .watched { return .colliding }
    if roles == .outsideKey { return .outsideKey }
    return purpose == .scan ? .neverMunged : nil
  }

  /// Opens the value of an Xcode project that contains a text, unless it is open; `false` if a text with signs goes on
  /// beyond it.
  private mutating func openValue(around found: FoundText) -> Bool {
    if let value = open?.value, found.range.lowerBound < value.outer.upperBound {
      return found.range.upperBound <= value.range.upperBound
    }
    close()
    let free = max(edits.last?.range.upperBound ?? 0, found.place.lowerBound)..<found.place.upperBound
    guard let (range, quotes) = XcodeQuoting.keyValue(around: found.range, in: bytes) else { return true }
    let value = ReplacedValue(range: range, quotes: quotes, isOfXcode: true, keyValue: nil)
    if value.outer.clamped(to: free) == value.outer { open = (value, []) }
    return true
  }

  /// The text of the open value with its edits; `nil` if it is unchanged.
  private var openText: [UInt8]? {
    guard let (value, edits) = open, let first = edits.first else { return nil }
    // Otherwise it would be copied, which is shared by all values of the text.
    return first.range == value.range ? first.bytes : bytes.applying(edits, in: value.range)
  }

  private mutating func close() {
    guard let value = open?.value else { return }
    if let text = openText { replace(value, with: text) }
    open = nil
  }

  private mutating func replace(_ value: ReplacedValue, with text: [UInt8]) {
    guard value.isOfXcode, value.quotes != .single else { return replacePlain(value, with: text) }
    let old = Array(bytes[value.range])
    let result: XcodeQuoting.Result =
      switch purpose {
      case .smudge: XcodeQuoting.smudged(value.quotes, from: old, to: text)
      case .clean, .cleanAgain: XcodeQuoting.cleaned(value.quotes, from: old, to: text)
      case .scan: (.none, true)
      }
    // The quotes in the source can differ from those that Xcode writes.
    if !result.isInvertible { summary.roles.insert(.sourced) }
    edits.append(Edit(value.outer, result.quotes.around(text)))
  }

  /// Replaces a value outside Xcode project files. The blank before a value (`KEY = x`, `key: x`) is removed with the
  /// value.
  private mutating func replacePlain(_ value: ReplacedValue, with text: [UInt8]) {
    let range = value.range
    var edit = Edit(range, text)
    defer { edits.append(edit) }
    guard value.quotes == .none, range.isEmpty != text.isEmpty else { return }
    let before = bytes[max(0, range.lowerBound - 2)..<range.lowerBound]
    if before.elementsEqual(" =".utf8) || before.last == .colon {
      edit = Edit(range, [.space] + text)
    } else if before.elementsEqual("= ".utf8) || before.elementsEqual(": ".utf8) {
      summary.roles.insert(.sourced)
      edit = Edit(range.lowerBound - (text.isEmpty ? 1 : 0)..<range.upperBound, text)
    }
  }
}
