import TestSupport
import Testing

@testable import WorkingTree

struct OccurrenceTests {
  private func occurrence(_ line: String) throws -> Occurrence {
    let content = bytes("before\n  \(line)\nafter\n")
    let place = try #require(content.firstRange(of: bytes("com.acme.app")))
    return Occurrence("com.acme.app", content, at: place.lowerBound)
  }

  @Test(arguments: [
    ("let id = \"group.com.acme.app.shared\"", "group.com.acme.app.shared"), ("id: com.acme.app.", "com.acme.app"),
    ("$(P)com.acme.app,", "com.acme.app"),
  ])
  func `The word has the dots around it`(line: String, word: String) throws {
    #expect(try occurrence(line).word == word)
    #expect(try occurrence(line).line == line)
  }

  @Test(arguments: [
    ("let id = \"com.acme.app\"", ["literal"]), ("<id>com.acme.app</id>", ["literal"]), ("BUNDLE_ID=com.acme.app", ["assigned"]),
    ("id: com.acme.app", ["assigned"]), ("// com.acme.app", ["comment"]), ("see https://x.org/?id=com.acme.app", ["link", "assigned"]),
    ("package com.acme.app;", ["code"]), ("import com.acme.app.R", ["code"]), ("namespace = \"com.acme.app\"", ["literal", "assigned", "code"]),
    ("Logger(subsystem: \"com.acme.app\")", ["literal", "label"]), ("(com.acme.app)", []),
    ("keychain(\"com.acme.app\")", ["literal", "tag"]), ("RESTServerAPIKey: com.acme.app", ["assigned", "api"]),
  ] as [(String, Set<String>)])
  func `What is around a text says what it is`(line: String, expected: Set<String>) throws {
    let found = try occurrence(line)
    let properties: [(String, Bool)] = [
      ("literal", found.isWholeLiteral), ("assigned", found.isAssigned && !found.isWholeLiteral || line.hasPrefix("namespace")),
      ("comment", found.isComment), ("link", found.isLink), ("code", found.isCodeName), ("label", found.isLabel), ("tag", found.isTag),
      ("api", found.isAPIKey),
    ]
    #expect(Set(properties.filter(\.1).map(\.0)) == expected)
  }
}
