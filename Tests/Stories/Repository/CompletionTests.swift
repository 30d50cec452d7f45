import Platform
import TestSupport

/// The completions of `git munge` in each shell, compared with the help in the snapshots.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct CompletionTests {
  private static func options(of command: String) throws -> [HelpEntry] {
    try HelpEntry.all(in: command).filter(\.isOption)
  }

  /// The text of a file without its comments.
  private static func code(_ shell: Shell) throws -> String {
    let lines = try Repository.text(shell.file).split(separator: "\n")
    return lines.filter { !$0.drop { $0 == " " }.hasPrefix("#") }.joined(separator: "\n")
  }

  @Test(arguments: [Shell.zsh, .fish]) func `descriptions of completions equal those of the help`(shell: Shell) throws {
    let code = try Self.code(shell).replacing("\\:", with: ":")
    let entries = try Words.listedCommands().flatMap(Self.options) + HelpEntry.all(in: "git-munge")
    #expect(entries.count > 30, "the help was read")
    for entry in entries {
      #expect(code.contains(entry.text), "\(shell.file): explain \(entry.names) by '\(entry.text)'")
    }
  }

  /// Options of git and of fish that the files make use of.
  private static let foreign: Set = [
    "--show-toplevel", "--name-only", "--get-regexp", "--fcs-skip", "--git-common-dir", "--type", "--format",
  ]

  @Test(arguments: Shell.allCases) func `the completions have all commands and options, and no others`(shell: Shell)
    throws
  {
    // fish writes -l before the name of a long option.
    let code = try Self.code(shell).replacing("set -l ", with: "set ").replacing(" -l ", with: " --")
    let words = code.split { !($0.isLetter || $0 == "-") }.map { String($0) }
    let options = Set(words.filter { $0.hasPrefix("--") && $0 != "--" })
    let known = try Words.listedCommands().flatMap(Self.options).flatMap(\.names).filter { $0.hasPrefix("--") }
    #expect(options.subtracting(Self.foreign) == Set(known))
    #expect(Set(words).isSuperset(of: try Words.listedCommands()))
  }

  @Test(.enabled(if: Shell.bash.isHere, "there is no bash here"))
  func `bash completes git-munge, with nothing else loaded`() throws {
    try Self.check(ShellSession(.bash, "source \"$PREFIX/share/bash-completion/completions/git-munge\""), "git-munge")
  }

  @Test(
    .enabled(if: Shell.bash.isHere && Shell.bashCompletion != nil, "there is no bash-completion here with git's own"))
  func `bash completes git munge, with its file loaded on demand`() throws {
    let library = try #require(Shell.bashCompletion)
    let session = try ShellSession(.bash, "source '\(library)'; _completion_loader git")
    for program in ["git munge", "git-munge", "git -C . munge"] { try Self.check(session, program) }
  }

  @Test(.enabled(if: Shell.zsh.isHere, "there is no zsh here")) func `zsh completes git munge`() throws {
    let session = try ShellSession(.zsh)
    for program in ["git munge", "git-munge"] { try Self.check(session, program) }
  }

  @Test(.enabled(if: Shell.fish.isHere, "there is no fish here")) func `fish completes git munge`() throws {
    let session = try ShellSession(.fish)
    for program in ["git munge", "git-munge"] { try Self.check(session, program) }
  }

  private static func check(_ session: ShellSession, _ program: String) throws {
    try session.checkSyntax()
    let commands = try Words.listedCommands()
    let offers = try session.offers(
      ["\(program) ", "\(program) unin", "\(program) status --js"] + commands.map { "\(program) \($0) -" })
    #expect(Set(offers[0].map(\.word)) == Set(commands), "\(program)")
    #expect(offers[1].map(\.word) == ["uninstall"] && offers[2].map(\.word) == ["--json"], "\(program)")
    for (command, found) in zip(commands, offers[3...]) {
      let expected = Set(try options(of: command).flatMap(\.names))
      #expect(Set(found.map(\.word).filter { !$0.isEmpty }) == expected, "\(program) \(command)")
    }
    try checkVariables(session, program)
    // bash completes file names by itself where a completion offers nothing.
    let files = session.shell == .bash ? [] : ["one.plist"]
    let paths = try session.offers(["\(program) explain on", "\(program) diff on"])
    #expect(paths.map { $0.map(\.word) } == [files, files], "\(program)")
  }

  private static func checkVariables(_ session: ShellSession, _ program: String) throws {
    let lines = ["set ", "install ", "set --global t", "set --unset "].map { "\(program) \($0)" }
    let offers = try session.offers(lines)
    // With a space after it, a name would be no assignment.
    #expect(offers[..<3] == [["handle=", "team="], ["handle=", "team="], ["team="]], "\(program)")
    #expect(offers[3].map(\.word) == ["handle", "team"], "\(program)")
    for directory in [session.sandbox.top / "folder", session.sandbox.home] {
      let names = directory == session.sandbox.home ? [] : ["handle=", "team="]
      #expect(try session.offers(["\(program) set "], in: directory) == [names], "\(program), in \(directory)")
    }
  }

  @Test func `the installer prints how each shell finds the completions`() throws {
    let (sandbox, words) = try ShellSession.installed()
    for shell in Shell.allCases {
      let place = sandbox.directory / "prefix/share" / shell.place
      let content = try #require(try FileSystem.contents(place), "\(place) is missing")
      #expect(difference(content, try Repository.content(Path(shell.file))) == nil, "\(place)")
      // zsh takes a directory.
      let named = shell == .zsh ? place.parent ?? place : place
      #expect(words.contains("\"\(named)\""), "the line for \(shell)")
    }
  }
}

extension String {
  /// Without the space that bash adds after it.
  fileprivate var word: String { String(prefix { $0 != " " }) }
}

/// A shell, its completion file, and the place below `share` where the file is installed.
enum Shell: String, CaseIterable, CustomTestStringConvertible {
  case bash, zsh, fish

  var testDescription: String { rawValue }

  var isHere: Bool { TestInput.program(rawValue) != nil }

  var file: String {
    switch self {
    case .bash: "completions/git-munge.bash"
    case .zsh: "completions/_git-munge"
    case .fish: "completions/git-munge.fish"
    }
  }

  var place: String {
    switch self {
    case .bash: "bash-completion/completions/git-munge"
    case .zsh: "zsh/site-functions/_git-munge"
    case .fish: "fish/vendor_completions.d/git-munge.fish"
    }
  }

  /// Prints each line of the file `lines` in angle brackets, and below it the completions of its last word.
  fileprivate var script: String {
    switch self {
    case .bash:
      #"""
      while IFS= read -r line; do
        read -ra COMP_WORDS <<<"$line"
        case $line in *' ') COMP_WORDS+=('') ;; esac
        COMP_LINE=$line COMP_POINT=${#line} COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
        program=${COMP_WORDS[0]}
        complete -p "$program" >/dev/null 2>&1 || _completion_loader "$program"
        function=$(complete -p "$program")
        function=${function##*-F }
        "${function%% *}" "$program"
        echo "<$line>"
        for reply in "${COMPREPLY[@]}"; do echo "$reply"; done
      done <"$HOME/lines"
      """#
    case .fish:
      // bash-completion 3.6.0 does not load it by itself, so the start-up file does.
      #"""
      test "$version" = 3.6.0; and source $PREFIX/share/fish/vendor_completions.d/git-munge.fish
      cat $HOME/lines | while read -l line
        echo "<$line>"
        complete -C $line | string replace -r '\t.*' ''
      end
      true
      """#
    case .zsh:
      // On a terminal of its own: without one zsh completes nothing.
      #"""
      zmodload zsh/zpty
      zpty inner zsh -d -i
      while zpty -r inner ignored; do :; done
      cat $HOME/offers
      cat $HOME/errors >&2
      """#
    }
  }

  /// Inserts each match in turn, which shows what is added after it.
  fileprivate static let zshrc = #"""
    fpath=($PREFIX/share/zsh/site-functions $fpath)
    autoload -Uz compinit
    compinit -u -D
    insert-match() {
      _main_complete
      matches=$compstate[nmatches]
      compstate[insert]=$match compstate[list]=
    }
    zle -C insert-match complete-word insert-match
    zle-line-init() {
      local line
      integer match matches
      for line in "${(@f)$(<$HOME/lines)}"; do
        print -r -- "<$line>"
        for (( match = 1, matches = 1; match <= matches; match++ )); do
          BUFFER=$line CURSOR=${#line}
          zle insert-match
          (( matches )) && print -r -- "${BUFFER##* }"
        done
      done >$HOME/offers 2>$HOME/errors
      exit
    }
    zle -N zle-line-init
    """#

  /// The library that loads completions on demand, with git's own completion next to it.
  fileprivate static var bashCompletion: Path? {
    ["/usr", "/usr/local", "/opt/homebrew"].map { Path("\($0)/share/bash-completion") }
      .first { FileSystem.exists($0 / "bash_completion") && FileSystem.exists($0 / "completions/git") }
      .map { $0 / "bash_completion" }
  }
}

/// A repository with rules, an installed git-munge, and a shell.
private struct ShellSession {
  let shell: Shell
  let sandbox: GitSandbox
  private let start: String

  /// `start` is the content of the shell's start-up file.
  init(_ shell: Shell, _ start: String = "") throws {
    (self.shell, self.start, sandbox) = (shell, start, try ShellSession.installed().sandbox)
    try sandbox.write(
      ".gitmunge",
      bytes(
        """
        [variable "handle"]
        \tkind = label
        [variable "team"]
        \tkind = team-id

        """))
    try sandbox.write("one.plist", [])
    try sandbox.write("folder/two.plist", [])
    try TestFile.write(sandbox.home / ".zshrc", bytes(Shell.zshrc))
  }

  /// By the installer itself, without the build: its programs do nothing.
  static func installed() throws -> (sandbox: GitSandbox, words: String) {
    let (sandbox, program) = (try GitSandbox(), bytes("#!/bin/sh\n"))
    let (copy, bin) = (sandbox.directory / "sources", sandbox.directory / "bin")
    for path in try ["scripts", "completions", "man"].flatMap({ try Repository.files(in: $0) }) {
      try TestFile.write(copy / path, try Repository.content(path))
    }
    let built = [copy / ".build/static/release/git-munge-filter", copy / ".build/release/git-munge"]
    for path in built + [bin / "swift", bin / "pkg-config"] { try TestFile.write(path, program, mode: 0o755) }
    let done = try sandbox.run(
      ["bash", "\(copy)/scripts/install", "--prefix", "\(sandbox.directory)/prefix"], environment: ["PATH": path(bin)])
    #expect(done.isSuccess, "\(escaped(done.errors))")
    return (sandbox, String(decoding: done.output, as: UTF8.self))
  }

  private static func path(_ directory: Path) -> String {
    "\(directory):" + String(decoding: Environment.value("PATH") ?? [], as: UTF8.self)
  }

  private func run(_ words: [String], in directory: Path?) throws -> String {
    let prefix = "\(sandbox.directory)/prefix"
    let done = try sandbox.run(
      words, in: directory,
      environment: [
        "PATH": ShellSession.path(Path("\(prefix)/bin")), "PREFIX": prefix, "ZDOTDIR": "\(sandbox.home)",
        "XDG_DATA_DIRS": "\(prefix)/share:/usr/local/share:/usr/share", "TERM": "dumb",
      ])
    #expect(String(decoding: done.errors, as: UTF8.self) == "", "\(shell) in \(directory ?? sandbox.top)")
    #expect(done.isSuccess)
    return String(decoding: done.output, as: UTF8.self)
  }

  func checkSyntax() throws {
    let option = shell == .fish ? "--no-execute" : "-n"
    _ = try run([shell.rawValue, option, "\(Repository.root)/\(shell.file)"], in: nil)
  }

  /// The completions at the end of each line, sorted.
  func offers(_ lines: [String], in directory: Path? = nil) throws -> [[String]] {
    try TestFile.write(sandbox.home / "lines", bytes(lines.map { $0 + "\n" }.joined()))
    let options = shell == .bash ? ["--norc"] : shell == .zsh ? ["-f"] : []
    let output = try run([shell.rawValue] + options + ["-c", start + "\n" + shell.script], in: directory)
    let parts = output.split(separator: "<", omittingEmptySubsequences: true)
    try #require(parts.map { $0.prefix { $0 != ">" } } == lines.map { $0[...] }, "\(shell) answers all lines")
    return parts.map { $0.split(separator: "\n").dropFirst().map { String($0) }.sorted() }
  }
}

/// A command or an option, as the help lists it.
struct HelpEntry {
  /// Of an option the short one too.
  let names: [String]
  private(set) var text: String

  private mutating func add(_ words: Substring) { text += (text.isEmpty ? "" : " ") + words }

  var isOption: Bool { names.allSatisfy { $0.hasPrefix("-") } }

  /// The first word and the text are in columns; a text continues on the lines below.
  static func all(in snapshot: String) throws -> [HelpEntry] {
    let lines = try Repository.text("Tests/Snapshots/Help/\(snapshot).txt").split(separator: "\n")
    return lines.reduce(into: []) { entries, line in
      let words = line.drop { $0 == " " }
      switch line.count - words.count {
      case 2:
        let gap = words.firstRange(of: "  ") ?? words.endIndex..<words.endIndex
        if words.hasPrefix("<") || words.hasPrefix("See ") { return }
        let names = words[..<gap.lowerBound].split { ", /".contains($0) }.filter { !$0.hasPrefix("<") }.map {
          String($0)
        }
        entries.append(HelpEntry(names: names, text: String(words[gap.upperBound...].drop { $0 == " " })))
      case 26: entries[entries.count - 1].add(words)
      default: return
      }
    }
  }
}
