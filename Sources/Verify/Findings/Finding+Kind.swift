import Rules

// Kinds of findings.
extension Finding {
  /// A kind of finding. The raw value is its name in reports, which never changes; documents list them in this order.
  @dynamicMemberLookup package enum Kind: String, Sendable, CaseIterable {
    /// Local texts, and texts that can be local.
    case foreignValue = "foreign-value", looksLocal = "looks-local", chosenValue = "chosen-value"
    case localText = "local-text", ownText = "own-text", formerText = "former-text", untrackedText = "untracked-text"
    /// Texts that are part of a longer word, or outside the keys of their rule.
    case nearLeak = "near-leak", nearMiss = "near-miss"
    /// Canonical texts that a change has replaced, and content that was not searched.
    case replacedCanonical = "replaced-canonical", ownSigning = "own-signing", partlySearched = "partly-searched"
    /// Problems of the rules.
    case badRules = "bad-rules", missingRules = "missing-rules", unusedRule = "unused-rule", unusedLine = "unused-line"
    /// Files whose attribute does not fit the rules.
    case missingAttribute = "missing-attribute", noLongerMunged = "no-longer-munged"
    case otherFilter = "other-filter", neverMunged = "never-munged"
    /// Rules that clean cannot undo, and changes of rules that hide a leak.
    case ambiguousTexts = "ambiguous-texts", acceptedByChange = "accepted-by-change"
    /// Problems of files on disk.
    case stale, hidden, notRestored = "not-restored", filterActive = "filter-active", changedFile = "changed-file"
    /// Problems of an installation: of programs, the configuration, plans, attributes and hooks.
    case missingProgram = "missing-program", otherVersion = "other-version", wrongKey = "wrong-key"
    case damagedPlan = "damaged-plan", outdated
    case brokenFilter = "broken-filter", unreadAttributes = "unread-attributes"
    case changedAttributes = "changed-attributes", ownAttributes = "own-attributes"
    case ignoredHook = "ignored-hook", missingGuard = "missing-guard", brokenHook = "broken-hook"
    case sharedHook = "shared-hook", leftover, displacedEdit = "displaced-edit"
  }
}

extension Finding.Kind {
  /// The part of a kind that reports and documents have in common: its severity and its texts.
  package struct Facts: Sendable {
    /// The severity of a finding in new content, or outside a file.
    package let severity: Finding.Severity
    /// The severity of what can be older than its rule.
    package let severityInTree: Finding.Severity
    /// The file to change, for findings without a location.
    package let file: String
    /// Whether git can fail because of the problem.
    package let blocksGit: Bool
    /// The problem in one sentence, with its full stop.
    package let summary: String
    /// The reason why it matters, in whole sentences.
    package let meaning: String
    /// The remedy, in whole sentences.
    package let remedy: String

    /// A row of the table; an installation is the remedy unless another one is given.
    init(
      _ severity: Finding.Severity, inTree: Finding.Severity? = nil, in file: String = RulesFile.name,
      blocksGit: Bool = false,
      _ summary: String, meaning: String, remedy: String = "Run `git munge install`."
    ) {
      self.severity = severity
      severityInTree = inTree ?? severity
      self.file = file
      self.blocksGit = blocksGit
      self.summary = summary
      self.meaning = meaning
      self.remedy = remedy
    }
  }

  /// A fact of the kind, as a property of it: `kind.severity`.
  package subscript<Fact>(dynamicMember fact: KeyPath<Facts, Fact>) -> Fact { facts[keyPath: fact] }

  /// The remedy as a part of a sentence, for use after a colon.
  package var shortRemedy: String {
    let words = facts.remedy
    return words.prefix(1).lowercased() + words.dropFirst().dropLast(words.hasSuffix(".") ? 1 : 0)
  }

  /// The table of all kinds. A long text is split at a space.
  var facts: Facts {
    switch self {
    case .foreignValue:
      Facts(
        .error, "The value of a rule's key is not canonical.",
        meaning:
          "A developer has committed an identifier of their own, or of another project. "
          + "Everyone who builds from the repository gets it.",
        remedy:
          "Restore the canonical text with `git munge repair FILE`. If the text is intended, "
          + "add an `except` line to the rule. If it is a new identifier of the project, `git munge init` adds a rule."
      )
    case .looksLocal:
      Facts(
        .error, inTree: .warning, "A text looks like a developer's own identifier.",
        meaning:
          "The text has the form of a rule's local text with some developer's values; "
          + "the repository should hold the canonical one. In a file without filter=munge, of up to 1 MiB, only what a "
          + "change adds is reported, and only texts that can hardly be anything else; where no build reads them "
          + "(documentation, tests, translations, comments, names in source code) they are warnings.",
        remedy:
          "Restore the canonical text with `git munge repair FILE`. "
          + "If the text is intended, add an `except` line to the rule, or -filter for a file that is not munged."
      )
    case .chosenValue:
      Facts(
        .error, "A value was typed in place of yours.",
        meaning:
          "It is not committed yet, and it could be your new team, chosen in Xcode. "
          + "Unless it becomes your value, it would be committed. The message has the command that makes it yours, and "
          + "the one that restores the canonical text.",
        remedy: "If it is a new identifier of the project, `git munge init --text VALUE` adds a rule."
      )
    case .localText:
      Facts(
        .error, "The repository holds the local text of a rule.",
        meaning:
          "The local text of a rule without variables belongs in working trees only; "
          + "the repository should hold the canonical one.",
        remedy: "Restore the canonical text with `git munge repair FILE`.")
    case .ownText, .formerText:
      Facts(
        .error, "The repository holds a \(self == .formerText ? "former " : "")local text of this working tree.",
        meaning: "It was committed without the filter, and everyone who builds from the repository gets it.",
        remedy:
          "Add filter=munge for the file, if it has none, then restore the canonical text with `git munge repair FILE`."
      )
    case .untrackedText:
      Facts(
        .warning, "An untracked file contains a local text of this working tree.",
        meaning: "git commits the file only after `git add`; then the text is an error.",
        remedy:
          "Ignore the file in .gitignore or .git/info/exclude, "
          + "or set filter=munge for it in .gitattributes before you add it."
      )
    case .nearLeak:
      Facts(
        .error, inTree: .warning, "A local text is where clean does not replace it.",
        meaning: "It is part of a longer word, or outside the keys of its rule, so it is committed as is.",
        remedy: "Write the canonical text there, or rename it if it is another word.")
    case .nearMiss:
      Facts(
        .note, "A longer word contains a canonical text.",
        meaning: "No rule matches the word, so every developer sees it unchanged.",
        remedy:
          "Add a `prefix` or `suffix` line to the rule to munge the word, "
          + "or an `except` line to keep it without this note."
      )
    case .replacedCanonical:
      Facts(
        .error, "A canonical text was replaced.",
        meaning:
          "The rest of the line is unchanged, so this may be the identifier of one developer, "
          + "as `me.com.example.app` where `com.example.app` was, and everyone who builds from the repository gets it.",
        remedy:
          "Restore the canonical text. If the new text is intended, "
          + "add an `except` line to the rule, or change its canonical text in the same change."
      )
    case .ownSigning:
      Facts(
        .warning, "A project file signs with the certificate or profile of one developer.",
        meaning:
          "A new `CODE_SIGN_IDENTITY` names a person, or a new `PROVISIONING_PROFILE` is a UUID: "
          + "other developers cannot sign the app. `PROVISIONING_PROFILE_SPECIFIER` is not judged.",
        remedy: "Put the former value back with `git checkout -p HEAD -- FILE`, and let Xcode sign automatically.")
    case .partlySearched:
      Facts(
        .warning, "A file was not searched, or not completely.",
        meaning:
          "It holds too many texts that could be local, git cannot read its blob, or it is over 512 MiB, "
          + "which is an error in a munged file that a change adds. Or a report leaves out findings. "
          + "There may be leaks that are not listed.",
        remedy:
          "Check the file by hand; if it is generated, remove it from .gitattributes. "
          + "Fetch missing blobs with `git fetch --refetch --no-filter`."
      )
    case .badRules:
      Facts(
        .error, "The rules file cannot be used.",
        meaning: "Invalid rules cannot be installed, and nothing can be checked against them.",
        remedy: "Correct .gitmunge; `git munge install --dry-run` checks it.")
    case .missingRules:
      Facts(
        .error, in: ".gitattributes", "Files have filter=munge, but there are no rules.",
        meaning: "The attribute has no effect without a .gitmunge at the top of the repository.",
        remedy: "Commit a .gitmunge (`git munge init` writes one), or remove filter=munge from .gitattributes.")
    case .unusedRule:
      Facts(
        .warning, "A rule matches nothing.",
        meaning: "It has no effect: its canonical text or its paths may be wrong or no longer needed.",
        remedy: "Correct its canonical text or its paths, or remove the rule.")
    case .unusedLine:
      Facts(
        .note, "A line of a rule has no effect.",
        meaning: "No munged file has that key, text or path: the value may be wrong or no longer needed.",
        remedy: "Correct the line, or remove it.")
    case .missingAttribute:
      Facts(
        .warning, "A file holds a canonical text, but has no filter=munge.",
        meaning: "In this file every developer sees the canonical text, and a local one would be committed.",
        remedy: "Add filter=munge for the file to .gitattributes, or -filter if this is intended.")
    case .noLongerMunged:
      Facts(
        .warning, "A change removes filter=munge from files, or renames a file to a path without it.",
        meaning: "In these files every developer sees the canonical text, and a local one would be committed. "
          + "In staged changes a rename is an error.",
        remedy:
          "Add filter=munge to .gitattributes again, or merge the branch that does; "
          + "if this is intended, there is nothing to do. For a renamed file, `-filter` accepts it."
      )
    case .otherFilter:
      Facts(
        .warning, "A file with a canonical text has another filter.",
        meaning: "In this file every developer sees the canonical text, whatever the rules say.",
        remedy: "Exclude the path from the rule (`path = !...`), or set filter=munge for the file.")
    case .neverMunged:
      Facts(
        .warning, "A file with a canonical text is of a type that is never munged, or becomes one.",
        meaning: "In this file every developer sees the canonical text, whatever the rules say.",
        remedy:
          "Keep the identifier in a UTF-8 file: `plutil -convert xml1` converts a binary property list. "
          + "Or add -filter to .gitattributes, if this is intended."
      )
    case .ambiguousTexts:
      Facts(
        .warning, "Two texts of the rules are ambiguous.",
        meaning: "Clean needs the committed version of a file to decide between them, and guesses if there is none.",
        remedy: "Choose a local text that contains no other text of the rules.")
    case .acceptedByChange:
      Facts(
        .warning, "A change of the rules accepts what the previous rules report.",
        meaning: "A change that adds a leak could add the rule that hides it.",
        remedy:
          "Review the change of .gitmunge and the places that it accepts; if both are intended, there is nothing to do."
      )
    case .stale:
      Facts(
        .error, "A file on disk does not match the plan.",
        meaning:
          "It was written without the filter, or by a program that saved it late, and does not show your identifiers.")
    case .hidden:
      Facts(
        .note, "A file is marked skip-worktree or assume-unchanged.",
        meaning:
          "git does not compare such a file with the index, "
          + "so `git status` and `git commit` do not report its changes.",
        remedy: "`git update-index --no-skip-worktree FILE`, or `--no-assume-unchanged`, if that is not needed.")
    case .notRestored:
      Facts(
        .error, "Clean does not undo smudge.",
        meaning: "A commit would differ from what was checked out, although the file was not edited.",
        remedy: "This is a bug in git-munge: please report it, with .gitmunge and the file.")
    case .filterActive:
      Facts(
        .error, "git would run a filter here.",
        meaning: "A build from these files can contain a developer's identifiers.",
        remedy: "Run `git munge uninstall` before the build.")
    case .changedFile:
      Facts(
        .error, "A file on disk differs from the commit.",
        meaning: "A build from these files is not a build of the commit.",
        remedy: "Restore the file (`git checkout HEAD -- FILE`), or build in a fresh clone.")
    case .missingProgram:
      Facts(
        .error, blocksGit: true, "The filter program is missing.",
        meaning: "git cannot start the filter, so commits of munged files fail.",
        remedy: "Install git-munge-filter in the directory of git-munge, then run `git munge install`.")
    case .otherVersion:
      Facts(
        .error, blocksGit: true, "The filter program and git-munge have different versions.",
        meaning: "If the filter cannot read the plan that git-munge writes, commits of munged files fail.",
        remedy: "Install both programs of one version in one directory, then run `git munge install`.")
    case .wrongKey:
      Facts(
        .error, blocksGit: true, "A configuration key of the filter is missing or wrong.",
        meaning: "git does not run the filter as intended, so files can be committed as they are on disk.",
        remedy: "Run `git munge install`; a value that it does not change has to be removed where it is set.")
    case .damagedPlan:
      Facts(
        .error, blocksGit: true, "The plan of a working tree cannot be used.",
        meaning: "The filter cannot clean files without it, so commits of munged files fail.",
        remedy: "Run `git munge install`, which writes a new plan.")
    case .outdated:
      Facts(
        .error, "The rules or values have changed since the working tree was munged.",
        meaning: "Its files show the result of the previous rules and values.")
    case .brokenFilter:
      Facts(
        .error, blocksGit: true, "The filter fails, or its result does not match the plan.",
        meaning:
          "git was run to clean and smudge a file, and failed or gave another result. "
          + "Commits and checkouts do the same.",
        remedy: "Fix the other findings; if there are none, run `git munge install`.")
    case .unreadAttributes:
      Facts(
        .error, "The filter lines of the plan are lost, or .git/info/attributes differs from them or cannot hold them.",
        meaning: "Files that no .gitattributes selects, as on older branches, are committed with local texts.",
        remedy: "Run `git munge install`; if the message names another step, do that first.")
    case .changedAttributes:
      Facts(
        .note, "The filter lines have changed since the installation.",
        meaning:
          "Private rules or .gitattributes select other files than the installation munges, or info/attributes was "
          + "edited.")
    case .ownAttributes:
      Facts(
        .error, "A line of .git/info/attributes disables the filter.",
        meaning:
          "It overrides every .gitattributes in this clone only, so its files are committed as they are on disk.",
        remedy: "Remove the line, then run `git munge install`.")
    case .ignoredHook:
      Facts(
        .error, "git does not run a hook that calls git-munge.",
        meaning: "The hook is not executable, so it has no effect.",
        remedy: "Make the hook executable.")
    case .missingGuard:
      Facts(
        .warning, "No hook checks what is committed or pushed.",
        meaning:
          "A local identifier that is committed without the filter is found by `git munge verify` and CI only. "
          + "If no guard noted the last commit, `git munge status` checks it: a leak is an error, no leak is a note.",
        remedy:
          "Run `git munge install --hooks`; for a hook of another tool it prints the line to add. "
          + "If none is wanted, `git munge install --no-hooks` ends this warning."
      )
    case .brokenHook:
      Facts(
        .error, "The program that a hook of git-munge runs is missing.",
        meaning: "A guard then blocks git; other hooks do nothing.")
    case .sharedHook:
      Facts(
        .warning, "A hook does not do the work of git-munge and of another tool.",
        meaning:
          "There is one file for each hook, and its input can be read only once. A push then uploads no files "
          + "of git-lfs, or its commits are not known to the guard, which checks all local branches instead.",
        remedy: "Run `git munge install`, or change the hook as the message says.")
    case .leftover:
      Facts(
        .error, "A killed command has left a temporary file.", meaning: "The file is no longer needed.")
    case .displacedEdit:
      Facts(
        .error, "A killed command has left a file that may hold an edit.",
        meaning: "An editor may have saved the file at the moment when it was replaced.",
        remedy: "Compare the file with those of the working tree, then remove it.")
    }
  }
}
