import ArgumentParser
import Platform
import Verify
import WorkingTree

/// `git munge install`
struct InstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Show your identifiers in this working tree.",
    discussion: """
      Configures git's filter in this clone and rewrites the files that have filter=munge in \
      .gitattributes. Uncommitted edits stay, and nothing is staged. Run it again after .gitmunge has \
      changed, to set another value, or after the programs have moved.

      Values come from the arguments, else from git's configuration (munge.values.NAME, at any level), \
      else from a prompt on the terminal. Given values are stored in this clone's configuration. A rule \
      without its value is idle: its identifiers stay canonical.

      Branches without .gitattributes, such as those older than the rules, are munged as well: the clone's \
      core.attributesFile is set to a file with the filter lines of this tree and a copy of your own attributes.

      Writes hooks: pre-commit and pre-push block commits and pushes that hold local identifiers; after a \
      checkout, a merge and a rebase, approved rule changes are applied, and others are printed. Existing \
      hooks and a configured core.hooksPath are not changed: the line to add is printed, with --hooks for all \
      hooks. --no-hooks removes the hooks of git-munge and sets munge.hooks to false in this clone; set it \
      for all clones with `git config --global munge.hooks false`.

      With --editor, the gutter and the diffs of VS Code compare your files with local identifiers, so \
      unmodified lines have no marks. `git diff`, patches and blame stay canonical, but git starts a program \
      for each version of a munged file that it shows.

      If the rules have changed since you approved them, prints the changes and asks.

      With --private, for a fork whose upstream has no .gitmunge, nothing is committed: the rules are in \
      .git/munge/rules or in the FILE of --rules, which also says which files have filter=munge \
      (`attributes` in its section [munge]). A later install in this clone keeps these rules.
      """)

  @Argument(help: ArgumentHelp("A value for a variable of .gitmunge.", valueName: "NAME=VALUE"))
  var values: [String] = []

  @Flag(help: "Use rules of your own, in no commit: for a fork whose upstream has no .gitmunge.")
  var `private` = false

  @Option(
    help: ArgumentHelp("With --private: read the rules from this file, which several clones can share.", valueName: "FILE"),
    completion: .file())
  var rules: String?

  @OptionGroup var dry: DryRunOption

  @Flag(help: "Replace a filter named 'munge' that another tool has configured.")
  var force = false

  @Flag(inversion: .prefixedNo, help: "Write the hooks, or remove them; by default, as munge.hooks is set (true).")
  var hooks: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Let VS Code show no marks for identifiers, or remove that; by default, ask on a terminal if there is a .vscode.")
  var editor: Bool?

  @Flag(name: [.long, .customShort("y")], help: "Approve changed rules without asking.")
  var yes = false

  @OptionGroup var printing: ProgressOptions

  func validate() throws {
    if rules != nil && !`private` { throw ValidationError("--rules needs --private.") }
    try checkAssignments(values)
  }

  func run() throws {
    try reporting(quietly: printing.quiet) {
      var install = Install(
        try tree(printing.progress, dry), rules: rules.map { .file(Path(asTyped($0))) } ?? (`private` ? .usual : .asConfigured),
        arguments: values, foreignFilters: force ? .replace : .refuse, hooks: Install.Choice(hooks),
        editor: Install.Choice(editor))
      let report = try install.run(value: Prompt.asking, editor: Prompt.editor) { proposal in
        try Terminal.print(proposal.text)
        return yes ? .yes : Prompt.agrees("Apply these rules to this working tree? [y/N] ")
      }
      return (report.text, report.needsAttention)
    }
  }
}
