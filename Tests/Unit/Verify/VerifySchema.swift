// Schemas that reports have to keep to: our own, and official ones where a folder of them was given.

import Platform
import TestSupport
import Testing

/// docs/verify.schema.json of the repository that these tests were built from.
enum VerifySchema {
  static func text() throws -> String {
    try Repository.text("docs/verify.schema.json")
  }

  static func read() throws -> JSONSchema { try JSONSchema(text()) }
}

/// Of others; `scripts/schemas` fetches them, for nothing of theirs is part of this project.
enum OfficialSchema {
  static let sarif = TestInput.schema("sarif-2.1.0.json")
  static let junit = TestInput.program("xmllint") == nil ? nil : TestInput.schema("junit.xsd")

  static let whyNoSarif: Comment = "GIT_MUNGE_SCHEMAS names no folder with sarif-2.1.0.json (scripts/schemas)"
  static let whyNoJUnit: Comment = "GIT_MUNGE_SCHEMAS names no folder with junit.xsd (scripts/schemas), or xmllint is missing"
}
