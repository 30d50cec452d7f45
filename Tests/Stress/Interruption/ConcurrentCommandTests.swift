// Many rounds of a command that rewrites files, concurrent with another one, an editor, or `git add`.

import StorySupport

@Suite struct ConcurrentCommandTests {
  private static let rounds = 100
  private static let handles = ["bnr", "somebody", "other", "me"]

  private let tree: WorkingTree

  init() throws {
    tree = try Workshop(files: [
      "app.txt": "id = \(canonical)\n", "log.txt": "id = \(canonical)\n", "other.txt": "\(canonical)\n",
    ]).munged()
  }

  /// Runs a round: the script, and `git munge set` of a value while it runs.
  private func run(_ round: Int, against script: String, _ arguments: [String] = []) throws -> String {
    let handle = Self.handles[round % Self.handles.count]
    let both = "{ \(script)\n} & git munge set handle=\(handle) >set.log 2>&1; echo $? >set.status; wait"
    try tree.run(["sh", "-c", both, "sh"] + arguments)
    let said = try tree.text("set.log") ?? ""
    #expect(try tree.text("set.status") == "0\n", "\(said)")
    return "com.blah.user-\(handle)"
  }

  /// Ways in which editors save a file: `$1` holds the new text, `$2` is the file.
  private static let saves = [
    "by a new file in its place": #"cp "$1" "$2.save" && mv "$2.save" "$2""#,
    "by writing into it": #"cat "$1" >"$2""#,
    "by putting the old one aside": #"mv "$2" "$2~"; cp "$1" "$2"; rm "$2~""#,
  ]

  @Test(arguments: saves.keys.sorted()) func `an edit that is saved during set is on disk afterwards`(_ save: String)
    throws
  {
    let command = try #require(Self.saves[save])
    for round in 0..<Self.rounds / 2 {
      let script = """
        for number in 1 2 3 4 5 6 7 8; do
          printf 'id = \(local)\\nround \(round) save %s\\n' $number >buffer.ignored
          save buffer.ignored app.txt
          sleep 0.01
        done
        """
      let shown = try run(round, against: "save() { \(command); }\n" + script)
      let text = try #require(try tree.text("app.txt"))
      #expect(text.hasSuffix("\nround \(round) save 8\n"), "\(save): \(text)")
      #expect(try tree.text("other.txt") == "\(shown)\n")
    }
    try expectNoTrace()
  }

  /// A program that opened the file before set replaces it, and writes after set has compared it, writes into the old
  /// file. The window is microseconds; set cannot close it for programs that write in place.
  @Test func `lines appended during set are on disk afterwards, except in the window of the replacement`() throws {
    for round in 0..<Self.rounds {
      _ = try run(round, against: "for number in 1 2 3 4 5 6 7 8; do echo \(round).$number >>log.txt; sleep 0.01; done")
    }
    let expected = (0..<Self.rounds).flatMap { round in (1...8).map { "\(round).\($0)" } }
    let lines = try #require(try tree.text("log.txt")).split(separator: "\n").dropFirst().map(String.init)
    let lost = Set(expected).subtracting(lines)
    #expect(lost.count <= 5, "\(lost.sorted())")
    #expect(lines == expected.filter { !lost.contains($0) }, "all other lines are in order")
    try expectNoTrace()
  }

  @Test func `what is staged during set stays staged`() throws {
    // As a developer does: repeat the command while git reports a locked index.
    let add = #"until git add app.txt 2>>add.log; do sleep 0.01; done"#
    for round in 0..<Self.rounds {
      let script = """
        for number in 1 2 3; do
          printf 'id = \(local)\\nround \(round) add %s\\n' $number >buffer && mv buffer app.txt
          \(add)
        done
        """
      _ = try run(round, against: script)
      #expect(try tree.blob(":app.txt") == "id = \(canonical)\nround \(round) add 3\n")
      #expect(try tree.git("diff", "--name-only").output == "")
    }
    try expectNoTrace()
  }

  @Test(arguments: [("set", rounds), ("install", 5)])
  func `two concurrent commands run one after the other`(_ command: String, _ rounds: Int) throws {
    for round in 0..<rounds {
      if command == "install" { try tree.munge("uninstall") }
      try tree.write("app.txt", "round \(round) \(command == "install" ? canonical : local)\n")
      let script =
        #"git munge "$1" handle="one$2" >one.log 2>&1 & git munge "$1" handle="another$2" >two.log 2>&1; wait"#
      try tree.run(["sh", "-c", script, "sh", command, "\(round)"])
      let shown = try "com.blah.user-\(tree.git("config", "munge.values.handle").output.dropLast())"
      #expect(try tree.text("app.txt") == "round \(round) \(shown)\n")
      #expect(try tree.text("other.txt") == "\(shown)\n")
      #expect(try tree.git("diff", "--name-only").output == "app.txt\n")
    }
    try expectNoTrace()
  }

  /// No temporary file is left, and no object holds a local id.
  private func expectNoTrace() throws {
    #expect(try tree.munge("status", "--json", status: 0...1).says(#""name" : "munged""#))
    let left = try FileSystem.entries(tree.gitDirectory / "munge").map { "\($0)" }
    #expect(Set(left).subtracting(["attributes", "plan", "seen", "warnings", "trusted"]).isEmpty, "\(left)")
    #expect(!FileSystem.exists(tree.gitDirectory / "index.lock"))
    try tree.git("add", "--all")
    let held = try tree.objects(holding: "com.blah.user-").split(separator: "\n")
    #expect(held.allSatisfy { $0.contains(canonical) || $0.contains("${handle}") }, "\(held)")
  }
}
