/// Finds the next place where some text could begin, without looking at every byte.
///
/// Content is nearly always free of identifiers, so this loop decides how fast the filter is. A few
/// texts are sought by two of their rarer bytes, sixteen places at a time. With many texts that
/// costs more than it saves, and one table of shifts serves all of them.
enum Prefilter: Sendable {
  case nothing
  case pairs([BytePair])
  case shifts(WuManberTable)

  /// More pairs than this are slower than the table.
  private static let maxPairs = 5

  /// For texts in ascending order of their bytes, none empty.
  init(sorted texts: [[UInt8]]) {
    guard let shortest = texts.map(\.count).min() else {
      self = .nothing
      return
    }
    let prefixes = Prefilter.sharedPrefixes(texts)
    if prefixes.count > Prefilter.maxPairs && shortest >= 2 {
      self = .shifts(WuManberTable(texts, length: shortest))
    } else {
      self = .pairs(prefixes.map { BytePair(rarestOf: $0) })
    }
  }

  /// Texts that begin alike share one search.
  private static func sharedPrefixes(_ texts: [[UInt8]]) -> [ArraySlice<UInt8>] {
    var prefixes: [ArraySlice<UInt8>] = []
    for text in texts {
      let shared = prefixes.last.map { $0.commonPrefix(with: text) } ?? 0
      if let last = prefixes.last, shared >= min(5, last.count) {
        prefixes[prefixes.count - 1] = last.prefix(shared)
      } else {
        prefixes.append(text[...])
      }
    }
    return prefixes
  }
}

extension Collection where Element == UInt8 {
  /// The number of leading bytes that are the same in both.
  func commonPrefix(with other: some Collection<UInt8>) -> Int {
    zip(self, other).prefix { $0 == $1 }.count
  }
}

extension Prefilter {
  /// Where each pair was seen last in one window of content.
  struct State {
    private var places: [Int]

    init(_ prefilter: Prefilter) {
      if case .pairs(let pairs) = prefilter { places = Array(repeating: -1, count: pairs.count) }
      else { places = [] }
    }

    /// The first place from `start` on where a text may begin; `nil` where none can.
    mutating func next(_ prefilter: Prefilter, in bytes: RawSpan, from start: Int) -> Int? {
      switch prefilter {
      case .nothing: nil
      case .pairs(let pairs): nearest(pairs, in: bytes, from: start)
      case .shifts(let table): table.next(in: bytes, from: start)
      }
    }

    private mutating func nearest(_ pairs: [BytePair], in bytes: RawSpan, from start: Int) -> Int? {
      var nearest = Int.max
      for index in pairs.indices {
        if places[index] < start { places[index] = pairs[index].next(in: bytes, from: start) }
        nearest = min(nearest, places[index])
      }
      return nearest == .max ? nil : nearest
    }
  }
}

/// Two bytes of a text with their distances from its beginning.
struct BytePair: Sendable, Equatable {
  private let first: UInt8
  private let second: UInt8
  private let firstOffset: Int
  private let secondOffset: Int

  /// Identifier bytes from the most to the least frequent in the sources, plists and project files of Xcode.
  private static let frequency = Array(
    "eis0tronalB/FE2CAD4fcu178.p63w9d5TSRPgm_IhNyXLbOMkVUxGKvWYH()-j+$:zQJqZ@".utf8)

  private static func rarity(_ byte: UInt8) -> Int { frequency.firstIndex(of: byte) ?? .max }

  init(rarestOf text: ArraySlice<UInt8>) {
    let offsets = text.indices.sorted { BytePair.rarity(text[$0]) > BytePair.rarity(text[$1]) }
    let one = offsets[0]
    let other = offsets.dropFirst().first { text[$0] != text[one] } ?? offsets[offsets.count > 1 ? 1 : 0]
    (first, second) = (text[one], text[other])
    (firstOffset, secondOffset) = (one - text.startIndex, other - text.startIndex)
  }

  /// `Int.max` where the pair does not come again.
  func next(in bytes: RawSpan, from start: Int) -> Int {
    let wide = SIMD16<UInt8>.scalarCount
    let end = bytes.byteCount - max(firstOffset, secondOffset)
    let firsts = SIMD16(repeating: first)
    let seconds = SIMD16(repeating: second)
    var place = start
    while place &+ wide <= end {
      // In bounds: both loads end at or before the last byte, by the definition of `end`.
      let one = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: place &+ firstOffset, as: SIMD16<UInt8>.self)
      let other = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: place &+ secondOffset, as: SIMD16<UInt8>.self)
      let hits = unsafeBitCast((one .== firsts) .& (other .== seconds), to: SIMD2<UInt64>.self)
      if hits.x != 0 { return place &+ hits.x.trailingZeroBitCount / 8 }
      if hits.y != 0 { return place &+ 8 &+ hits.y.trailingZeroBitCount / 8 }
      place &+= wide
    }
    return rest(in: bytes, from: place, to: end)
  }

  private func rest(in bytes: RawSpan, from start: Int, to end: Int) -> Int {
    var place = start
    while place < end {
      if bytes[place + firstOffset] == first && bytes[place + secondOffset] == second { return place }
      place += 1
    }
    return .max
  }
}

extension RawSpan {
  subscript(offset: Int) -> UInt8 { unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self) }
}

/// For every two bytes, how far a window of the shortest text's length can move on (Wu and Manber, 1994).
struct WuManberTable: Sendable {
  private let length: Int
  private let shifts: [UInt8]

  /// `length`: of the shortest text, at least 2.
  init(_ texts: [[UInt8]], length: Int) {
    self.length = min(length, 255)
    var shifts = [UInt8](repeating: UInt8(self.length - 1), count: 1 << 16)
    for text in texts {
      for end in 1..<self.length {
        let block = Int(text[end - 1]) | Int(text[end]) << 8
        shifts[block] = min(shifts[block], UInt8(self.length - 1 - end))
      }
    }
    self.shifts = shifts
  }

  func next(in bytes: RawSpan, from start: Int) -> Int? {
    let shifts = shifts.span
    let end = bytes.byteCount - 2
    var place = start &+ length &- 2
    while place <= end {
      let block = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt16.self)
      // In bounds: a UInt16 indexes a table of 65536.
      let shift = unsafe shifts[unchecked: Int(UInt16(littleEndian: block))]
      if shift == 0 { return place &- length &+ 2 }
      place &+= Int(shift)
    }
    return nil
  }
}
