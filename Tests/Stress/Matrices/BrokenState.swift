// What can be wrong in a clone: each part of an installation, missing, damaged, foreign, or another kind of file.

import StorySupport

/// A broken state of a munged clone: a shell script that makes it, and one that does what `install` asks for where it
/// cannot make the clone right by itself.
struct BrokenState: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let script: String
  let remedy: String

  private init(_ description: String, _ script: String, remedy: String) {
    (testDescription, self.script, self.remedy) = (description, script, remedy)
  }

  /// The ways to break a file: `$P` is its path.
  private static let damages: KeyValuePairs = [
    "missing": "rm $P",
    "empty": ": >$P",
    "truncated": "head -c $(($(wc -c <$P) / 2)) $P >part; cat part >$P; rm part",
    "foreign": "echo something else >$P",
    "a directory": "rm -f $P; mkdir $P; echo mine >$P/mine",
    "a FIFO": "rm -f $P; mkfifo $P",
    "a link": "touch $P; mv $P ../moved; ln -s \"$PWD/../moved\" $P",
    "a dangling link": "rm -f $P; ln -s nowhere $P",
  ]

  private static func file(
    _ path: String, isThere: Bool = true, _ more: KeyValuePairs<String, String> = [:], remedy: String = removingSaves
  ) -> [BrokenState] {
    (damages.filter { isThere || !["missing", "truncated"].contains($0.key) } + more).map { name, script in
      BrokenState("\(path) is \(name)", "P=.git/\(path); \(script)", remedy: remedy)
    }
  }

  private static let removingSaves = "rm -r .git/munge/saved.*"

  private static func states(
    _ part: String, remedy: String, _ scripts: KeyValuePairs<String, String>
  ) -> [BrokenState] {
    scripts.map { BrokenState("\(part) \($0)", $1, remedy: remedy) }
  }

  static let files =
    ["munge/plan", "munge/attributes", "munge.plan"].flatMap { file($0) }
    + ["journal", "warnings", "seen", "announced", "checked"].flatMap { file("munge/\($0)", isThere: false) }
    + file("info/attributes", remedy: "rm -rf .git/info/attributes .git/munge/saved.*")

  static let directories =
    states(
      "munge", remedy: removingSaves,
      [
        "is missing": "rm -r .git/munge",
        "is empty": "rm -r .git/munge/*",
        "is a file": "rm -r .git/munge; echo mine >.git/munge",
        "is a FIFO": "rm -r .git/munge; mkfifo .git/munge",
        "is a link": "mv .git/munge ../moved; ln -s ../../moved .git/munge",
        "is a dangling link": "rm -r .git/munge; ln -s nowhere .git/munge",
        "and its copy are missing": "rm -r .git/munge .git/munge.plan",
        "and all other traces are missing":
          "rm -r .git/munge .git/munge.plan .git/info/attributes; git config --remove-section filter.munged",
      ])
    + states(
      "munge/trusted", remedy: removingSaves,
      [
        "is missing": "rm -r .git/munge/trusted",
        "is empty": "rm .git/munge/trusted/*",
        "has damaged files": "for file in .git/munge/trusted/*; do echo nonsense >$file; done",
        "has another file": "echo mine >.git/munge/trusted/mine",
        "has a directory":
          "for file in .git/munge/trusted/*; do rm $file; mkdir $file; echo mine >$file/mine; done",
        "is a file": "rm -r .git/munge/trusted; echo mine >.git/munge/trusted",
        "is a FIFO": "rm -r .git/munge/trusted; mkfifo .git/munge/trusted",
        "is a link": "mv .git/munge/trusted ../moved; ln -s ../../../moved .git/munge/trusted",
        "is a dangling link": "rm -r .git/munge/trusted; ln -s nowhere .git/munge/trusted",
      ])

  static let hooks = ["pre-commit", "pre-push", "post-checkout", "post-merge", "post-rewrite"].flatMap { hook in
    file("hooks/\(hook)", ["not executable": "chmod -x $P"], remedy: "rm -rf .git/hooks/\(hook)")
  }

  static let configuration =
    ["process", "clean", "smudge", "required"].flatMap { key in
      states(
        "filter.munged.\(key)", remedy: "git config --unset-all filter.munged.\(key)",
        [
          "is missing": "git config --unset filter.munged.\(key)",
          "is empty": "git config filter.munged.\(key) ''",
          "is foreign": "git config filter.munged.\(key) other",
          "is set twice": "git config --add filter.munged.\(key) other",
        ])
    }
    + states(
      "the value", remedy: "git config --replace-all munge.values.handle bnr",
      [
        "is missing": "git config --unset munge.values.handle",
        "is empty": "git config munge.values.handle ''",
        "is not of its kind": "git config munge.values.handle 'a b'",
        "is set twice": "git config --add munge.values.handle bnr",
        "is another one": "git config munge.values.handle other; git munge install; git config munge.values.handle bnr",
      ])
    + states(
      "the configuration", remedy: "cp ../config .git/config",
      ["is damaged": "cp .git/config ../config; echo '[' >>.git/config"])
    + states("the lock of the configuration", remedy: "rm .git/config.lock", ["is there": ": >.git/config.lock"])
    + states(
      "the program", remedy: "rm -rf \"$BIN/git-munge-filter\"; mv ../filter \"$BIN/git-munge-filter\"",
      [
        "is missing": "mv \"$BIN/git-munge-filter\" ../filter",
        "is empty": "mv \"$BIN/git-munge-filter\" ../filter; : >\"$BIN/git-munge-filter\"",
        "is foreign":
          "mv \"$BIN/git-munge-filter\" ../filter; echo exit 1 >\"$BIN/git-munge-filter\"; chmod +x \"$BIN/git-munge-filter\"",
        "is a directory": "mv \"$BIN/git-munge-filter\" ../filter; mkdir \"$BIN/git-munge-filter\"",
        "is a dangling link": "mv \"$BIN/git-munge-filter\" ../filter; ln -s nowhere \"$BIN/git-munge-filter\"",
      ])

  func provoke(_ tree: WorkingTree) throws { try run(script, in: tree) }

  func run(_ script: String, in tree: WorkingTree) throws {
    try tree.run(["sh", "-ec", script], environment: ["BIN": "\(tree.workshop.bin)"])
  }
}
