import Platform

/// What a value of a key becomes, whatever stands there: a value of a source.
struct KnownValue: Equatable {
  /// With its quotes.
  let bytes: [UInt8]
  /// Whether it is empty, and no blank stands between it and its `=`.
  let isTight: Bool

  init(_ keyValue: KeyValue, in source: [UInt8]) {
    bytes = Array(source[keyValue.outer])
    isTight = bytes.isEmpty && source[..<keyValue.outer.lowerBound].last == UInt8(ascii: "=")
  }
}

/// One pass over content as a whole, in which the values of keys, and those of Xcode project files, are taken one by one.
struct KeyedReplacer {
  private let transform: Transform
  private let purpose: Transform.Purpose
  private let bytes: [UInt8]
  private let dialect: Dialect
  private let keys: [KeyPatterns.Key]
  /// Outside the values of keys.
  private var outside: Replacer
  private var state: Prefilter.State
  /// Inside them, for each key; made when one is met.
  private var inside: [Int: Replacer] = [:]
  private var own = ScanSummary()
  private var edits: [Edit] = []

  /// How the file writes its values.
  private enum Dialect { case project, other }

  init(_ transform: Transform, _ purpose: Transform.Purpose, _ bytes: [UInt8]) {
    (self.transform, self.purpose, self.bytes) = (transform, purpose, bytes)
    dialect = bytes.starts(with: XcodeQuoting.mark) ? .project : .other
    keys = transform.compiled.keyed?.keys ?? []
    outside = transform.replacer(transform.compiled.patterns, purpose)
    state = outside.state()
  }

  /// Of the whole pass.
  var summary: ScanSummary {
    let parts = [outside] + inside.sorted { $0.key < $1.key }.map(\.value)
    return parts.reduce(into: own) { $0.formUnion($1.summary) }
  }

  /// What changes. `fixed`: what some values become, quotes included, whatever stands there.
  mutating func run(fixed: [Int: KnownValue] = [:]) -> [Edit] {
    var place = 0
    for (index, keyValue) in transform.keyValues(in: bytes).enumerated() where keyValue.outer.lowerBound >= place {
      replaceOutside(place..<keyValue.outer.lowerBound)
      if let known = fixed[index] { fix(keyValue, known) } else { replace(keyValue) }
      place = keyValue.outer.upperBound
    }
    replaceOutside(place..<bytes.count)
    return edits
  }

  private mutating func fix(_ keyValue: KeyValue, _ known: KnownValue) {
    own.replacements += 1
    let range = keyValue.outer
    // `KEY =` had to get a blank to show a value.
    let isAfterBlank = known.isTight && bytes[..<range.lowerBound].suffix(2).elementsEqual("= ".utf8)
    edits.append(Edit(range: range.lowerBound - (isAfterBlank ? 1 : 0)..<range.upperBound, bytes: known.bytes))
  }

  private mutating func replaceOutside(_ part: Range<Int>) {
    var place = part.lowerBound
    while let found = outside.next(in: bytes, from: place, to: part.upperBound, &state), found.end <= part.upperBound {
      place = found.end
      if dialect == .project, let value = xcodeValue(found, in: part) {
        if let text = outside.rewritten(value.value, of: bytes) { replace(value.value, value.quotes, dialect, with: text) }
        place = value.value.upperBound
      } else if let replacement = outside.replacement(of: found) {
        edits.append(Edit(range: found.range, bytes: replacement))
      }
    }
  }

  private func xcodeValue(_ found: Match, in part: Range<Int>) -> (value: Range<Int>, quotes: KeyValue.Quotes)? {
    guard found.fit == .token, let keyValue = XcodeQuoting.keyValue(around: found.range, in: bytes) else { return nil }
    let outer = keyValue.quotes.range(around: keyValue.value)
    return part.lowerBound <= outer.lowerBound && outer.upperBound <= part.upperBound ? keyValue : nil
  }

  // MARK: Values of keys

  private mutating func replace(_ keyValue: KeyValue) {
    let dialect = dialect == .project && XcodeQuoting.isValue(keyValue, in: bytes) ? dialect : .other
    guard let text = text(of: keyValue, dialect) else { return }
    replace(keyValue.value, keyValue.quotes, dialect, with: text)
  }

  /// What the value of a key becomes; `nil` where it stays.
  mutating func text(of keyValue: KeyValue) -> [UInt8]? { text(of: keyValue, dialect) }

  private mutating func text(of keyValue: KeyValue, _ dialect: Dialect) -> [UInt8]? {
    let value = Array(bytes[keyValue.value])
    guard let pattern = keys[keyValue.key].values[value] else {
      if inside[keyValue.key] == nil { inside[keyValue.key] = transform.replacer(keys[keyValue.key].parts, purpose) }
      return inside[keyValue.key]?.rewritten(keyValue.value, of: bytes)
    }
    own.roles.formUnion(pattern.roles)
    guard let text = transform.replacement(pattern, of: value, purpose) else { return nil }
    // What stood there once can stand there again; another text may have to be left out.
    if purpose == .smudge, dialect == .other, !keyValue.canHold(text, in: bytes) { return nil }
    own.replacements += 1
    return text
  }

  private mutating func replace(_ value: Range<Int>, _ quotes: KeyValue.Quotes, _ dialect: Dialect, with text: [UInt8]) {
    guard dialect == .project, quotes != .single else { return replacePlain(value, quotes, with: text) }
    let result = quoting(quotes, from: Array(bytes[value]), to: text)
    // The source may have had other quotes than the ones that Xcode writes.
    if !result.isInvertible { own.roles.insert(.sourced) }
    edits.append(Edit(range: quotes.range(around: value), bytes: result.quotes.around(text)))
  }

  /// A blank before an empty value, as in `KEY = ` and `key: `, comes and goes with the value, as it cannot be seen.
  private mutating func replacePlain(_ value: Range<Int>, _ quotes: KeyValue.Quotes, with text: [UInt8]) {
    var edit = Edit(range: value, bytes: text)
    defer { edits.append(edit) }
    guard quotes == .none, value.isEmpty != text.isEmpty, purpose != .compare, purpose != .unquote else { return }
    let before = bytes[max(0, value.lowerBound - 2)..<value.lowerBound]
    if before.elementsEqual(" =".utf8) || before.last == UInt8(ascii: ":") {
      edit = Edit(range: value, bytes: [UInt8(ascii: " ")] + text)
    } else if before.elementsEqual("= ".utf8) || before.elementsEqual(": ".utf8) {
      own.roles.insert(.sourced)
      edit = Edit(range: value.lowerBound - (text.isEmpty ? 1 : 0)..<value.upperBound, bytes: text)
    }
  }

  private func quoting(_ quotes: KeyValue.Quotes, from old: [UInt8], to new: [UInt8]) -> XcodeQuoting.Result {
    switch purpose {
    case .smudge: XcodeQuoting.smudged(quotes, from: old, to: new)
    case .clean, .cleanAgain: XcodeQuoting.cleaned(quotes, from: old, to: new)
    case .compare, .unquote: XcodeQuoting.Result(quotes: .none, isInvertible: true)
    }
  }
}
