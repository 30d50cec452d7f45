// One repository, cloned twice for each command: with git-munge installed, and without.

import Platform
import StorySupport
import TestSupport
import Testing

/// Values that make the local text shorter and longer than the canonical one: git trusts the length of a file.
enum Handle: String, CaseIterable {
  case short = "bnr"
  case long = "somebody-else"

  var local: String { "com.blah.user-\(rawValue)" }
}

/// The repository that all commands are tried in, and clones of it to copy: a clone and an installation take longer.
struct BesideUpstream {
  /// For the tests of the suite, which share it.
  @TaskLocal static var shared: BesideUpstream?

  private let workshop: Workshop

  init() throws {
    workshop = try Workshop(
      attributes: "* filter=munge\n*.md -filter\nwin.txt text eol=crlf\n", files: ["app.txt": BesideUpstream.app])
    try workshop.maintainer.run(["sh", "-ec", BesideUpstream.history], environment: ["ID": canonical])
    try settle(workshop.clone("plain"))
    for handle in Handle.allCases {
      try settle(workshop.munged(handle.rawValue, values: "handle=\(handle.rawValue)"))
    }
  }

  private static let app =
    "id = \(canonical)\n" + (1...19).map { "line \($0)\n" }.joined() + "last \(canonical)\nend\n"

  /// `topic` can be merged with `main`, `clash` cannot, `lookahead` follows it, and `moved` renames.
  private static let history = #"""
    mkdir sub
    echo "group.$ID.shared, and com.blah.user-things is another word" >other.txt
    echo "$ID.Intents $ID" >sub/deep.txt
    echo "windows $ID" >sub/win.txt
    echo "gone $ID" >gone.txt
    echo "never munged $ID" >plain.md
    printf '#!/bin/sh\necho %s\n' "$ID" >run.sh
    chmod +x run.sh
    ln -s "$ID" link
    replace() { sed "$1" "$2" >.git/t; cat .git/t >"$2"; }
    commit() { git add --all; git commit --quiet -m "$1"; }
    commit "Files"
    replace "s/^line 3$/line 3 $ID/" app.txt; commit "Line 3"
    git checkout --quiet -b topic
    echo "topic $ID" >>app.txt; commit "Topic"
    echo "topic $ID" >topic.txt; echo "topic $ID" >>sub/deep.txt; commit "More of topic"
    git checkout --quiet -b clash main
    replace "s/^id = .*/id = $ID.clash/" app.txt; commit "Clash"
    git checkout --quiet -b moved main
    git mv other.txt sub/moved.txt; { echo "moved $ID"; cat sub/moved.txt; } >.git/t; cat .git/t >sub/moved.txt; commit "Move"
    git checkout --quiet main
    replace "s/^id = .*/id = $ID.main/" app.txt; echo "three $ID" >>other.txt; commit "Three"
    git rm --quiet gone.txt; echo "new $ID" >new.txt; commit "Four"
    git checkout --quiet -b ahead
    replace "s/^end$/end of $ID/" app.txt; commit "Ahead"
    echo "more $ID" >>sub/win.txt; commit "More ahead"
    git checkout --quiet main
    """#

  /// All branches are the clone's own, git is sure of all files, and there is little to copy.
  private func settle(_ tree: WorkingTree) throws {
    let branches = "for b in topic clash moved ahead; do git branch --quiet --no-track $b origin/$b; done"
    try tree.run(["sh", "-ec", branches + "; git gc --quiet; rm -r .git/hooks"])
    try tree.settle()
  }

  /// Gives a plain desk and a munged one for each handle, each in a folder of its own, so that commands can write
  /// beside the clones.
  func withDesks(_ use: (_ plain: BesideDesk, _ munged: [BesideDesk]) throws -> Void) throws {
    let room = FileSystem.temporaryName(nextTo: workshop.sandbox.directory / "room")
    // At once: a thousand clones take longer to remove when they have reached the disk.
    defer { try? FileSystem.removeTree(room) }
    let munged = try Handle.allCases.map { try desk(room / $0.rawValue, copyOf: $0.rawValue, id: $0.local) }
    try use(desk(room / "plain", copyOf: "plain", id: canonical), munged)
  }

  private func desk(_ directory: Path, copyOf template: String, id: String) throws -> BesideDesk {
    try FileSystem.makeDirectories(directory)
    let tree = WorkingTree(workshop: workshop, top: directory / "tree")
    let copy = #"cp -pPR "$1" "$2" && cd "$2" && git update-index -q --refresh"#
    try workshop.maintainer.run(["sh", "-c", copy, "sh", "\(workshop.tree(template).top)", "\(tree.top)"])
    return BesideDesk(directory: directory, tree: tree, id: id)
  }
}

/// Makes the repository once for all tests of a suite, and removes it behind them.
struct BesideUpstreamTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await BesideUpstream.$shared.withValue(BesideUpstream()) { try await function() }
  }
}

extension Trait where Self == BesideUpstreamTrait {
  static var besideUpstream: Self { BesideUpstreamTrait() }
}

/// A command line of git, for a shell in which `$ID` is the identifier that the developer sees.
struct BesideCommand: CustomTestStringConvertible, Sendable {
  /// What a text of the plain clone looks like in the munged one.
  enum Text { case same, smudged }

  let line: String
  /// What was done before: a shell script that has to succeed.
  let preparation: String
  /// The exit status: two commands that fail for a slip of the pen would be equal too.
  let status: Int32
  let output: Text
  /// What the command writes beside the working tree.
  let outside: Text
  /// Files of the working tree that git writes without asking any filter.
  let unfiltered: Set<String>

  init(
    _ line: String, after preparation: String = "", status: Int32 = 0, output: Text = .same, outside: Text = .smudged,
    unfiltered: Set<String> = []
  ) {
    (self.line, self.preparation, self.status) = (line, preparation, status)
    (self.output, self.outside, self.unfiltered) = (output, outside, unfiltered)
  }

  var testDescription: String { preparation.isEmpty ? line : "\(line), after: \(preparation)" }
}

/// A developer's folder with a clone in it, and the identifier as it is shown there.
struct BesideDesk {
  let directory: Path
  let tree: WorkingTree
  let id: String

  private static let words = #"""
    edit() { for f; do echo "mine $ID" >>"$f"; done; }
    replace() { sed "$1" "$2" >.git/t; cat .git/t >"$2"; }
    hunks() { replace "s/^line 1$/LINE 1 $ID/; s/^end$/END $ID/" app.txt; }
    fails() { if "$@"; then return 1; fi; }
    todo='todo() { sed "$TODO" "$1" >"$1.t"; mv "$1.t" "$1"; }; todo'

    """#

  /// What was done before has to succeed; the command may fail.
  func run(_ command: BesideCommand) throws -> Outcome {
    if !command.preparation.isEmpty { try run(command.preparation, status: 0...0) }
    return try run(command.line, status: 0...255)
  }

  @discardableResult
  private func run(_ script: String, status: ClosedRange<Int32>) throws -> Outcome {
    try tree.run(["sh", "-ec", BesideDesk.words + script], environment: ["ID": id], status: status)
  }

  /// A text of the plain clone as it is to be seen here: the canonical text is replaced where it is a word. What stands
  /// before it always ends a word in these tests.
  func seen(_ text: String) -> String {
    var (result, rest) = ("", text[...])
    while let range = rest.firstRange(of: canonical) {
      let next = rest[range.upperBound...].first
      let isWord = !(next.map { $0.isLetter || $0.isNumber || "_-".contains($0) } ?? false)
      result += rest[..<range.lowerBound] + (isWord ? id : canonical)
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
