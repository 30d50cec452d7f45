/// A 128-bit fingerprint of bytes, for finding content again; not for keeping out an attacker.
///
/// Whoever uses it checks what it finds, so a collision costs time and nothing else. Two
/// multiply-and-fold lanes, eight bytes a step, in the manner of wyhash.
package struct Digest: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    (self.high, self.low) = (high, low)
  }

  package init(_ bytes: some Collection<UInt8>) {
    var hasher = Hasher()
    hasher.add(bytes)
    self = hasher.finish()
  }

  /// Takes bytes in pieces; how they are cut does not change the result.
  package struct Hasher {
    private var lanes: (UInt64, UInt64) = (0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03)
    private var word: UInt64 = 0
    private var count: UInt64 = 0

    package init() {}

    package mutating func add(_ bytes: some Collection<UInt8>) {
      if bytes.withContiguousStorageIfAvailable({ add($0.span) }) == nil { add(Array(bytes).span) }
    }

    private mutating func add(_ bytes: Span<UInt8>) {
      var place = 0
      while place < bytes.count && count & 7 != 0 { take(bytes[place]); place += 1 }
      let raw = bytes.bytes
      while place &+ 8 <= bytes.count {
        let eight = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
        mix(UInt64(littleEndian: eight))
        count &+= 8
        place &+= 8
      }
      while place < bytes.count { take(bytes[place]); place += 1 }
    }

    private mutating func take(_ byte: UInt8) {
      word |= UInt64(byte) << ((count & 7) * 8)
      count += 1
      if count & 7 == 0 { mix(word); word = 0 }
    }

    private mutating func mix(_ eight: UInt64) {
      lanes.0 = fold(lanes.0 ^ eight, 0xA076_1D64_78BD_642F)
      lanes.1 = fold(lanes.1 ^ eight, 0xE703_7ED1_A0B4_28DB) &+ eight
    }

    private func fold(_ one: UInt64, _ other: UInt64) -> UInt64 {
      let product = one.multipliedFullWidth(by: other)
      return product.high ^ product.low
    }

    package func finish() -> Digest {
      var last = self
      last.mix(word)
      last.mix(count)
      return Digest(high: last.lanes.0, low: last.lanes.1)
    }
  }

  /// Of 32 hexadecimal digits; `nil` for anything else.
  package init?(hex: String) {
    guard let high = UInt64(hex.prefix(16), radix: 16), let low = UInt64(hex.dropFirst(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  /// 32 hexadecimal digits.
  package var hex: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
