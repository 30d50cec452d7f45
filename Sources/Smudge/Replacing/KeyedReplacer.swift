import Platform

/// A value of a key in the source, which replaces its counterpart in the content.
package struct KnownValue: Equatable {
  /// The value with its quotes.
  let bytes: [UInt8]
  /// Whether it is empty, without a blank after its `=`.
  let isTight: Bool

  init(_ keyValue: KeyValue, in source: [UInt8]) {
    bytes = Array(source[keyValue.outer])
    isTight = bytes.isEmpty && source[..<keyValue.outer.lowerBound].last == UInt8(ascii: "=")
  }
}

/// A replacement pass over content that treats values of keys, and values in Xcode project files, one by one.
struct KeyedReplacer: ~Copyable {
  private let transform: Transform
  private let purpose: Transform.Purpose
  private var bytes: [UInt8]
  private let dialect: Dialect
  private let keys: [PatternsByKey.Key]
  /// The replacer for content outside the values of keys.
  private var outside: Replacer
  /// The replacers for values, by key; created on first use.
  private var inside: [Replacer?]
  private var own = ScanSummary()
  private var edits: [Edit] = []

  /// The syntax of values: that of Xcode project files, or another.
  private enum Dialect { case project, other }

  /// `head`: the first bytes of content that is in a file.
  init(_ transform: Transform, _ purpose: Transform.Purpose, _ bytes: [UInt8], head: [UInt8]? = nil) {
    self.transform = transform
    self.purpose = purpose
    self.bytes = bytes
    dialect = (head ?? bytes).starts(with: XcodeQuoting.mark) ? .project : .other
    keys = transform.compiled.keyed?.keys ?? []
    inside = Array(repeating: nil, count: keys.count)
    outside = Replacer(transform.compiled.patterns, transform, for: purpose)
  }

  var summary: ScanSummary {
    ([outside] + inside.compactMap(\.self)).reduce(into: own) { $0.formUnion($1.summary) }
  }

  /// Runs the pass. `fixed`: values of keys, by their index, that are replaced whatever their content is, quotes included.
  mutating func run(fixed: [Int: KnownValue] = [:]) -> [Edit] {
    let found = transform.compiled.keyed?.scanner.read(bytes)
    own.hasCutList = found?.hasCutList ?? false
    return run(found?.keyValues ?? [], 0..<bytes.count, fixed)
  }

  /// Runs the pass over ranges of whole lines, in ascending order; `nil` if a list was longer than is read.
  mutating func run(_ ranges: [Range<Int>], _ fixed: [Int: KnownValue]) -> [[UInt8]]? {
    let found = transform.compiled.keyed?.scanner.read(bytes)
    if found?.hasCutList == true { return nil }
    return ranges.map { bytes.applying(run(found?.keyValues ?? [], $0, fixed), in: $0) }
  }

  /// Runs the pass over content in a file, by parts of whole lines that no value crosses.
  mutating func run(_ input: borrowing Spool, into output: inout Spool) throws(SystemError) {
    var isFirst = true
    var wanted = 0
    try input.forEachChunk { chunk throws(SystemError) in
      bytes += chunk
      if bytes.count < wanted { return }
      let part = transform.compiled.keyed?.scanner.keyValues(inBeginning: bytes) ?? ([], bytes.count)
      // One newline before the part is kept, for what looks back to the beginning of its line.
      if part.end <= 1 { return wanted = 2 * bytes.count }
      let range = (isFirst ? 0 : 1)..<part.end
      try output.append(bytes.applying(run(part.keyValues, range, [:]), in: range))
      bytes.removeFirst(part.end - 1)
      isFirst = false
      wanted = 0
    }
    let range = (isFirst ? 0 : 1)..<bytes.count
    try output.append(bytes.applying(run(transform.keyValues(in: bytes), range, [:]), in: range))
  }

  private mutating func run(_ keyValues: [KeyValue], _ part: Range<Int>, _ fixed: [Int: KnownValue]) -> [Edit] {
    edits = []
    var position = part.lowerBound
    var state = outside.matcher.state()
    let first = keyValues.partitioningIndex { $0.outer.lowerBound >= position }
    for index in first..<keyValues.count where keyValues[index].outer.lowerBound >= position {
      let keyValue = keyValues[index]
      if keyValue.outer.upperBound > part.upperBound { break }
      replaceOutside(position..<keyValue.outer.lowerBound, &state)
      if let known = fixed[index] { fix(keyValue, known) } else { replace(keyValue) }
      position = keyValue.outer.upperBound
    }
    replaceOutside(position..<part.upperBound, &state)
    return edits
  }

  private mutating func fix(_ keyValue: KeyValue, _ known: KnownValue) {
    own.replacements += 1
    let range = keyValue.outer
    // Smudge had to add a blank after `KEY =`, which goes with the value.
    let isAfterBlank = known.isTight && bytes[..<range.lowerBound].suffix(2).elementsEqual("= ".utf8)
    edits.append(Edit(range.lowerBound - (isAfterBlank ? 1 : 0)..<range.upperBound, known.bytes))
  }

  private mutating func replaceOutside(_ part: Range<Int>, _ state: inout Prefilter.State) {
    let bytes = bytes
    var position = part.lowerBound
    while let found = outside.matcher.next(in: bytes.span, from: position, to: part.upperBound, &state),
      found.end <= part.upperBound
    {
      position = found.end
      if dialect == .project, let value = xcodeValue(found, in: part) {
        if let text = outside.rewritten(value.value, of: bytes) { replace(value.value, value.quotes, dialect, with: text) }
        position = value.value.upperBound
      } else if let replacement = outside.replacement(of: found) {
        edits.append(Edit(found.range, replacement))
      }
    }
  }

  private func xcodeValue(_ found: Match, in part: Range<Int>) -> (value: Range<Int>, quotes: KeyValue.Quotes)? {
    guard found.fit == .token, let keyValue = XcodeQuoting.keyValue(around: found.range, in: bytes) else { return nil }
    let outer = keyValue.quotes.range(around: keyValue.value)
    return part.lowerBound <= outer.lowerBound && outer.upperBound <= part.upperBound ? keyValue : nil
  }

  private mutating func replace(_ keyValue: KeyValue) {
    let dialect = dialect == .project && XcodeQuoting.isValue(keyValue, in: bytes) ? dialect : .other
    if let text = text(of: keyValue, dialect) { replace(keyValue.value, keyValue.quotes, dialect, with: text) }
  }

  /// The replacement of a value; `nil` if it is unchanged.
  mutating func text(of keyValue: KeyValue) -> [UInt8]? { text(of: keyValue, dialect) }

  private mutating func text(of keyValue: KeyValue, _ dialect: Dialect) -> [UInt8]? {
    guard let (whole, pattern) = keys[keyValue.key].values[bytes[keyValue.value]] else {
      if inside[keyValue.key] == nil { inside[keyValue.key] = Replacer(keys[keyValue.key].parts, transform, for: purpose) }
      return inside[keyValue.key]?.rewritten(keyValue.value, of: bytes)
    }
    own.roles.formUnion(pattern.roles)
    guard let text = transform.replacement(pattern, of: whole, purpose) else { return nil }
    // Only smudge can put a text into a value that ends it early, such as one with a comma; clean restores what was there.
    if purpose == .smudge, dialect == .other, !keyValue.canHold(text, in: bytes) { return nil }
    own.replacements += 1
    return text
  }

  private mutating func replace(_ value: Range<Int>, _ quotes: KeyValue.Quotes, _ dialect: Dialect, with text: [UInt8]) {
    guard dialect == .project, quotes != .single else { return replacePlain(value, quotes, with: text) }
    let old = Array(bytes[value])
    let result: XcodeQuoting.Result = switch purpose {
    case .smudge: XcodeQuoting.smudged(quotes, from: old, to: text)
    case .clean, .cleanAgain: XcodeQuoting.cleaned(quotes, from: old, to: text)
    case .compare, .unquote: (.none, true)
    }
    // The quotes in the source can differ from those that Xcode writes.
    if !result.isInvertible { own.roles.insert(.sourced) }
    edits.append(Edit(quotes.range(around: value), result.quotes.around(text)))
  }

  /// Replaces a value outside Xcode project files. The blank before a value (`KEY = x`, `key: x`) is removed with the value.
  private mutating func replacePlain(_ value: Range<Int>, _ quotes: KeyValue.Quotes, with text: [UInt8]) {
    var edit = Edit(value, text)
    defer { edits.append(edit) }
    guard quotes == .none, value.isEmpty != text.isEmpty, purpose != .compare, purpose != .unquote else { return }
    let before = bytes[max(0, value.lowerBound - 2)..<value.lowerBound]
    if before.elementsEqual(" =".utf8) || before.last == UInt8(ascii: ":") {
      edit = Edit(value, [.space] + text)
    } else if before.elementsEqual("= ".utf8) || before.elementsEqual(": ".utf8) {
      own.roles.insert(.sourced)
      edit = Edit(value.lowerBound - (text.isEmpty ? 1 : 0)..<value.upperBound, text)
    }
  }
}
