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

  @Test func `Each declared kind is in the list once`() throws {
    let files = try Repository.files(in: "Sources/Verify/Findings", ending: ".swift")
    let declared = try files.flatMap { file in
      try Repository.text(file).split(separator: "\n").compactMap { line -> Substring? in
        let words = line.split(separator: " ").drop { $0 == "package" }
        return words.starts(with: ["static", "let"]) && words.dropFirst(3).starts(with: ["=", "Finding.Kind("]) ? words.dropFirst(2).first : nil
      }
    }
    #expect(declared.count > 20, "the declarations were found")
    #expect(declared.count == Finding.Kind.all.count)
    #expect(Set(Finding.Kind.all.map(\.id)).count == Finding.Kind.all.count)
  }
}
