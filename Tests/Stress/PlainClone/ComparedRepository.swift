// One repository, cloned three times for each command: without git-munge, and with a short and a long local text.

import StorySupport

/// Values whose local text is shorter and longer than the canonical one: git compares file sizes.
enum Handle: String, CaseIterable {
  case short = "bnr"
  case long = "somebody-else"

  var local: String { "com.blah.user-\(rawValue)" }
}

/// The repository of all compared commands, and clones of it to copy, as a clone with an installation takes longer.
struct ComparedRepository {
  /// The repository that the tests of the suite share.
  @TaskLocal static var shared: ComparedRepository?

  private let workshop: Workshop

  init() throws {
    workshop = try Workshop(
      attributes: "* filter=munge\n*.md -filter\nwin.txt text eol=crlf\n", files: ["app.txt": ComparedRepository.app])
    try workshop.maintainer.run(["sh", "-ec", ComparedRepository.history], environment: ["ID": canonical])
    try settle(workshop.clone("plain"))
    for handle in Handle.allCases {
      try settle(workshop.munged(handle.rawValue, values: "handle=\(handle.rawValue)"))
    }
  }

  private static let app =
    "id = \(canonical)\n" + (1...19).map { "line \($0)\n" }.joined() + "last \(canonical)\nend\n"

  /// `topic` merges with `main`, `clash` conflicts with it, `ahead` follows it, and `moved` renames.
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

  /// Makes local branches, a fresh index, and few files to copy.
  private func settle(_ tree: WorkingTree) throws {
    let branches = "for b in topic clash moved ahead; do git branch --quiet --no-track $b origin/$b; done"
    try tree.run(["sh", "-ec", branches + "; git gc --quiet; rm -r .git/hooks"])
    try tree.settle()
  }

  /// Makes a plain clone and a munged one for each handle, each in a directory of its own, as commands can write next
  /// to a clone.
  func withClones(_ use: (_ plain: ComparedClone, _ munged: [ComparedClone]) throws -> Void) throws {
    let directory = FileSystem.temporaryName(nextTo: workshop.sandbox.directory / "directory")
    // Removed at once: a thousand clones take longer to remove once they are written to disk.
    defer { try? FileSystem.removeTree(directory) }
    let munged = try Handle.allCases.map { try clone(directory / $0.rawValue, copyOf: $0.rawValue, id: $0.local) }
    try use(clone(directory / "plain", copyOf: "plain", id: canonical), munged)
  }

  private func clone(_ directory: Path, copyOf template: String, id: String) throws -> ComparedClone {
    try FileSystem.makeDirectories(directory)
    let tree = WorkingTree(workshop: workshop, top: directory / "tree")
    let copy = #"cp -pPR "$1" "$2" && cd "$2" && git update-index -q --refresh"#
    try workshop.maintainer.run(["sh", "-c", copy, "sh", "\(workshop.tree(template).top)", "\(tree.top)"])
    return ComparedClone(directory: directory, tree: tree, id: id)
  }
}

/// Makes the repository once for all tests of a suite and removes it afterwards.
struct ComparedRepositoryTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await ComparedRepository.$shared.withValue(ComparedRepository()) { try await function() }
  }
}

extension Trait where Self == ComparedRepositoryTrait {
  static var comparedRepository: Self { ComparedRepositoryTrait() }
}

/// A command line of git, for a shell in which `$ID` is the identifier that the developer uses.
struct ComparedCommand: CustomTestStringConvertible, Sendable {
  /// How output of the plain clone appears in the munged one.
  enum Text { case same, smudged }

  let line: String
  /// A shell script that runs before and must succeed.
  let preparation: String
  /// The expected exit status: without it, two commands with the same mistake would be equal.
  let status: Int32
  let output: Text
  /// How files outside the working tree appear.
  let outside: Text
  /// Files of the working tree that git writes without a filter.
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

/// A directory with a clone, and the identifier that the clone shows.
struct ComparedClone {
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

  /// The preparation must succeed; the command can fail.
  func run(_ command: ComparedCommand) throws -> Outcome {
    if !command.preparation.isEmpty { try run(command.preparation, status: 0...0) }
    return try run(command.line, status: 0...255)
  }

  @discardableResult
  private func run(_ script: String, status: ClosedRange<Int32>) throws -> Outcome {
    try tree.run(["sh", "-ec", ComparedClone.words + script], environment: ["ID": id], status: status)
  }

  /// A text of the plain clone as it is expected here: the canonical text is replaced where it is a word. In these
  /// tests, the character before it always ends a word.
  func expected(_ text: String) -> String {
    var (result, rest) = ("", text[...])
    while let range = rest.firstRange(of: canonical) {
      let isWord = !(rest[range.upperBound...].first.map { $0.isLetter || $0.isNumber || "_-".contains($0) } ?? false)
      result += rest[..<range.lowerBound] + (isWord ? id : canonical)
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
