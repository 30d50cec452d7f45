import Platform

/// A scanner for values of keys in content of any format: the syntax of a line decides, not the type of the file.
struct KeyValueScanner: Sendable {
  /// The matcher of the keys; its texts are the keys, sorted by their bytes and without duplicates.
  let matcher: Matcher

  init(keys: some Sequence<[UInt8]>) { matcher = Matcher(keys) }

  /// The values of keys, in ascending order and without overlaps.
  func keyValues(in bytes: [UInt8]) -> [KeyValue] { read(bytes).keyValues }

  /// The values of keys in the beginning of longer content, and the end of the lines of which no value depends on later
  /// bytes: 0 if there are no such lines. Values after that end are left out.
  func keyValues(inBeginning bytes: [UInt8]) -> (keyValues: [KeyValue], end: Int) {
    var reaches = [(key: Int, end: Int)]()
    var end = bytes.count
    let (keyValues, _) = read(bytes) { key, reach, hasReachedEnd in
      if hasReachedEnd { end = min(end, key) } else { reaches.append((key, reach)) }
    }
    end = bytes[..<end].startOfLastLine
    for (key, reach) in reaches.reversed() where key < end && reach > end { end = bytes[..<key].startOfLastLine }
    return (keyValues.filter { $0.value.lowerBound < end }, end)
  }

  /// The values, and whether a list of them was longer than is read. `body`: called after each key with its offset and
  /// the state of the parser.
  func read(
    _ bytes: [UInt8], _ body: (_ key: Int, _ reach: Int, _ hasReachedEnd: Bool) -> Void = { _, _, _ in }
  ) -> (keyValues: [KeyValue], hasCutList: Bool) {
    var parser = KeyValueParser(bytes)
    var state = matcher.state()
    var position = 0
    var isSorted = true
    // From the first to the last value of a key, while keys before them are searched.
    var values = 0..<0
    while let match = matcher.next(in: bytes.span, from: position, to: bytes.count, &state) {
      let key = match.range
      // A key inside a value is part of that value.
      guard !values.contains(key.lowerBound) else {
        position = values.upperBound
        continue
      }
      position = key.lowerBound + 1
      if match.fit == .token && parser.isWholeName(key) {
        let count = parser.keyValues.count
        parser.read(match.text, at: key)
        position = key.upperBound
        if parser.keyValues.count > count, let last = parser.keyValues.last {
          let first = parser.keyValues[count]
          let new = first.value.lowerBound..<last.value.upperBound
          // A key between another key and its value, such as an attribute of an XML element, has a value of its own.
          let isBefore = key.lowerBound < values.lowerBound
          if isBefore && new.upperBound > values.lowerBound {
            parser.keep(count)
          } else {
            position = isBefore ? new.upperBound : first.name.upperBound
            if isBefore { isSorted = false } else { values = new }
          }
        }
      }
      body(key.lowerBound, parser.reach, parser.marks.isEndReached)
    }

    let keyValues = isSorted ? parser.keyValues : parser.keyValues.sorted { $0.value.lowerBound < $1.value.lowerBound }
    return (keyValues, parser.marks.hasCutList)
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

  let scanner: KeyValueScanner
  package var keys: [[UInt8]] { scanner.matcher.texts }

  package init(_ keys: some Sequence<[UInt8]>) { scanner = KeyValueScanner(keys: keys) }

  /// The values of the keys, in ascending order; none in content that is never munged.
  package func matches(in bytes: [UInt8]) -> [KeyMatch] {
    keys.isEmpty || Exclusion.kind(of: bytes) != nil ? [] : matches(of: scanner.keyValues(in: bytes))
  }

  func matches(of keyValues: [KeyValue]) -> [KeyMatch] {
    keyValues.map { KeyMatch(key: keys[$0.key], range: $0.value, isQuoted: $0.quotes != .none) }
  }

  /// The key of the value at `place`, from its line and the one above; `nil` if it is no value of a key.
  package static func key(of place: Range<Int>, in bytes: [UInt8]) -> [UInt8]? {
    let line = bytes[..<place.lowerBound].lastIndex(of: .newline) ?? 0
    let start = bytes[..<line].lastIndex(of: .newline) ?? 0
    let lines = Array(bytes[start...].prefix(place.upperBound - start + 100))
    let value = place.lowerBound - start..<place.upperBound - start
    let words = lines[..<value.lowerBound].split { !Boundary.isIdentifier($0) && $0 != .dot }
    return words.map { Array($0) }.first { word in
      KeySearch([word]).matches(in: lines).contains { $0.range == value }
    }
  }
}
