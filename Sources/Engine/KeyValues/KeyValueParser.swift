/// Reads the values of a key that was found in some content.
///
/// Keys may stand close together, and what follows each may go on to the end of the content. So a search that
/// begins inside an earlier one is answered from that, or not made at all: no byte is looked at by many of them.
struct KeyValueParser {
  /// A value without its quotes.
  struct BareValue: Equatable {
    let range: Range<Int>
    let quotes: KeyValue.Quotes
  }

  /// How a key and a value are put together.
  enum Form {
    /// `key = value`
    case assignment
    /// `key: value`, which takes the rest of the line.
    case mapping
    /// `{key: value, "key": value}`
    case flow
  }

  let bytes: [UInt8]
  /// How far conditions of keys were sought.
  private var conditionsRead = 0
  /// How far lists and property lists, which may take many lines, were read.
  var listsRead = 0
  /// Of values without quotes.
  var lineStretch = SearchSpan(), flowStretch = SearchSpan()

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether a key, which no identifier character touches, is no part of a longer name like `android:host` or `host.name`.
  func standsAlone(_ key: Range<Int>) -> Bool {
    let hasPrefix = shows(":", at: key.lowerBound - 1) && isIdentifier(at: key.lowerBound - 2)
    let hasSuffix = shows(".", at: key.upperBound) && isIdentifier(at: key.upperBound + 1)
    return !hasPrefix && !hasSuffix
  }

  mutating func keyValues(of index: Int, _ key: Range<Int>) -> [KeyValue] {
    let name = key.lowerBound..<endOfConditions(from: key.upperBound)
    return values(of: name).map { KeyValue(key: index, name: name, value: $0.range, quotes: $0.quotes) }
  }

  private mutating func values(of name: Range<Int>) -> [BareValue] {
    if shows("<key>", at: name.lowerBound - 5) && shows("</key>", at: name.upperBound) {
      return propertyList(from: name.upperBound + 6)
    }
    if shows("<", at: name.lowerBound - 1) { return element(name).map { [$0] } ?? [] }
    return lineValues(of: name)
  }

  private mutating func lineValues(of name: Range<Int>) -> [BareValue] {
    let quote = self[name.lowerBound - 1].flatMap { ByteSet.quotes.contains($0) ? $0 : nil }
    let isQuoted = quote != nil && quote == self[name.upperBound]
    let end = name.upperBound + (isQuoted ? 1 : 0)
    let sign = skip(.blanks, from: end)
    let start = skip(.blanks, from: sign + 1)
    if isAssignment(at: sign) { return values(at: start, .assignment) }
    if !shows(":", at: sign) { return isQuoted ? [] : argument(from: end) }
    // `a ? key:other` and `key::member` are something else.
    if !isQuoted, isEmptyMapping(name, from: start) { return [BareValue(range: start..<start, quotes: .none)] }
    guard isQuoted || start > sign + 1 || shows(.quotes, at: start) else { return [] }
    return values(at: start, isQuoted || isInFlow(name) ? .flow : .mapping)
  }

  /// No `==`, `=>` or `=~`; `!=` and the like do not begin with `=`.
  private func isAssignment(at place: Int) -> Bool {
    shows("=", at: place) && !shows(ByteSet("=>~"), at: place + 1)
  }

  /// Whether nothing but the key stands on its line, and no children of it on the next: that is an empty value in YAML.
  private func isEmptyMapping(_ name: Range<Int>, from end: Int) -> Bool {
    guard end == bytes.count || shows(.lineEnds, at: end) else { return false }
    let start = bytes[..<name.lowerBound].lastIndex { !ByteSet(" -").contains($0) }.map { $0 + 1 } ?? 0
    if start > 0, !shows(.lineEnds, at: start - 1) { return false }
    var next = end
    repeat {
      next = skip(.lineEnds, from: next)
      let text = skip(.blanks, from: next)
      // Neither an empty line nor a comment says where a value ends.
      if !shows(.lineEnds, at: text) && !shows("#", at: text) {
        return !isChild(at: text, text - next, of: name.lowerBound - start)
      }
      next = find(.lineEnds, from: text)
    } while next < bytes.count
    return true
  }

  /// Whether a line that is indented so belongs to a key above it; the elements of a list need not be indented.
  private func isChild(at place: Int, _ indentation: Int, of key: Int) -> Bool {
    indentation > key || indentation == key && shows("-", at: place) && !shows("--", at: place)
  }

  /// Whether a key follows `{` or `,` on its line.
  private func isInFlow(_ name: Range<Int>) -> Bool {
    var place = name.lowerBound - 1
    while shows(.blanks, at: place) { place -= 1 }
    return shows(ByteSet("{,"), at: place)
  }

  /// Behind all `[…]` that begin at `start`.
  private mutating func endOfConditions(from start: Int) -> Int {
    guard start >= conditionsRead else { return start }
    var end = start
    while shows("[", at: end) {
      let close = find(ByteSet("]\n\r"), from: end)
      conditionsRead = close
      guard shows("]", at: close) else { break }
      end = close + 1
    }
    return end
  }
}

// Looking at bytes, at places that may be outside of the content.
extension KeyValueParser {
  subscript(place: Int) -> UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }

  func shows(_ text: String, at place: Int) -> Bool {
    place >= 0 && place < bytes.count && bytes[place...].starts(with: text.utf8)
  }

  func shows(_ set: ByteSet, at place: Int) -> Bool { self[place].map(set.contains) ?? false }

  private func isIdentifier(at place: Int) -> Bool { self[place].map(Boundary.isIdentifier) ?? false }

  /// The first place from `start` on that shows none of these.
  func skip(_ set: ByteSet, from start: Int) -> Int {
    var place = start
    while shows(set, at: place) { place += 1 }
    return place
  }

  /// The first place from `start` on that shows one of these; the end where none does.
  func find(_ set: ByteSet, from start: Int) -> Int {
    var place = start
    while let byte = self[place], !set.contains(byte) { place += 1 }
    return place
  }
}

/// How far a search went: one that begins on its way ends where it ended.
struct SearchSpan {
  private var known = 0..<0

  mutating func end(from start: Int, search: (Int) -> Int) -> Int {
    if !known.contains(start) { known = start..<max(start, search(start)) }
    return known.upperBound
  }
}
