import TestSupport

@testable import Smudge

struct SpoolTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func spool(limit: Int) -> Spool { Spool(.overflow(directory: directory.path, limit: limit)) }

  @Test(arguments: [0, 1, 9, 10, 11, 12, 100])
  func `Appended bytes are read again in order`(count: Int) throws {
    let content = (0..<count).map { UInt8($0 + 1) }
    for most in [1, 3, 200] {
      var generator = SeededGenerator(salt: "spool \(count) \(most)")
      var spool = spool(limit: 10)
      spool.chunk = 7
      for piece in generator.pieces(of: content, most: most) { try spool.append(piece) }
      #expect(try spool.collected() == content)
      #expect(try spool.collected() == content, "it can be read more than once")
      #expect(spool.count == count)
      #expect((spool.inMemory == nil) == (count > 10), "more than the limit is in a file")
      try spool.append([0xFF])
      #expect(try spool.collected() == content + [0xFF], "bytes can be appended after a read")
    }
  }

  @Test func `A spool can be used again for the next file`() throws {
    var spool = spool(limit: 10)
    try spool.append(unescaped(#"bplist\0 more than ten bytes"#))
    #expect(spool.exclusion != nil)
    spool.removeAll()
    #expect(spool.count == 0)
    #expect(spool.inMemory == [])
    #expect(spool.exclusion == nil, "the kind of content is that of the next file")
    try spool.append(bytes("text"))
    #expect(try spool.collected() == bytes("text"))
    #expect(spool.exclusion == nil)
  }

  @Test(arguments: [
    ("abc", "abc", true), ("abc", "abd", false), ("abc", "ab", false), ("", "", true), ("", "a", false),
  ])
  func `Two spools match if their bytes do, in memory or in files`(one: String, other: String, matches: Bool) throws {
    // Equal beyond the head that each spool stores.
    let start = bytes(String(repeating: "x", count: 100))
    for limits in [(1000, 1000), (10, 1000), (10, 10)] {
      var first = spool(limit: limits.0)
      var second = spool(limit: limits.1)
      try first.append(start + bytes(one))
      try second.append(start + bytes(other))
      #expect(try first.matches(second) == matches, "limits \(limits)")
      #expect(try second.matches(first) == matches, "limits \(limits)")
    }
  }
}

struct WindowLawTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: 0..<4)
  func `Windows of any size have the same bytes and summary`(batch: Int) throws {
    var generator = SeededGenerator(salt: "windows \(batch)")
    for _ in 0..<150 {
      let random = RandomPlan(&generator)
      let content = random.content(&generator, most: 40)
      let transform = random.compiled.transform(for: RandomPlan.paths.randomElement(using: &generator) ?? nil)
      let limit = Int.random(in: 1...20, using: &generator)
      let chunk = Int.random(in: 1...40, using: &generator)
      let pieces = generator.pieces(of: content, most: 30)
      for direction in Direction.allCases {
        guard let whole = try? transform.apply(direction, to: content) else { continue }
        var windowed = try apply(transform, direction, pieces, limit: limit, chunk: chunk)
        let message = Comment(rawValue: "limit \(limit), chunk \(chunk): \(random.words(nil, content))")
        #expect(difference(windowed.bytes, whole.bytes) == nil, message)
        windowed.summary.isCompared = whole.summary.isCompared
        #expect(windowed.summary == whole.summary, message)
      }
    }
  }

  @Test(arguments: [0, 1, 5, 11, 12, 13, 40], [false, true])
  func `A text across two windows of full size is found`(distance: Int, isProject: Bool) throws {
    let border = 1 << 20
    let transform = CompiledPlan(Plan(PlanRule("com.acme.app", "dev.me.other"))).transform(for: nil)
    var content = [UInt8](repeating: UInt8(ascii: "."), count: 2 * border + 100)
    if isProject { content.replaceSubrange(0..<13, with: bytes("// !$*UTF8*$!")) }
    for place in [border - distance, 2 * border - distance] {
      content.replaceSubrange(place..<place + 12, with: bytes("com.acme.app"))
    }
    let whole = try transform.smudge(content)
    var windowed = try apply(transform, .smudge, [content[...]], limit: 1 << 16, chunk: border)
    #expect(difference(windowed.bytes, whole.bytes) == nil)
    #expect(windowed.summary.replacements == 2)
    windowed.summary.isCompared = whole.summary.isCompared
    #expect(windowed.summary == whole.summary)
  }

  @Test(arguments: [unescaped(#"a x\0"#), bytes("bplist a x"), unescaped(#"\xff\xfea x"#)])
  func `Content that is never munged is only scanned, also in windows`(content: [UInt8]) throws {
    let transform = CompiledPlan(Plan(PlanRule("a", "x"))).transform(for: nil)
    let result = try apply(transform, .clean, content.indices.map { content[$0...$0] }, limit: 1, chunk: 2)
    #expect(difference(result.bytes, content) == nil)
    #expect(result.summary.nearLeaks == [NearLeak(text: bytes("x"), reason: .neverMunged)])
  }

  private func apply(
    _ transform: Transform, _ direction: Direction, _ pieces: [ArraySlice<UInt8>], limit: Int, chunk: Int
  ) throws -> (bytes: [UInt8], summary: ScanSummary) {
    let policy = Spool.Policy.overflow(directory: directory.path, limit: limit)
    var input = Spool(policy)
    var output = Spool(policy)
    (input.chunk, output.chunk) = (chunk, chunk)
    for piece in pieces { try input.append(piece) }
    let summary = try transform.apply(direction, to: input, into: &output)
    return (summary.replacements == 0 ? try input.collected() : try output.collected(), summary)
  }
}

extension Spool {
  func collected() throws -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachChunk { bytes += $0 }
    return bytes
  }
}
