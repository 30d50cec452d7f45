import Platform
import TestSupport

/// The completions that `scripts/install` installs, of `git munge` and `git-munge`, in each shell.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct CompletionTests {
  @Test(arguments: Shell.allCases.filter(\.isHere)) func `the shell completes git munge`(shell: Shell) throws {
    let session = try ShellSession(shell)
    for program in shell == .bash && Shell.gitCompletion == nil ? ["git-munge"] : ["git munge", "git-munge"] {
      let lines = [
        "", "unin", "status --js", "set ", "set --unset t", "explain one", "verify ma", "verify --report js",
      ]
      let offers = try session.offers(lines.map { "\(program) \($0)" })
      let commands = offers[0].filter { !$0.hasPrefix("-") && $0 != "help" }
      #expect(try commands == Words.listedCommands().filter { $0 != "canonical" }.sorted(), "\(program)")
      #expect(offers[1] == ["uninstall"] && offers[2] == ["--json"], "\(program)")
      // With a space after it, a name would be no assignment.
      #expect(offers[3] == ["handle=", "team="] && offers[4] == ["team"], "\(program)")
      #expect(offers[5] == ["one.plist"] && offers[6] == ["main"] && offers[7] == ["json"], "\(program)")
    }
  }
}

/// A shell with a completion.
enum Shell: String, CaseIterable, CustomTestStringConvertible {
  case bash, zsh, fish

  var testDescription: String { rawValue }

  var isHere: Bool { TestInput.program(rawValue) != nil }

  fileprivate var options: [String] { self == .bash ? ["--norc"] : self == .zsh ? ["-f"] : [] }

  /// Prints each line of the file `lines` in angle brackets, and below it the completions of its last word.
  fileprivate var script: String {
    switch self {
    case .bash:
      #"""
      [ -z "$GIT_COMPLETION" ] || source "$GIT_COMPLETION"
      source "$PREFIX/share/bash-completion/completions/git-munge"
      while IFS= read -r line; do
        read -ra COMP_WORDS <<<"$line"
        case $line in *' ') COMP_WORDS+=('') ;; esac
        COMP_LINE=$line COMP_POINT=${#line} COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
        program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
        function=$(complete -p "$program")
        function=${function##*-F }
        "${function%% *}" "$program" "$word" "$previous"
        echo "<$line>"
        for reply in "${COMPREPLY[@]}"; do echo "$reply"; done
      done <"$HOME/lines"
      """#
    case .fish:
      // fish 3.6.0 does not load it by itself, so the start-up file does.
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
          [[ $BUFFER == *'= ' ]] && BUFFER+=blank
          BUFFER=${BUFFER% }
          (( matches )) && print -r -- "${BUFFER##* }"
        done
      done >$HOME/offers 2>$HOME/errors
      exit
    }
    zle -N zle-line-init
    """#

  /// git's own completion.
  fileprivate static var gitCompletion: Path? {
    ["/usr", "/usr/local", "/opt/homebrew"].map { Path("\($0)/share/bash-completion/completions/git") }
      .first(where: FileSystem.exists)
  }
}

/// A repository with rules, an installed git-munge, and a shell.
private struct ShellSession {
  let shell: Shell
  let sandbox: GitSandbox

  init(_ shell: Shell) throws {
    (self.shell, sandbox) = (shell, try ShellSession.installed())
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
    try sandbox.git("add", "one.plist")
    try sandbox.git("commit", "--quiet", "-m", "One")
    try TestFile.write(sandbox.home / ".zshrc", bytes(Shell.zshrc))
  }

  /// By the installer itself, without the build.
  private static func installed() throws -> GitSandbox {
    let sandbox = try GitSandbox()
    let (copy, bin) = (sandbox.directory / "sources", sandbox.directory / "bin")
    for path in try ["scripts", "completions", "man"].flatMap({ try Repository.files(in: $0) }) {
      try TestFile.write(copy / path, try Repository.content(path), mode: 0o755)
    }
    let built = ["git-munge-filter", "git-munge"].map { copy / ".build/static/release" / Path($0) }
    for path in [built[0], bin / "swift"] {
      try TestFile.write(path, bytes("#!/bin/sh\n"), mode: 0o755)
    }
    try FileSystem.makeSymbolicLink(built[1], to: BuiltProgram.munge.path)
    let done = try sandbox.run(
      ["bash", "\(copy)/scripts/install", "--prefix", "\(sandbox.directory)/prefix"], environment: ["PATH": path(bin)])
    #expect(done.isSuccess, "\(escaped(done.errors))")
    return sandbox
  }

  private static func path(_ directory: Path) -> String {
    "\(directory):" + String(decoding: Environment.value("PATH") ?? [], as: UTF8.self)
  }

  private func run(_ words: [String]) throws -> String {
    let prefix = "\(sandbox.directory)/prefix"
    let done = try sandbox.run(
      words,
      environment: [
        "PATH": ShellSession.path(Path("\(prefix)/bin")), "PREFIX": prefix, "ZDOTDIR": "\(sandbox.home)",
        "XDG_DATA_DIRS": "\(prefix)/share:/usr/local/share:/usr/share", "TERM": "dumb",
        "GIT_COMPLETION": Shell.gitCompletion.map { "\($0)" } ?? "",
      ])
    #expect(String(decoding: done.errors, as: UTF8.self) == "", "\(shell)")
    #expect(done.isSuccess)
    return String(decoding: done.output, as: UTF8.self)
  }

  /// The completions at the end of each line, sorted.
  func offers(_ lines: [String]) throws -> [[String]] {
    try TestFile.write(sandbox.home / "lines", bytes(lines.map { $0 + "\n" }.joined()))
    let output = try run([shell.rawValue] + shell.options + ["-c", shell.script])
    let parts = output.split(separator: "<", omittingEmptySubsequences: true)
    try #require(parts.map { $0.prefix { $0 != ">" } } == lines.map { $0[...] }, "\(shell) answers all lines")
    return parts.map { $0.split(separator: "\n").dropFirst().map { String($0) }.sorted() }
  }
}
