// The number of processes of git that a command starts, against the table in docs/performance.md.

import Platform
import StorySupport
import TestSupport
import Testing

struct ProcessBudgetTests {
  private static let rows: [(command: String, limit: Int)] = {
    let lines = (try? Repository.text("docs/performance.md")) ?? ""
    return lines.split(separator: "\n").compactMap { line in
      let match = line.wholeMatch(of: /\| `git munge (.+)` \| (\d+) \|/)
      return match.flatMap { match in Int(match.2).map { (String(match.1), $0) } }
    }
  }()

  @Test func `The table has a row for each command that is run often`() {
    #expect(Set(Self.rows.map(\.command)) == ["status", "refresh", "verify HEAD", "set", "install", "doctor"])
  }

  @Test(arguments: rows)
  func `A command starts no more processes of git than its row allows`(_ command: String, _ limit: Int) throws {
    let workshop = try Workshop(files: ["app.txt": "id = com.blah.user-thing\n"])
    let tree = try workshop.munged()
    let trace = workshop.sandbox.directory / "trace"
    let words = command == "set" ? ["set", "handle=ann"] : command.split(separator: " ").map(String.init)
    _ = try tree.run(["git-munge"] + words, environment: ["GIT_TRACE2_EVENT": "\(trace)"])
    let started = try #require(try FileSystem.contents(trace)).split(separator: 10)
      .filter { String(decoding: $0, as: UTF8.self).contains(#""event":"start""#) }
    #expect((1...limit).contains(started.count), "\(started.map { escaped($0) }.joined(separator: "\n"))")
  }
}
