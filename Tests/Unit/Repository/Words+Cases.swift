import Platform
import TestSupport
import Testing

extension Words {
  /// The cases of an enum of the sources that a test does not name: a table needs a row for each.
  static func casesWithoutRow(of name: String, in path: String, test: String = #filePath) throws -> [String] {
    let source = try SwiftSource(Path(path), Repository.text(path))
    let body = source.code.drop { !$0.contains("enum \(name):") }.dropFirst().prefix { $0 != "}" }
    let cases = body.flatMap { line in line.firstMatch(of: /^  case ([a-z]\w*)/).map { [String($0.output.1)] } ?? [] }
    try #require(!cases.isEmpty, "\(path) has no enum \(name)")
    let tested = String(decoding: try FileSystem.contents(Path(test)) ?? [], as: UTF8.self)
    return try cases.filter { try !tested.contains(Regex("\\.\($0)\\b")) }
  }
}
