import Platform
import TestSupport
import Testing

@testable import Smudge
@testable import Verify

/// The list of the kinds of findings, and the page that describes them.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct FindingKindTests {
  @Test func `The page equals the generated one`() throws {
    try expectSnapshot(at: Path("docs/findings.md"), Finding.Kind.page)
  }
}
