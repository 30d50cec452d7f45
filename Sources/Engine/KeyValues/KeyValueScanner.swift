/// Finds the values of keys in content of any kind: the shape of a line decides, not the type of the file.
struct KeyValueScanner: Sendable {
  let matcher: Matcher
  /// For each text of the matcher, which of the keys it is.
  private let keys: [Int]

  init(keys: [[UInt8]]) {
    let matcher = Matcher(keys)
    self.matcher = matcher
    self.keys = matcher.texts.compactMap { keys.firstIndex(of: $0) }
  }

  /// In ascending order; no two values overlap.
  func keyValues(in bytes: [UInt8]) -> [KeyValue] {
    var (reader, collector, state) = (KeyValueParser(bytes), KeyValueCollector(), matcher.state())
    while let found = matcher.next(in: bytes.span, from: collector.place, to: bytes.count, &state) {
      let key = found.range
      if collector.skips(key) { continue }
      if found.fit == .token && reader.standsAlone(key) {
        collector.add(reader.keyValues(of: keys[found.text], key), of: key)
      } else {
        collector.place = key.lowerBound + 1
      }
    }
    return collector.keyValues.sorted { $0.value.lowerBound < $1.value.lowerBound }
  }
}

/// The sites met so far. What stands in a value is part of it, but attributes stand between a key and its value.
private struct KeyValueCollector {
  private(set) var keyValues: [KeyValue] = []
  /// Where the next key is sought.
  var place = 0
  /// From the first to the last value of a key, while keys in front of them are sought.
  private var values = 0..<0

  /// Whether a key stands in values; then the search goes on behind them.
  mutating func skips(_ key: Range<Int>) -> Bool {
    if values.contains(key.lowerBound) { place = values.upperBound }
    return values.contains(key.lowerBound)
  }

  mutating func add(_ found: [KeyValue], of key: Range<Int>) {
    place = key.upperBound
    guard let first = found.first, let last = found.last else { return }
    let isInFront = key.lowerBound < values.lowerBound
    if isInFront && last.value.upperBound > values.lowerBound { return }
    keyValues += found
    if isInFront {
      place = last.value.upperBound
    } else {
      place = first.name.upperBound
      values = first.value.lowerBound..<last.value.upperBound
    }
  }
}
