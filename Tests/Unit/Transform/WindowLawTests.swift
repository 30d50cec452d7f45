import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of content in a file: it is transformed in windows, with the same result as in memory.
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
        let windowed = try apply(transform, direction, pieces, limit: limit, chunk: chunk)
        let message = Comment(rawValue: "limit \(limit), chunk \(chunk): \(random.words(nil, content))")
        #expect(difference(windowed.bytes, whole.bytes) == nil, message)
        #expect(windowed.summary == whole.summary, message)
      }
    }
  }

  @Test(arguments: [0, 1, 5, 11, 12, 13, 40])
  func `A text across two windows of full size is found`(distance: Int) throws {
    let border = 1 << 20
    let transform = CompiledPlan(Plan(PlanRule("com.acme.app", "dev.me.other"))).transform(for: nil)
    var content = [UInt8](repeating: UInt8(ascii: "."), count: 2 * border + 100)
    for place in [border - distance, 2 * border - distance] {
      content.replaceSubrange(place..<place + 12, with: bytes("com.acme.app"))
    }
    let whole = try transform.smudge(content)
    let windowed = try apply(transform, .smudge, [content[...]], limit: 1 << 16, chunk: border)
    #expect(difference(windowed.bytes, whole.bytes) == nil)
    #expect(windowed.summary.replacements == 2)
    #expect(windowed.summary == whole.summary)
  }

  @Test(arguments: [unescaped(#"a x\0"#), bytes("bplist a x"), unescaped(#"\xff\xfea x"#)])
  func `Content that is never munged is only scanned, also in windows`(content: [UInt8]) throws {
    let transform = CompiledPlan(Plan(PlanRule("a", "x"))).transform(for: nil)
    let result = try apply(transform, .clean, generatorPieces(content), limit: 1, chunk: 2)
    #expect(difference(result.bytes, content) == nil)
    #expect(result.summary.nearLeaks == [NearLeak(text: bytes("x"), reason: .neverMunged)])
  }

  private func generatorPieces(_ content: [UInt8]) -> [ArraySlice<UInt8>] { content.indices.map { content[$0...$0] } }

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
  /// All of the content, from memory or from the file.
  func collected() throws -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachChunk { bytes += $0 }
    return bytes
  }
}
