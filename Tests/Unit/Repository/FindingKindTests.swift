import Platform
import TestSupport
import Testing

@testable import Munge

/// The list of the kinds of findings, and the page that describes them.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct FindingKindTests {
  private static let page = Path("docs/findings.md")

  @Test func `The page is what the program prints`() throws {
    let printed = bytes(Finding.Kind.page)
    if Environment.value("GIT_MUNGE_RECORD") != nil { try TestFile.write(Repository.root / Self.page, printed) }
    let difference = difference(printed, try Repository.content(Self.page))
    #expect(difference == nil, "git munge explain --kinds >docs/findings.md")
  }

  @Test func `Each kind that is declared is in the list, once`() throws {
    let files = try Repository.files(in: "Sources/Munge/Findings/Kinds", ending: ".swift")
    let declared = try files.flatMap { file in
      try Repository.text(file).split(separator: "\n").compactMap { line -> Substring? in
        let words = line.split(separator: " ")
        return words.starts(with: ["static", "let"]) && words.dropFirst(3).starts(with: ["=", "Finding.Kind("]) ? words[2] : nil
      }
    }
    #expect(declared.count > 20, "the declarations were found")
    #expect(declared.count == Finding.Kind.all.count)
    #expect(Set(Finding.Kind.all.map(\.id)).count == Finding.Kind.all.count)
  }
}
