import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of conflicts in rules with keys: every plan of two small rules.
struct KeyedAmbiguityTests {
  /// A fourth one takes five times as long; use it after changes of the analysis.
  private static let texts = ["a", "b", "a.b"] + (isThorough ? ["b.a"] : [])
  private static let isThorough = Environment.value("GIT_MUNGE_THOROUGH") != nil

  /// Rules of every kind, with every pair of texts.
  private static var rules: [PlanRule] {
    let pairs = texts.flatMap { one in texts.filter { $0 != one }.map { (one, $0) } }
    let plain = pairs.map { PlanRule($0, $1) }
    let part = pairs.map { canonical, local in keyed([canonical], local, .part) }
    let whole = pairs.map { canonical, local in keyed([canonical], local, .whole) }
    let empty = texts.map { keyed([""], $0, .whole) }
    let partOrEmpty = pairs.map { canonical, local in keyed([canonical, ""], local, .part) }
    let several = texts.flatMap { local in
      texts.flatMap { one in texts.map { [one, $0] } }.filter { !$0.contains(local) && $0[0] != $0[1] }
        .map { keyed($0, local, .whole) }
    }
    return plain + part + whole + empty + partOrEmpty + several
  }

  private static func keyed(_ canonicals: [String], _ local: String, _ extent: KeyScope.Extent) -> PlanRule {
    PlanRule(
      name: bytes("keyed"), pairs: canonicals.map { TextPair(canonical: bytes($0), local: bytes(local)) },
      keyed: KeyScope(keys: [bytes("K")], extent: extent))
  }

  /// All values of up to three words, of the key, of another key, and quoted.
  private static let contents: [[UInt8]] = {
    let words = ["a", "b"]
    let two = words.flatMap { one in words.map { "\(one).\($0)" } }
    let values = [""] + words + two + two.flatMap { pair in words.map { "\(pair).\($0)" } }
    return values.flatMap { [bytes("K = \($0)\nX = \($0)\n"), bytes("\(String(decoding: XcodeQuoting.mark, as: UTF8.self))\n\tK = \"\($0)\";\n")] }
  }()

  @Test(arguments: 0..<8)
  func `Clean restores content by its bytes if smudge is invertible, else it needs the source`(part: Int) throws {
    let rules = Self.rules
    var (inverted, asked) = (0, 0)
    for (index, one) in rules.enumerated() where index % 8 == part {
      for other in rules[index...] {
        let plan = Plan(withCertainty: [one, other])
        let transform = CompiledPlan(plan).transform(for: nil)
        for content in Self.contents {
          if try check(transform, content, plan) { inverted += 1 } else { asked += 1 }
        }
      }
    }
    #expect(inverted > 400)
    #expect(asked > 20)
  }

  /// Whether clean restores the content by its bytes alone.
  private func check(_ transform: Transform, _ content: [UInt8], _ plan: Plan) throws -> Bool {
    let (smudged, summary) = try transform.smudge(content)
    let cleaned = try? transform.clean(smudged)
    let comesBack = cleaned?.bytes == content
    let message = Comment(rawValue: "\(plan.words) on '\(escaped(content))', shown as '\(escaped(smudged))'")
    if summary.isInvertible { #expect(comesBack, message) }
    if !comesBack {
      let isAsked = cleaned.map { !$0.summary.roles.isDisjoint(with: TextRoles.needingSource) } ?? true
      #expect(isAsked, message)
    }
    // No local text stays, independent of the source.
    if let cleaned, let again = try? transform.clean(cleaned.bytes) {
      #expect(again.bytes == cleaned.bytes || !again.summary.roles.isDisjoint(with: .canonical), message)
    }
    return comesBack
  }
}
