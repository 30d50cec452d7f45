import Platform

/// A parser of the values after a key, for the syntaxes of project files, property lists, JSON, YAML, TOML and shell.
///
/// It runs in linear time: keys can be close together, and a value can extend to the end of the content, so a search
/// that starts inside an earlier one reuses its result or is skipped.
struct KeyValueParser {
  /// The range of a value without its quotes, and the quotes.
  struct BareValue: Equatable {
    let range: Range<Int>
    let quotes: KeyValue.Quotes
  }

  /// The syntax between a key and a value.
  enum Form {
    /// The syntax `key = value`.
    case assignment
    /// The syntax `key: value` to the end of the line.
    case mapping
    /// The syntax `{key: value, "key": value}`.
    case flow
  }

  let bytes: [UInt8]
  let marks = Marks()
  /// The values of all keys that were read, in the order of the keys.
  private(set) var keyValues: [KeyValue] = []
  /// The key that is read: its index, and its range with its conditions.
  private(set) var key: (index: Int, name: Range<Int>) = (0, 0..<0)
  /// The position after the values of the last key.
  private var lastValueEnd = 0
  /// The position up to which conditions of keys were read.
  private var conditionsRead = 0
  /// The position up to which lists and property lists, which can have many lines, were read.
  var listsRead = 0
  /// The last search for the end of a bare value, on the line and in flow syntax.
  var lineStretch = 0..<0
  var flowStretch = 0..<0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The position from which on a key is read as if no key were before it.
  var reach: Int { max(lastValueEnd, conditionsRead, listsRead) }

  /// Whether a key, which has word boundaries, is not part of a longer name such as `android:host` or `host.name`.
  func isWholeName(_ key: Range<Int>) -> Bool {
    func isIdentifier(at position: Int) -> Bool { self[position].map(Boundary.isIdentifier) ?? false }
    let hasPrefix = has(":", at: key.lowerBound - 1) && isIdentifier(at: key.lowerBound - 2)
    let hasSuffix = has(".", at: key.upperBound) && isIdentifier(at: key.upperBound + 1)
    return !hasPrefix && !hasSuffix
  }

  /// Adds the values of a key to `keyValues`.
  mutating func read(_ index: Int, at place: Range<Int>) {
    let name = place.lowerBound..<endOfConditions(from: place.upperBound)
    let count = keyValues.count
    key = (index, name)
    if has("<key>", at: name.lowerBound - 5) && has("</key>", at: name.upperBound) {
      readPropertyList(from: name.upperBound + 6)
    } else if has("<", at: name.lowerBound - 1) {
      add(element(name))
    } else {
      readLine(of: name)
    }
    lastValueEnd = max(lastValueEnd, name.upperBound)
    if keyValues.count > count, let last = keyValues.last { lastValueEnd = max(lastValueEnd, last.outer.upperBound) }
  }

  mutating func add(_ value: BareValue?) {
    if let value {
      keyValues.append(KeyValue(key: key.index, name: key.name, value: value.range, quotes: value.quotes))
    }
  }

  /// Removes the values after the first `count`.
  mutating func keep(_ count: Int) { keyValues.removeLast(keyValues.count - count) }

  private mutating func readLine(of name: Range<Int>) {
    let quote = self[name.lowerBound - 1].flatMap { ByteSet.quotes.contains($0) ? $0 : nil }
    let isQuoted = quote != nil && quote == self[name.upperBound]
    var end = name.upperBound + (isQuoted ? 1 : 0)
    // `settings["KEY"] = value`
    let isSubscript = isQuoted && has("[", at: name.lowerBound - 2) && has("]", at: end)
    if isSubscript { end += 1 }

    let sign = skip(.blanks, from: end)
    let start = skip(.blanks, from: sign + 1)
    if isAssignment(at: sign) {
      // Without quotes it is the name of a variable.
      return !isSubscript || has(.startsOfValue, at: start) ? readValues(at: start, .assignment) : ()
    }
    // `KEY ?= value` and `KEY := value` of make
    if has(.beforeEquals, at: sign), isAssignment(at: sign + 1) {
      return readValues(at: skip(.blanks, from: sign + 2), .assignment)
    }
    guard has(":", at: sign) else {
      if isQuoted { add(resource(name)) } else if !isSubscript { readArgument(from: end) }
      return
    }
    if !isQuoted && (readBlock(of: name, from: start) || readTypedValue(at: start)) { return }
    // `a ? key:other` and `key::member` are not mappings.
    guard isQuoted || start > sign + 1 || has(.quotes, at: start) else { return }
    readValues(at: start, isQuoted || isInFlow(name) ? .flow : .mapping)
  }

  /// Whether `=` is an assignment: not part of `==`, `=>` or `=~`.
  func isAssignment(at position: Int) -> Bool { has("=", at: position) && !has(.operators, at: position + 1) }

  /// Whether a key follows `{` or `,` on its line.
  private func isInFlow(_ name: Range<Int>) -> Bool {
    var position = name.lowerBound - 1
    while has(.blanks, at: position) { position -= 1 }
    return has(.beforeFlow, at: position)
  }

  /// The position after all conditions, `[sdk=iphoneos*][arch=*]`, that start at `start`.
  private mutating func endOfConditions(from start: Int) -> Int {
    guard start >= conditionsRead else { return start }
    var end = start
    while has("[", at: end) {
      let close = find(.endsOfCondition, from: end)
      conditionsRead = close
      guard has("]", at: close) else { break }
      end = close + 1
    }
    return end
  }
}

// Access to bytes at positions that can be out of bounds.
extension KeyValueParser {
  subscript(position: Int) -> UInt8? {
    if bytes.indices.contains(position) { return bytes[position] }
    if position >= 0 { marks.isEndReached = true }
    return nil
  }

  func has(_ text: StaticString, at position: Int) -> Bool {
    if position < 0 { return false }
    return text.withUTF8Buffer { text in
      for index in text.indices { if unsafe self[position + index] != text[index] { return false } }
      return true
    }
  }

  func has(_ set: ByteSet, at position: Int) -> Bool { self[position].map(set.contains) ?? false }

  /// The first position from `start` on whose byte is not in the set.
  func skip(_ set: ByteSet, from start: Int) -> Int {
    var position = start
    while has(set, at: position) { position += 1 }
    return position
  }

  /// The first position from `start` on whose byte is in the set; the end if there is none.
  func find(_ set: ByteSet, from start: Int) -> Int {
    var position = start
    while let byte = self[position], !set.contains(byte) { position += 1 }
    return position
  }
}

// What begins and ends the parts of a syntax.
extension ByteSet {
  /// The bytes after `=` that make it another operator.
  static let operators = ByteSet("=>~")
  static let beforeEquals = ByteSet("?:")
  static let startsOfValue = ByteSet("\"'[")
  static let beforeFlow = ByteSet("{,")
  static let endsOfCondition = ByteSet("]\n\r")
  static let beforeBlock = ByteSet(" -")
  static let endsInArray = ByteSet(",] \t\n\r\"'([{<>;")
  static let endsOfArgument = ByteSet(" \t\n\r;\"'<>")
  static let endsInList = ByteSet(",) \t\n\r\"'([{<>;")
  static let nestedInList = ByteSet("\"'([{<>;")
  static let startOfTag = ByteSet("<")
  static let endsOfElement = ByteSet("<\n\r")
  static let afterTagName = ByteSet("> \t\n\r")
  static let nested = ByteSet("{(&*|>")
  static let quotesAndTags = ByteSet("\"'<>")
  static let endsOfBare = ByteSet("\n\r;\"'<>")
  static let endsOfBareInFlow = ByteSet("\n\r;\"'<>,}]")
  static let afterType = ByteSet("?!")
  static let commentMarks = ByteSet("/*")
}

/// The marks of what a parser has met; shared by its copies, because reading does not change it.
final class Marks {
  /// Whether a read has ended at the end of the content, so that its result can depend on later bytes.
  var isEndReached = false
  /// Whether a list was longer than is read.
  var hasCutList = false
}
