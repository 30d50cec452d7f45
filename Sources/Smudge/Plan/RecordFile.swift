import Platform

/// A record of a plan or a journal: a word, a space, and a value.
package struct Record: Sendable, Hashable {
  package let word: String
  package let value: [UInt8]

  package init(_ word: some RawRepresentable<String>, _ value: [UInt8] = []) {
    self.word = word.rawValue
    self.value = value
  }

  /// Parses a line; all of one without a space is the word.
  package init(line: some Collection<UInt8>) {
    let word = line.prefix { $0 != .space }
    self.word = word.string
    value = Array(line.dropFirst(word.count + 1))
  }

  var text: String { value.string }

  package var line: [UInt8] { word.bytes + [.space] + value }

  /// The value split at spaces into `count` fields, of which the last can contain spaces; `nil` if there are fewer.
  package func fields(_ count: Int) -> [[UInt8]]? {
    let fields = value.split(separator: .space, maxSplits: count - 1, omittingEmptySubsequences: false)
    return fields.count == count ? fields.map { Array($0) } : nil
  }

  /// Fields joined by spaces, as `fields` splits them.
  package static func joined(_ fields: [UInt8]...) -> [UInt8] { Array(fields.joined(separator: [.space])) }
}

/// A file format: a line with kind and version, records, and a checksum of everything before it.
package struct RecordFile {
  /// The version of all kinds. `git munge install` rewrites a plan of another version.
  static let version = "3"

  package let kind: String
  /// The byte after each line; no record contains it.
  let end: UInt8

  private var title: [UInt8] { "git-munge \(kind) ".bytes }

  package func encode(_ records: [Record]) -> [UInt8] {
    let lines = [title + RecordFile.version.bytes] + records.map(\.line)
    let content = lines.flatMap { $0 + [end] }
    return content + checksum(content[...])
  }

  private func checksum(_ content: ArraySlice<UInt8>) -> [UInt8] {
    "checksum \(Digest(content).hex)".bytes + [end]
  }

  package func decode(_ bytes: [UInt8]) throws(PlanError) -> [Record] {
    guard bytes.starts(with: title) else { throw .notAPlan }
    let version = bytes.dropFirst(title.count).prefix { $0 != end }
    guard version.elementsEqual(RecordFile.version.utf8) else {
      throw .otherVersion(version.string)
    }
    let content = bytes.dropLast(checksum([]).count)
    guard bytes[content.endIndex...].elementsEqual(checksum(content)) else { throw .damaged }
    let lines = content.split(separator: end, omittingEmptySubsequences: false)
    return lines.dropFirst().dropLast().map { Record(line: $0) }
  }
}

/// A part of a record; `nil` means that the file is damaged. Its checksum is already verified: another program wrote
/// it.
func intact<Value>(_ value: Value?) throws(PlanError) -> Value {
  guard let value else { throw .damaged }
  return value
}
