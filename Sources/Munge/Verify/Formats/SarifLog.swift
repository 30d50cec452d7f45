import Platform
import Smudge

/// A report as a log file of SARIF 2.1.0 with one run, for services that show such results beside the code.
///
/// Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0, errata 01.
struct SarifLog: Encodable {
  private let schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  private let version = "2.1.0"
  private let runs: [Run]

  init(_ report: VerifyReport, _ showing: Finding.Showing, strictly: Bool) {
    let results = report.findings.map { Result($0, showing, strictly: strictly) }
    runs = [Run(results: results, properties: ["summary": report.summary])]
  }

  var text: String { JSONText.encoded(self) + "\n" }

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }
}

extension SarifLog {
  fileprivate struct Run: Encodable {
    var tool = Tool()
    /// Paths are relative to the top of the working tree, wherever that is.
    var originalUriBaseIds = [base: Base()]
    var columnKind = "unicodeCodePoints"
    let results: [Result]
    let properties: [String: String]
  }

  fileprivate static let base = "%SRCROOT%"

  fileprivate struct Base: Encodable {
    var description = Text("The top of the working tree.")
  }

  fileprivate struct Tool: Encodable {
    var driver = Driver()
  }

  fileprivate struct Driver: Encodable {
    var name = "git-munge"
    var semanticVersion = Version.current
    /// All of them, found or not, so that an index always means the same.
    var rules = Finding.Kind.all.map { Rule($0) }
  }

  fileprivate struct Rule: Encodable {
    let id: String
    let name: String
    let shortDescription: Text
    let fullDescription: Text
    let help: Text
    let defaultConfiguration: Configuration

    struct Configuration: Encodable {
      let level: String
    }
  }

  fileprivate struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    let message: Text
    let locations: [Place]
    let partialFingerprints: [String: String]
    let properties: Properties?

    struct Place: Encodable {
      let physicalLocation: PhysicalLocation
    }
  }

  fileprivate struct PhysicalLocation: Encodable {
    let artifactLocation: Artifact
    let region: Region
  }

  fileprivate struct Artifact: Encodable {
    let uri: String
    var uriBaseId = base
  }

  fileprivate struct Region: Encodable {
    let startLine: Int
    let startColumn: Int?
    let endColumn: Int?
  }

  fileprivate struct Properties: Encodable {
    let commit: String
    let author: String
  }

  fileprivate struct Text: Encodable {
    let text: String

    init(_ text: String) { self.text = text }

    /// Words of the repository: no placeholder (3.11.5), and no link (3.11.6).
    init(escaping words: String) {
      let marks: [Unicode.Scalar: String] = ["{": "{{", "}": "}}"]
      let links: [Unicode.Scalar: String] = words.contains("](") ? ["[": "\\[", "]": "\\]", "\\": "\\\\"] : [:]
      text = words.unicodeScalars.map { marks[$0] ?? links[$0] ?? String($0) }.joined()
    }
  }
}

extension SarifLog.Rule {
  fileprivate init(_ kind: Finding.Kind) {
    id = kind.id
    name = kind.id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    shortDescription = SarifLog.Text(kind.summary)
    fullDescription = SarifLog.Text(kind.meaning)
    help = SarifLog.Text(kind.remedy)
    defaultConfiguration = Configuration(level: kind.severity.level)
  }
}

extension SarifLog.Result {
  fileprivate init(_ finding: Finding, _ showing: Finding.Showing, strictly: Bool) {
    ruleId = finding.kind.id
    ruleIndex = Finding.Kind.all.firstIndex(of: finding.kind) ?? -1
    level = finding.severity(strictly: strictly).level
    let remedy = finding.remedy.prefix(1).uppercased() + finding.remedy.dropFirst()
    message = SarifLog.Text(escaping: "\(finding.message(showing)). \(remedy).")
    locations = [Place(physicalLocation: SarifLog.PhysicalLocation(finding))]
    partialFingerprints = ["gitMunge/v1": finding.fingerprint]
    properties = finding.origin.map { SarifLog.Properties(commit: $0.commit, author: $0.author) }
  }
}

extension SarifLog.PhysicalLocation {
  /// Services take no result without a file and a line. So what is said of the whole repository is said at the
  /// file that has to be changed, and what is said of a whole file at its first line.
  fileprivate init(_ finding: Finding) {
    let place = finding.location
    artifactLocation = SarifLog.Artifact(uri: (place?.path ?? finding.kind.file).percentEncoded)
    region = SarifLog.Region(startLine: place?.line ?? 1, startColumn: place?.column, endColumn: place?.endColumn)
  }
}

extension Finding.Severity {
  fileprivate var level: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .note: "note"
    }
  }
}

extension Path {
  /// As a relative reference (RFC 3986, 4.2). A colon is encoded too, or `a:b` would name a scheme.
  fileprivate var percentEncoded: String {
    bytes.map { byte in
      if SarifLog.unreserved.contains(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "%0\(digits)" : "%\(digits)"
    }.joined()
  }
}

extension SarifLog {
  fileprivate static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
}
