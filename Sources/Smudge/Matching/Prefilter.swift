import Platform

/// A prefilter: finds the next position at which a pattern can start, without reading every byte.
///
/// Most content has no match, so this loop decides the speed of the filter. A few patterns are searched by two of their
/// rare bytes, 16 positions at a time with SIMD, as the packed pair search of Rust's `memchr`; many patterns by a
/// Wu-Manber table.
enum Prefilter: Sendable {
  case pairs([BytePair])
  case shifts(WuManberTable)

  /// The maximum number of pairs: with more, the table is faster.
  private static let maxPairs = 5

  /// Prepares the search for texts that are sorted by their bytes, none of them empty.
  init(sorted texts: [[UInt8]]) {
    let prefixes = Prefilter.sharedPrefixes(texts)
    let shortest = texts.map(\.count).min() ?? 0
    self =
      prefixes.count > Prefilter.maxPairs && shortest >= 2
      ? .shifts(WuManberTable(texts, length: shortest))
      : .pairs(prefixes.map { BytePair(rarestOf: $0) })
  }

  /// Prefixes that cover all texts: texts with a common prefix share one search.
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
  /// The number of first elements that equal those of `other`.
  func commonPrefix(with other: some Collection<UInt8>) -> Int { zip(self, other).prefix { $0 == $1 }.count }
}

extension Prefilter {
  /// The state of a search: the next candidate of each pair, or that of the table.
  struct Candidates {
    private var candidates: [Int]

    init(_ prefilter: Prefilter) {
      let count = if case .pairs(let pairs) = prefilter { pairs.count } else { 1 }
      candidates = Array(repeating: -1, count: count)
    }

    /// Makes it ready for a search that starts before the last one, or in other bytes.
    mutating func reset() { for index in candidates.indices { candidates[index] = -1 } }

    /// The first candidate from `start` on; `nil` if there is none.
    mutating func next(_ prefilter: Prefilter, in bytes: RawSpan, from start: Int) -> Int? {
      var nearest = Int.max
      switch prefilter {
      case .pairs(let pairs):
        for index in pairs.indices {
          if candidates[index] < start { candidates[index] = pairs[index].next(in: bytes, from: start) }
          nearest = min(nearest, candidates[index])
        }
      case .shifts(let table):
        if candidates[0] < start { candidates[0] = table.next(in: bytes, from: start) ?? .max }
        nearest = candidates[0]
      }
      return nearest == .max ? nil : nearest
    }
  }
}

/// The two rarest bytes of a text, with their offsets, and the first bytes of the text.
struct BytePair: Sendable, Equatable {
  private let first: UInt8
  private let second: UInt8
  private let firstOffset: Int
  private let secondOffset: Int
  /// The first bytes of the text, up to 16, in words of the machine; those after the text are 0 in both.
  private let head: SIMD2<UInt64>
  private let mask: SIMD2<UInt64>

  /// Bytes from the most to the least frequent in sources, property lists and project files of Xcode.
  private static let frequency = "eis0tronalB/FE2CAD4fcu178.p63w9d5TSRPgm_IhNyXLbOMkVUxGKvWYH()-j+$:zQJqZ@".bytes

  private static func rarity(_ byte: UInt8) -> Int { frequency.firstIndex(of: byte) ?? .max }

  init(rarestOf text: ArraySlice<UInt8>) {
    let offsets = text.indices.sorted { BytePair.rarity(text[$0]) > BytePair.rarity(text[$1]) }
    let one = offsets[0]
    let others = offsets.dropFirst()
    let other = others.first { text[$0] != text[one] } ?? others.first ?? one
    first = text[one]
    second = text[other]
    firstOffset = one - text.startIndex
    secondOffset = other - text.startIndex
    var bytes = SIMD16<UInt8>()
    var used = SIMD16<UInt8>()
    for (index, byte) in text.prefix(16).enumerated() {
      bytes[index] = byte
      used[index] = .max
    }
    head = unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
    mask = unsafe unsafeBitCast(used, to: SIMD2<UInt64>.self)
  }

  /// The next candidate; `Int.max` if there is none.
  func next(in bytes: RawSpan, from start: Int) -> Int {
    let wide = SIMD16<UInt8>.scalarCount
    let end = bytes.byteCount - max(firstOffset, secondOffset)
    let firsts = SIMD16(repeating: first)
    let seconds = SIMD16(repeating: second)
    /// All bits of a byte are set if both bytes of the pair are there. `position + wide` is at most `end`.
    @inline(__always) func hits(at position: Int) -> SIMD2<UInt64> {
      // In bounds: both loads end at or before the last byte, by the definition of `end`.
      let one = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: position &+ firstOffset, as: SIMD16<UInt8>.self)
      let other = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: position &+ secondOffset, as: SIMD16<UInt8>.self)
      return unsafeBitCast((one .== firsts) .& (other .== seconds), to: SIMD2<UInt64>.self)
    }

    var position = start
    // Most windows have no candidate: four at a time are skipped.
    while position &+ 4 &* wide <= end {
      let near = hits(at: position) | hits(at: position &+ wide)
      let far = hits(at: position &+ 2 &* wide) | hits(at: position &+ 3 &* wide)
      if near.x | near.y | far.x | far.y != 0 { break }
      position &+= 4 &* wide
    }

    while position &+ wide <= end {
      let hits = hits(at: position)
      for half in 0..<2 {
        var hits = hits[half]
        while hits != 0 {
          let candidate = position &+ 8 &* half &+ hits.trailingZeroBitCount / 8
          if isHead(in: bytes, at: candidate) { return candidate }
          hits &= ~(0xFF &<< UInt64(hits.trailingZeroBitCount))
        }
      }
      position &+= wide
    }
    return nextByBytes(in: bytes, from: position, to: end)
  }

  /// The next candidate in bytes that are fewer than a window; `Int.max` if there is none.
  private func nextByBytes(in bytes: RawSpan, from start: Int, to end: Int) -> Int {
    var position = start
    while position < end {
      if bytes[position + firstOffset] == first && bytes[position + secondOffset] == second { return position }
      position += 1
    }
    return .max
  }

  /// Whether the text can start with the bytes at a position: many lines have the pair of a key such as `SETTING_1`.
  private func isHead(in bytes: RawSpan, at position: Int) -> Bool {
    guard position &+ 16 <= bytes.byteCount else { return true }
    let other =
      unsafe (bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: SIMD2<UInt64>.self) & mask) ^ head
    return other.x | other.y == 0
  }
}

extension RawSpan {
  subscript(offset: Int) -> UInt8 { unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self) }
}

/// The tables of the multi-pattern search of Wu and Manber (1994): for each pair of bytes, how far the window can move,
/// and the first bytes of the texts.
struct WuManberTable: Sendable {
  private let length: Int
  private let shifts: [UInt8]
  /// A bit for each hash of a text's first bytes. The algorithm compares two of them; up to four reject more.
  private var heads = [UInt64](repeating: 0, count: 1 << 10)
  private let headMask: UInt32

  /// Makes the tables for texts. `length`: the length of the shortest text, at least 2.
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
    let headLength = min(length, 4)
    headMask = headLength == 4 ? .max : 1 << UInt32(8 * headLength) - 1
    for text in texts {
      let head = text.prefix(headLength).reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
      let hash = WuManberTable.hash(head)
      heads[hash >> 6] |= 1 << UInt64(hash & 63)
    }
  }

  /// A hash of 16 bits, by multiplication (Fibonacci hashing).
  private static func hash(_ head: UInt32) -> Int { Int((head &* 2_654_435_769) >> 16) }

  /// The next candidate; `nil` if there is none.
  func next(in bytes: RawSpan, from start: Int) -> Int? {
    let shifts = shifts.span
    let end = bytes.byteCount - 2
    var position = start &+ length &- 2
    while position <= end {
      let block = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt16.self)
      // In bounds: a UInt16 indexes a table of 65536.
      let shift = unsafe shifts[unchecked: Int(UInt16(littleEndian: block))]
      if shift == 0 {
        let candidate = position &- length &+ 2
        if isHead(in: bytes, at: candidate) { return candidate }
        position &+= 1
      }
      position &+= Int(shift)
    }
    return nil
  }

  /// Whether a text can start with the bytes at a position.
  private func isHead(in bytes: RawSpan, at position: Int) -> Bool {
    guard position &+ 4 <= bytes.byteCount else { return true }
    let head = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt32.self)
    let hash = WuManberTable.hash(UInt32(littleEndian: head) & headMask)
    return heads[hash >> 6] >> UInt64(hash & 63) & 1 == 1
  }
}
