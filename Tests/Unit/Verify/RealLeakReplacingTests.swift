import Platform
import TestSupport
import Testing

@testable import Munge

/// Real leaks: what the expressions make of them is what should have been committed.
@Suite(
  .enabled(if: TestInput.samples != nil, "GIT_MUNGE_SAMPLES names no folder of samples"),
  .enabled(if: TestInput.program("python3") != nil, "there is no python3 here to apply the expressions"))
struct RealLeakReplacingTests {
  private struct Leak: Decodable {
    let map: [Sample.Pair]
  }

  private static let keys = ["DEVELOPMENT_TEAM", "DevelopmentTeam"]

  private func findings(_ leak: Leak) -> [Finding] {
    let matters = leak.map.flatMap { pair -> [Finding.Matter] in
      if pair.local.contains(".") { return [.localText(bytes(pair.local), canonical: bytes(pair.canonical))] }
      return Self.keys.map { .foreignValue(bytes(pair.local), key: bytes($0), canonicals: [bytes(pair.canonical)]) }
    }
    return matters.map { Finding($0, .error, fingerprint: "") }
  }

  /// With the lines that stay wrong, as they should have been: a text that stood for two becomes the first of them.
  @Test(arguments: [
    ("btcmap-suffix-local", []), ("damus-team", []), ("loop-empty-canonical", []), ("wireguard-prefix-local", []),
    ("netnewswire-n-to-1", ["DevelopmentTeam = 9C84TZ7Q6Z;"]),
  ])
  func `A real leak is undone`(name: String, wrong: [String]) throws {
    let folder = try #require(TestInput.samples) / "leaks" / name
    let contents = { (kind: String) in try FileSystem.contents(folder / "\(kind)-0-project.pbxproj") ?? [] }
    let (leaked, ideal) = (try contents("leaked"), try contents("ideal"))
    let made = ReplaceText(findings(try SampleFile.decoded(folder / "leak.json")), rules: Rules())
    let found = try #require(try made.applied(to: [leaked]).first)
    let lines = { (bytes: [UInt8]) in
      String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }
    #expect(lines(found).count == lines(ideal).count)
    let differing = zip(lines(found), lines(ideal)).filter { $0 != $1 }.map { String($1.drop { $0 == "\t" }) }
    #expect(leaked != ideal && differing == wrong)
    #expect(made.remarks.isEmpty == wrong.isEmpty)
  }
}
