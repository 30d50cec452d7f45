import TestSupport
import Testing

@testable import Smudge

/// Tests of digests.
struct DigestTests {
  @Test func `The digest does not depend on how bytes are split into pieces`() {
    var generator = SeededGenerator(salt: "digest")
    for count in [0, 1, 7, 8, 9, 15, 16, 17, 63, 64, 65, 300] {
      let content = random(count, &generator)
      let whole = Digest(content)
      for most in [1, 2, 7, 8, 9, 100] {
        var hasher = Digest.Hasher()
        for piece in generator.pieces(of: content, most: most) { hasher.add(piece) }
        #expect(hasher.finish() == whole, "\(count) bytes in pieces of up to \(most); \(TestSeed.note)")
      }
      #expect(Digest(AnyCollection(content)) == whole, "bytes that are not contiguous in memory")
    }
  }

  @Test func `Different contents have different digests`() {
    var generator = SeededGenerator(salt: "digests")
    var contents: Set<[UInt8]> = [[]]
    // Similar contents: zeros of any length, and a difference of one bit or byte.
    for count in 1...600 { contents.insert([UInt8](repeating: 0, count: count)) }
    let base = random(200, &generator)
    for place in base.indices {
      for bit in 0..<8 {
        var content = base
        content[place] ^= 1 << UInt8(bit)
        contents.insert(content)
      }
    }
    for _ in 0..<3000 { contents.insert(random(Int.random(in: 1...64, using: &generator), &generator)) }
    let digests = contents.map { Digest($0) }
    #expect(Set(digests).count == contents.count, "\(TestSeed.note)")
    #expect(Set(digests.map(\.high)).count == contents.count, "each half alone distinguishes them")
    #expect(Set(digests.map(\.low)).count == contents.count, "each half alone distinguishes them")
  }

  @Test func `Digests are the same in all versions`() {
    // They are stored in files: as checksums of plans, in smudge records, and as fingerprints of rules.
    #expect(Digest([]).hex == "b21244db1c7eb82b3536dc53e236af89")
    #expect(Digest(bytes("git-munge")).hex == "5696a4dc20ae9d5baa814393605ce6cc")
  }

  @Test func `A digest is 32 hexadecimal digits`() {
    #expect(Digest(high: 0, low: 255).hex == "000000000000000000000000000000ff")
    #expect(Digest(high: .max, low: 1).hex == "ffffffffffffffff0000000000000001")
  }

  private func random(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}
