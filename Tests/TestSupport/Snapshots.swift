// Whole outputs in files: a change of words changes these files, to be reviewed with git diff and accepted.

import Foundation
import Synchronization

/// Expects a text to equal that of a file below Tests/Snapshots, in the directory named after the file of the test.
///
///     expectSnapshot("refusals", report)    // in SetTests.swift: Tests/Snapshots/Set/refusals.txt
package func expectSnapshot(_ name: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let suite = sourceLocation.fileName.split(separator: ".")[0].replacing(/Tests$/, with: "")
  try expectSnapshot(at: Path("\(Snapshots.directory)/\(suite)/\(name).txt"), text, sourceLocation: sourceLocation)
}

/// The same for a file at any path, such as a page of the documents.
package func expectSnapshot(at path: Path, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let text = text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
  if let words = try Snapshots.mismatch(path, text) { Issue.record("\(words)", sourceLocation: sourceLocation) }
}

package enum Snapshots {
  package static let directory = "Tests/Snapshots"
  /// If this is set, the files are written instead of compared.
  private static let accepting = "GIT_MUNGE_ACCEPT"
  package static var isAccepting: Bool { Environment.value(accepting) != nil }

  /// The texts that this run has compared or written.
  private static let seen = Mutex<[Path: String]>([:])

  fileprivate static func mismatch(_ path: Path, _ text: String) throws -> Comment? {
    let before = seen.withLock { $0.updateValue(text, forKey: path) }
    if let before, before != text {
      return "\(path): two different texts for one snapshot\n\(lineDifference(before, text))"
    }
    if isAccepting { try write(path, text) }
    guard let accepted = try FileSystem.contents(Repository.root / path) else {
      return "\(path) is missing: `scripts/test --accept` writes it\n\(text)"
    }
    let expected = String(decoding: accepted, as: UTF8.self)
    if text == expected { return nil }
    return "\(path): `scripts/test --accept` accepts the change\n\(lineDifference(expected, text))"
  }

  private static func write(_ path: Path, _ text: String) throws {
    if try FileSystem.contents(Repository.root / path) == bytes(text) { return }
    try TestFile.write(Repository.root / path, bytes(text))
  }
}

/// The lines of the first text only with `-`, those of the second only with `+`, and their numbers.
private func lineDifference(_ one: String, _ other: String) -> String {
  let changes = lines(other).difference(from: lines(one))
  return (changes.removals + changes.insertions).map { change in
    switch change {
    case .remove(let offset, let line, _): "-\(offset + 1): \(line)"
    case .insert(let offset, let line, _): "+\(offset + 1): \(line)"
    }
  }.joined(separator: "\n")
}

private func lines(_ text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
