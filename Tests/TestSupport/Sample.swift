import Foundation

/// Identifier files of a real project, read from outside this one: rules, and the SHA-256 of each file in both forms.
package struct Sample: Decodable, Sendable {
  package struct Group: Decodable, Sendable {
    package let patterns: [String]
    package let exclude: [String]
    package let rules: [Pair]
  }

  package struct Pair: Decodable, Sendable {
    package let canonical: String
    package let local: String
  }

  package struct File: Decodable, Sendable {
    package let path: String
    package let sites: Int
    package let canonicalSha256: String
    package let smudgedSha256: String
    /// The smudged file as Xcode saves it, if that has other quotes.
    package let xcodeResavedSha256: String?
  }

  package let groups: [Group]
  package let files: [File]

  package static let names = ["bnrun", "utm", "altstore", "cwa", "arfoundation"]

  package static func read(_ directory: Path) throws -> Sample { try SampleFile.decoded(directory / "expected.json") }
}

package enum SampleFile {
  package static func decoded<Content: Decodable>(_ file: Path) throws -> Content {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Content.self, from: Data(try FileSystem.contents(file) ?? []))
  }
}
