import Platform
import TestSupport
import Testing

@testable import Munge

/// What all formats for programs have in common.
struct MachineFormatTests {
  @Test func `There are samples of every kind, each as severe as its kind usually is`() {
    #expect(Finding.samples.map(\.kind) == Finding.Kind.allCases)
    #expect(Set(Finding.samples.map(\.severity)) == Set(Finding.Severity.allCases))
  }

  @Test func `Every format but the one for people is a format for programs`() {
    #expect(ReportFormat.allCases.compactMap(\.machine) == MachineFormat.allCases)
    #expect(ReportFormat.human.machine == nil)
  }

  @Test(arguments: MachineFormat.allCases)
  func `A report is text that ends with a newline, and the same each time`(format: MachineFormat) {
    let text = VerifyReport.full.written(format)
    #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
    #expect(text == VerifyReport.full.written(format))
  }

  @Test(arguments: MachineFormat.allCases)
  func `Somebody's text is shown only where that was asked for`(format: MachineFormat) {
    let secret = String(decoding: Finding.secret, as: UTF8.self)
    #expect(!VerifyReport.full.written(format).contains(secret))
    #expect(VerifyReport.full.written(format).contains("Z9********"))
    #expect(VerifyReport.full.written(format, .plain).contains(secret))
  }

  @Test(arguments: MachineFormat.allCases)
  func `Every finding and its repair are told, and who brought it in`(format: MachineFormat) {
    let text = VerifyReport.full.written(format).lowercased()
    for finding in Finding.samples {
      #expect(text.contains(finding.kind.rawValue))
    }
    #expect(text.contains("0123456789") && text.contains("a u thor"))
    #expect(text.contains("put the canonical text back") || text.contains("puts the canonical text back"))
  }

  /// A CI server reads what its steps print, and takes some lines for commands.
  @Test(arguments: MachineFormat.allCases)
  func `No line of a report begins with words of the repository`(format: MachineFormat) {
    let words = "x\n::error::y\n##vso[task]\r\n::warning::z"
    let report = VerifyReport.of(Awkward.finding(Path("p\n::notice::q"), words: words))
    for line in report.written(format).split(whereSeparator: \.isNewline) {
      let isOurs = format == .github ? line.hasPrefix("::error file=") : !line.drop { $0 == " " }.hasPrefix("::")
      #expect(isOurs && !line.hasPrefix("##"), "\(line)")
    }
  }

  @Test(arguments: Finding.Kind.allCases)
  func `Every kind is described in whole sentences`(kind: Finding.Kind) {
    for words in [kind.summary, kind.meaning, kind.remedy] {
      #expect(words.hasSuffix(".") && words.count > 20 && !words.contains("\n"))
    }
  }
}
