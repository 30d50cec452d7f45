/// A scanner for values of keys in content of any format: the syntax of a line decides, not the type of the file.
struct KeyValueScanner: Sendable {
  let matcher: Matcher
  /// For each text of the matcher, the index of its key.
  private let keys: [Int]

  init(keys: [[UInt8]]) {
    let matcher = Matcher(keys)
    self.matcher = matcher
    self.keys = matcher.texts.compactMap { keys.firstIndex(of: $0) }
  }

  /// The values of keys, in ascending order and without overlaps.
  func keyValues(in bytes: [UInt8]) -> [KeyValue] { read(bytes).keyValues }

  /// The values, and whether a list of them was longer than is read.
  func read(_ bytes: [UInt8]) -> (keyValues: [KeyValue], hasCutList: Bool) { scan(bytes) { _, _, _ in } }

  /// The same for the beginning of longer content, and the end of the lines of which no value depends on later bytes: 0 if there
  /// are no such lines. Values after that end are left out.
  func keyValues(inBeginning bytes: [UInt8]) -> (keyValues: [KeyValue], end: Int) {
    var (reaches, end) = ([(key: Int, end: Int)](), bytes.count)
    let (keyValues, _) = scan(bytes) { key, reach, hasReachedEnd in
      if hasReachedEnd { end = min(end, key) } else { reaches.append((key, reach)) }
    }
    func startOfLine(_ position: Int) -> Int { bytes[..<position].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0 }
    end = startOfLine(end)
    for (key, reach) in reaches.reversed() where key < end && reach > end { end = startOfLine(key) }
    return (keyValues.filter { $0.value.lowerBound < end }, end)
  }

  /// `body`: called after each key with its offset and the state of the parser.
  private func scan(
    _ bytes: [UInt8], _ body: (_ key: Int, _ reach: Int, _ hasReachedEnd: Bool) -> Void
  ) -> (keyValues: [KeyValue], hasCutList: Bool) {
    var (parser, collector, state) = (KeyValueParser(bytes), KeyValueCollector(), matcher.state())
    while let found = matcher.next(in: bytes.span, from: collector.position, to: bytes.count, &state) {
      let key = found.range
      if collector.skips(key) { continue }
      if found.fit == .token && parser.isWholeName(key) {
        collector.add(parser.keyValues(of: keys[found.text], key), of: key)
      } else {
        collector.position = key.lowerBound + 1
      }
      body(key.lowerBound, parser.reach, parser.hasReachedEnd)
    }
    return (collector.keyValues.sorted { $0.value.lowerBound < $1.value.lowerBound }, parser.hasCutList)
  }
}

/// The key values found so far. A key inside a value is part of that value; a key between another key and its value, such as
/// an attribute of an XML element, has a value of its own.
private struct KeyValueCollector {
  private(set) var keyValues: [KeyValue] = []
  /// The position at which the search for the next key continues.
  var position = 0
  /// The range from the first to the last value of a key, while keys before them are searched.
  private var values = 0..<0

  /// Whether a key is inside values; the search then continues after them.
  mutating func skips(_ key: Range<Int>) -> Bool {
    if values.contains(key.lowerBound) { position = values.upperBound }
    return values.contains(key.lowerBound)
  }

  mutating func add(_ found: [KeyValue], of key: Range<Int>) {
    position = key.upperBound
    guard let first = found.first, let last = found.last else { return }
    let isBefore = key.lowerBound < values.lowerBound
    if isBefore && last.value.upperBound > values.lowerBound { return }
    keyValues += found
    if isBefore {
      position = last.value.upperBound
    } else {
      position = first.name.upperBound
      values = first.value.lowerBound..<last.value.upperBound
    }
  }
}

/// A search for the values of keys in some content, for reports.
package struct KeySearch: Sendable {
  /// A key with its value.
  package struct KeyMatch: Sendable, Equatable {
    package let key: [UInt8]
    /// The bytes of the value, without quotes; can be empty.
    package let range: Range<Int>
    package let isQuoted: Bool
  }

  /// In the order of the scanner's keys.
  let keys: [[UInt8]]
  let scanner: KeyValueScanner

  package init(_ keys: some Sequence<[UInt8]>) {
    self.keys = Set(keys).sorted { $0.lexicographicallyPrecedes($1) }
    scanner = KeyValueScanner(keys: self.keys)
  }

  /// The values of the keys, in ascending order; none in content that is never munged. UTF-16 has to be narrowed (`readable`).
  package func matches(in bytes: [UInt8]) -> [KeyMatch] {
    keys.isEmpty || Exclusion.kind(of: bytes) != nil ? [] : matches(of: scanner.keyValues(in: bytes))
  }

  func matches(of keyValues: [KeyValue]) -> [KeyMatch] {
    keyValues.map { KeyMatch(key: keys[$0.key], range: $0.value, isQuoted: $0.quotes != .none) }
  }
}
