import Platform

/// A 128-bit hash, not cryptographic, as in wyhash. What is found by it is compared too: a collision costs time only.
package struct Digest: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  package init(_ bytes: some Collection<UInt8>) {
    var hasher = Hasher()
    hasher.add(bytes)
    self = hasher.finish()
  }

  /// A hasher of bytes in pieces; the result does not depend on where the pieces are cut.
  package struct Hasher {
    private var lanes: (UInt64, UInt64) = (0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03)
    private var word: UInt64 = 0
    private var count: UInt64 = 0

    package init() {}

    package mutating func add(_ bytes: some Collection<UInt8>) {
      if bytes.withContiguousStorageIfAvailable({ add($0.span) }) == nil { add(Array(bytes).span) }
    }

    private mutating func add(_ bytes: Span<UInt8>) {
      var index = 0
      while index < bytes.count && count & 7 != 0 {
        addByte(bytes[index])
        index += 1
      }
      let raw = bytes.bytes
      while index &+ 8 <= bytes.count {
        let word8 = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
        mix(UInt64(littleEndian: word8))
        count &+= 8
        index &+= 8
      }
      while index < bytes.count {
        addByte(bytes[index])
        index += 1
      }
    }

    private mutating func addByte(_ byte: UInt8) {
      word |= UInt64(byte) << ((count & 7) * 8)
      count += 1
      if count & 7 == 0 {
        mix(word)
        word = 0
      }
    }

    private mutating func mix(_ word8: UInt64) {
      lanes.0 = fold(lanes.0 ^ word8, 0xA076_1D64_78BD_642F)
      lanes.1 = fold(lanes.1 ^ word8, 0xE703_7ED1_A0B4_28DB) &+ word8
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

  /// Parses 32 hexadecimal digits; `nil` for anything else.
  package init?(hex: String) {
    guard let high = UInt64(hex.prefix(16), radix: 16), let low = UInt64(hex.dropFirst(16), radix: 16) else {
      return nil
    }
    self.init(high: high, low: low)
  }

  package var hex: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
