// A developer's working tree, and the commands that stories run in it.

package import Platform
package import TestSupport
import Testing

/// A working tree; commands run at its top.
package struct WorkingTree: Sendable {
  package let workshop: Workshop
  package let top: Path

  package init(workshop: Workshop, top: Path) { (self.workshop, self.top) = (workshop, top) }

  package var gitDirectory: Path { top / ".git" }

  package func write(_ path: String, _ text: String, mode: UInt32 = 0o644) throws {
    try TestFile.write(top / path, bytes(text), mode: mode)
  }

  /// The text of a file; `nil` if there is none.
  package func text(_ path: String) throws -> String? {
    try FileSystem.contents(top / path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The content of a blob, by name or as `revision:path`, `:path`.
  package func blob(_ name: String) throws -> String { try git("cat-file", "blob", name).output }
}

/// The result of a command: its exit code and output.
package struct Outcome: CustomTestStringConvertible {
  package let words: [String]
  package let status: Int32
  package let output: String
  package let errors: String
  /// The directory that differs from run to run.
  let sandbox: Path

  /// Whether stdout or stderr contains a text.
  package func says(_ text: String) -> Bool { output.contains(text) || errors.contains(text) }

  /// What a report prints to do about its findings, without the cases in which it is right.
  package var steps: [String] {
    (output + errors).split(separator: "\n").filter { $0.hasPrefix("    ") }.map { line in
      line.firstRange(of: ":  ").map { String(line[$0.upperBound...]) } ?? String(line)
    }.map { String($0.drop { $0 == " " }) }
  }

  package var testDescription: String {
    "\(words.joined(separator: " ")): status \(status)\noutput: \(output)\nerrors: \(errors)"
  }
}

/// A command with an exit code that the story does not expect.
package struct UnexpectedEnd: Error, CustomStringConvertible {
  package let outcome: Outcome
  package let expected: ClosedRange<Int32>

  package var description: String { "expected status \(expected)\n\(outcome.testDescription)" }
}

extension WorkingTree {
  /// Runs a command, which must end with one of these statuses.
  @discardableResult
  package func run(
    _ words: [String], in directory: Path? = nil, input: String = "", environment: [String: String] = [:],
    status: ClosedRange<Int32> = 0...0
  ) throws -> Outcome {
    let result = try workshop.run(words.map(bytes), in: directory ?? top, input: bytes(input), environment: environment)
    let outcome = Outcome(
      words: words, status: result.status, output: String(decoding: result.output, as: UTF8.self),
      errors: String(decoding: result.errors, as: UTF8.self), sandbox: workshop.sandbox.directory)
    guard status.contains(result.status) else { throw UnexpectedEnd(outcome: outcome, expected: status) }
    return outcome
  }

  @discardableResult
  package func git(
    _ words: String..., input: String = "", environment: [String: String] = [:],
    status: ClosedRange<Int32> = 0...0
  ) throws -> Outcome {
    try git(words, input: input, environment: environment, status: status)
  }

  @discardableResult
  package func git(
    _ words: [String], in directory: Path? = nil, input: String = "", environment: [String: String] = [:],
    status: ClosedRange<Int32> = 0...0
  ) throws -> Outcome {
    try run(["git"] + words, in: directory, input: input, environment: environment, status: status)
  }

  /// `git munge` with these arguments, as a user runs it.
  @discardableResult
  package func munge(
    _ words: String..., environment: [String: String] = [:], status: ClosedRange<Int32> = 0...0
  ) throws -> Outcome {
    try munge(words, environment: environment, status: status)
  }

  @discardableResult
  package func munge(
    _ words: [String], in directory: Path? = nil, environment: [String: String] = [:],
    status: ClosedRange<Int32> = 0...0
  ) throws -> Outcome {
    try git(["munge"] + words, in: directory, environment: environment, status: status)
  }

  /// Runs a shell script, all commands of which must succeed.
  @discardableResult
  package func sh(_ script: String) throws -> Outcome { try run(["sh", "-ec", script]) }

  package var filter: Path { workshop.bin / "git-munge-filter" }

  /// Sets the filter keys to another program.
  package func setKeys(to program: String) throws {
    for key in ["process", "clean", "smudge"].map({ "filter.munged.\($0)" }) {
      try git("config", key, "p=\(program)\(git("config", key).output.dropLast().drop { $0 != ";" })")
    }
  }

  package func commitAll(_ message: String) throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--allow-empty", "-m", message)
  }

  /// Writes a file, and commits it with all other changes.
  package func commit(_ path: String, _ text: String, _ message: String) throws {
    try write(path, text)
    try commitAll(message)
  }

  /// Commits a text of a file on a new branch `topic` and another on `main`, and merges `topic`, which ends in a
  /// conflict.
  package func startConflict(in path: String, topic: String, main: String) throws {
    try git("switch", "--quiet", "--create", "topic")
    try commit(path, topic, "Topic")
    try git("switch", "--quiet", "main")
    try commit(path, main, "Main")
    try git("merge", "--quiet", "topic", status: 1...1)
  }
}

extension Outcome {
  /// Stdout, which must be one document and nothing else; `errors`: the expected stderr.
  package func document(errors: String = "") throws -> JSON {
    #expect(self.errors == errors)
    #expect(output.hasPrefix("{") && output.hasSuffix("}\n"))
    return try JSON(output)
  }
}

extension WorkingTree {
  /// Removes a blob from the repository, as if it had never been fetched.
  package func removeBlob(_ name: String) throws {
    let object = try git("rev-parse", name).output.prefix { $0 != "\n" }
    try run([
      "sh", "-c",
      "for p in .git/objects/pack/*.pack; do test -f \"$p\" || continue; mv \"$p\" ../p; rm -f .git/objects/pack/*; git unpack-objects -q <../p; done",
    ])
    try run(["rm", "-f", ".git/objects/\(object.prefix(2))/\(object.dropFirst(2))"])
  }
}
