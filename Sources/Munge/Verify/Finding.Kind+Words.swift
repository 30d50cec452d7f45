// What each kind of finding means, whoever it is about: for formats that list their kinds, such as SARIF.

extension Finding.Kind {
  /// How much a finding of this kind matters.
  var usualSeverity: Finding.Severity {
    switch self {
    case .foreignValue, .looksLocal, .localText, .ownText, .formerText, .nearLeak, .replacedCanonical, .badRules,
      .missingRules, .notRestored, .filterActive, .changedFile:
      .error
    case .partlySearched, .unusedRule, .missingAttribute, .needlessAttribute, .otherFilter, .neverMunged, .ambiguousTexts,
      .acceptedByChange, .noLongerMunged:
      .warning
    case .unseenLocal, .unusedLine: .advice
    }
  }

  /// One sentence with its full stop.
  var summary: String {
    switch self {
    case .foreignValue: "A key of a rule has a value that is not the project's."
    case .looksLocal: "A text looks like a developer's own identifier."
    case .localText: "The repository holds the local text of a rule."
    case .ownText: "The repository holds an identifier that this working tree shows."
    case .formerText: "The repository holds an identifier that this working tree once showed."
    case .nearLeak: "A local text stands where no rule reaches it."
    case .replacedCanonical: "A canonical text was replaced."
    case .partlySearched: "A file was not searched completely for local texts."
    case .badRules: "The rules file cannot be used."
    case .missingRules: "Files are given to git-munge, and there are no rules."
    case .unusedRule: "A rule matches nothing."
    case .unusedLine: "A line of a rule changes nothing."
    case .missingAttribute: "A file holds a canonical text, and is not given to git-munge."
    case .needlessAttribute: "A file is given to git-munge, and no rule is for it."
    case .otherFilter: "A file that holds a canonical text belongs to another filter."
    case .neverMunged: "A file that holds a canonical text is of a kind that is never munged."
    case .ambiguousTexts: "Two texts cannot be told apart by themselves."
    case .unseenLocal: "Local texts of a rule could be anything."
    case .acceptedByChange: "A change of the rules accepts what the rules before it report."
    case .noLongerMunged: "A change takes files away from git-munge."
    case .notRestored: "Clean does not give back what smudge was given."
    case .filterActive: "git would run a filter here."
    case .changedFile: "A file on disk is not what the commit holds."
    }
  }

  /// Why that matters, in whole sentences.
  var meaning: String {
    switch self {
    case .foreignValue:
      "Somebody has committed an identifier of their own, or of another project. Everybody who builds from the repository gets it."
    case .looksLocal:
      "The text is made as the local text of a rule is, with some developer's values, and the repository should hold the canonical one."
    case .localText: "The local text of a rule without variables is for working trees only; the repository should hold the canonical one."
    case .ownText, .formerText: "It was committed past the filter, and everybody who builds from the repository gets it."
    case .nearLeak: "It is part of a longer word, or outside the keys of its rule, so the filter does not take it back and it is committed as it is."
    case .replacedCanonical:
      "The line is otherwise as it was, so this may be the identifier of one developer, and everybody who builds from the repository gets it."
    case .partlySearched: "The file holds too many texts that are nearly of the shape of a local text. There may be leaks in it that are not listed."
    case .badRules: "Nobody can install rules that cannot be read, and nothing can be checked by them."
    case .missingRules: "The attribute filter=munge does nothing without a .gitmunge at the top of the repository."
    case .unusedRule: "It does nothing for anybody: its canonical text or its paths may be mistaken, or what it was for is gone."
    case .unusedLine: "Its value may be mistaken, or what it was for is gone: no munged file has that key, text or path."
    case .missingAttribute: "There, everybody sees the canonical text, and a local one would be committed."
    case .needlessAttribute: "The filter runs for nothing, and readers of the attributes are led to believe that the file is munged."
    case .otherFilter, .neverMunged: "There, everybody sees the canonical text, whatever the rules say."
    case .ambiguousTexts: "The filter needs the committed version of a file to clean it, and goes by guesses where there is none."
    case .unseenLocal:
      "A leak of it is found only where a range of commits replaces a canonical text by it; on a new line only the filter and hooks of its owner know it."
    case .acceptedByChange: "A change that brings a leak could bring the rule that hides it."
    case .noLongerMunged: "There, each developer sees the canonical text, and a local one would be committed."
    case .notRestored: "A commit would hold something else than was checked out, though nobody has changed it."
    case .filterActive: "What is built from these files may have a developer's identifiers in it."
    case .changedFile: "What is built from these files is not what the commit says."
    }
  }

  /// What to do about it, in whole sentences.
  var remedy: String {
    switch self {
    case .foreignValue, .looksLocal:
      "Put the canonical text back: `git munge repair FILE` does so. If the text is meant, add an `except` line to the rule."
    case .localText, .ownText, .formerText: "Put the canonical text back: `git munge repair FILE` does so."
    case .nearLeak: "Write the canonical text there, or, if it is another word, rename it."
    case .replacedCanonical:
      "Put the canonical text back. If the new text is meant, add an `except` line to the rule, or change its canonical text in the same change."
    case .partlySearched: "Look at the file yourself. If it is generated, take it out of .gitattributes."
    case .badRules: "Correct .gitmunge; the message says where."
    case .missingRules: "Commit a .gitmunge, or take filter=munge out of .gitattributes."
    case .unusedRule: "Correct its canonical text or its paths, or remove it."
    case .unusedLine: "Correct the line, or remove it."
    case .missingAttribute: "Give the file to git-munge in .gitattributes (filter=munge), or say that it is meant (-filter)."
    case .needlessAttribute: "Take it out of .gitattributes, or let a rule's `path` cover it."
    case .otherFilter: "Keep the identifier out of files of that filter, or give the file to git-munge."
    case .neverMunged: "Keep the identifier in a text file, or say that it is meant (-filter in .gitattributes)."
    case .ambiguousTexts: "Choose a local text that holds no other text of the rules."
    case .unseenLocal: "Add `key` lines for the keys whose value it is."
    case .acceptedByChange: "Read the change of .gitmunge, and the places that it accepts; if both are meant, there is nothing to do."
    case .noLongerMunged: "Give the files to git-munge again in .gitattributes, or merge the branch that does; if it is meant, there is nothing to do."
    case .notRestored: "This is a defect of git-munge: please report it, with .gitmunge and the file."
    case .filterActive: "Run `git munge uninstall` before the build."
    case .changedFile: "Restore the file (`git restore FILE`), or build in a fresh clone."
    }
  }
}
