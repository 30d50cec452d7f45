// Schemas of reports: those of this project, and official ones where a directory of them is given.

import Platform
import TestSupport
import Testing

/// docs/verify.schema.json of the repository that the tests were built from.
enum VerifySchema {
  static func text() throws -> String {
    try Repository.text("docs/verify.schema.json")
  }

  static func read() throws -> JSONSchema { try JSONSchema(text()) }
}

/// Official schemas; `scripts/schemas` downloads them, as they are no part of this project.
enum OfficialSchema {
  static let sarif = TestInput.schema("sarif-2.1.0.json")
  static let junit = TestInput.program("xmllint") == nil ? nil : TestInput.schema("junit.xsd")

  static let whyNoSarif: Comment = "GIT_MUNGE_SCHEMAS names no directory with sarif-2.1.0.json (scripts/schemas)"
  static let whyNoJUnit: Comment = "GIT_MUNGE_SCHEMAS names no directory with junit.xsd (scripts/schemas), or xmllint is missing"
}
