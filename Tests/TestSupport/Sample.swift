import Foundation
package import Platform

/// Identifier files of a real project, read from outside of ours: rules, and the SHA-256 of each file in both forms.
public struct Sample: Decodable, Sendable {
  public struct Group: Decodable, Sendable {
    public let patterns: [String]
    public let exclude: [String]
    public let rules: [Pair]

    public init(patterns: [String], exclude: [String], rules: [Pair]) {
      (self.patterns, self.exclude, self.rules) = (patterns, exclude, rules)
    }
  }

  public struct Pair: Decodable, Sendable {
    public let canonical: String
    public let local: String
  }

  public struct File: Decodable, Sendable {
    public let path: String
    public let keyValues: Int
    public let canonicalSha256: String
    public let smudgedSha256: String
    /// Of the smudged file as Xcode saves it, where that writes other quotes.
    public let xcodeResavedSha256: String?
  }

  public let groups: [Group]
  public let files: [File]

  public static let names = ["bnrun", "utm", "altstore", "cwa", "arfoundation"]

  public static func read(_ directory: Path) throws -> Sample {
    try SampleFile.decoded(directory / "expected.json")
  }
}

/// A JSON file beside the samples.
public enum SampleFile {
  public static func decoded<VariableValue: Decodable>(_ file: Path) throws -> VariableValue {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(VariableValue.self, from: Data(try FileSystem.contents(file) ?? []))
  }
}
