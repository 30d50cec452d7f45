import Platform
import TestSupport
import Testing

@testable import Smudge

/// Properties of the lens for project files that were edited between smudge and clean.
struct ProjectLensLawTests {
  @Test(arguments: 0..<6)
  func `Clean keeps all edits and restores the identifiers`(batch: Int) throws {
    var generator = SeededGenerator(salt: "project \(batch)")
    let transform = CompiledPlan(RandomProject.plan).transform(for: nil)
    for _ in 0..<80 {
      var project = RandomProject(&generator)
      let source = project.committed
      #expect(difference(try transform.smudge(source).bytes, project.local) == nil, "the model is right")
      #expect(difference(try LineLens(transform, source: source).put(project.local).bytes, source) == nil)
      var edits: [RandomProject.Edit] = []
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        edits += [RandomProject.Edit.allCases.randomElement(using: &generator) ?? .insert]
        project.make(edits[edits.count - 1])
      }
      let message = Comment(rawValue: "\(edits) of '\(escaped(source))', smudged as '\(escaped(project.local))'; \(TestSeed.note)")
      let cleaned = try LineLens(transform, source: source).put(project.local).bytes
      #expect(difference(cleaned, project.committed) == nil, message)
      // The staged content is the source of the next round.
      let again = try LineLens(transform, source: cleaned).put(project.local).bytes
      #expect(difference(again, cleaned) == nil, message)
    }
  }
}
