package import Platform
import Rules
import Smudge
package import Verify

/// `git munge init`: proposes rules and attributes for what `HEAD` holds, or what would be committed, and writes them.
package struct Init {
  /// The files to which rules are written.
  package enum Target: Sendable {
    /// `.gitmunge` and `.gitattributes`.
    case committed
    /// The private rules of the clone.
    case privateRules
  }

  /// Chooses one of two commits, of which the first is the likely one.
  package typealias CommitPrompt = (_ words: String, _ names: [String]) -> String

  private let tree: WorkingTree
  private var head: HeadTree
  private let pathspecs: [Path]
  private let target: Target
  private let texts: [String]
  /// The commit that has the project's identifiers, where `HEAD` has others.
  private var project: String?
  /// The notes for the user, in sentences: what was found besides identifiers that are munged.
  package private(set) var notes: [String] = []
  private var unlearned: [String] = []

  /// Reads `HEAD`. `pathspecs`: files and directories of the command line; empty for all. `texts`: texts to munge in
  /// any case.
  package init(_ tree: WorkingTree, _ pathspecs: [Path], _ target: Target, texts: [String]) throws {
    self.tree = tree
    self.target = target
    self.texts = texts
    self.pathspecs = pathspecs
    head = try HeadTree(tree.git.readingStoredObjects, here: tree.here, pathspecs, tree.progress)
  }

  /// The report of what would be written; `nil` if the rules have everything. `ask`: asks for values that neither edits
  /// nor the configuration give. `choose`: asks which commit has the project's identifiers.
  package mutating func proposal(_ ask: ValuePrompt?, _ choose: CommitPrompt) throws -> InitReport? {
    let old = try existing()
    let rules = try RulesFile.parse(old.rules)
    if target == .privateRules, try tree.committedRules() != nil {
      throw InputError.committedRules
    }
    let former = rules.rules.isEmpty && texts.isEmpty ? nil : try readEdits(besides: rules)
    var proposer = try Proposer(head, existing: rules, texts: texts, tree, after: former)
    if rules.rules.isEmpty { try readProject(besides: proposer.learned, choose) }
    if project != nil { proposer = try Proposer(head, existing: rules, texts: texts, tree) }

    notes += proposer.notes
    unlearned = proposer.learned.unlearned
    if old.rules.isEmpty, let path = try tree.rulesElsewhere().first {
      notes.append(
        "Not read: \(path), which is not at the top of the working tree "
          + "(`mv \(path.shellQuoted) .gitmunge` there moves it).")
    }
    let proposal = try proposer.proposal(on: old)
    if proposal.isEmpty { return nil }

    let configuration = try tree.configuration()
    let own = proposer.learned.values(of: proposal.rules).map { "\($0.name)=\($0.text.string)" }.uniqued
    let gathered = try RulesFile.parse(proposal.files.rules)
      .gather(own, configured: configuration.values, declined: configuration.declined, ask)
    return try report(proposal.files, on: old, gathered)
  }

  /// Reads the commit that `HEAD` and a remote have in common, if `HEAD` has identifiers of the user in place of those
  /// there. `edits`: those that are not committed.
  private mutating func readProject(besides edits: Learned, _ choose: CommitPrompt) throws {
    let known = edits.texts.map(\.own)
    for (index, branch) in try tree.defaultBranches().enumerated() {
      // What a branch has got since then is no edit of `HEAD`. A shallow clone can lack the commit, and that the files.
      let git = tree.git.readingStoredObjects
      guard let base = try? git.line(["merge-base", "HEAD", branch]).string,
        let other = try? HeadTree(git, here: tree.here, pathspecs, tree.progress, revision: base),
        Set(other.all).subtracting(head.all).contains(where: { IdentifierSource.of($0.path) != nil })
      else { continue }
      let learned = try Proposer(other, existing: Rules(), texts: [], tree).learned.texts
      let changes = learned.filter { !known.contains($0.own) }
        .map { "\($0.own) for \($0.canonical.isEmpty ? "no team" : $0.canonical)" }
      if changes.isEmpty { continue }

      let words = "HEAD has \(changes.joined(separator: ", ")) of \(branch)."
      // `HEAD` agrees with the branches before this one, which can be that of another fork.
      let name = choose(words, index == 0 ? [branch, "HEAD"] : ["HEAD", branch])
      notes = ["\(words) The project's is taken from \(name)."]
      if name == branch { (head, project) = (other, base) }
      return
    }
  }

  /// Reads what would be committed now instead of `HEAD`, unless edits there are values of the user. Returns what
  /// `HEAD` holds.
  private mutating func readEdits(besides rules: Rules) throws -> Sightings? {
    let former = try Proposer(head, existing: rules, texts: [], tree)
    let scratch = try ScratchRepository(tree.git, index: FileSystem.contents(tree.gitDirectory.own / "index"))

    // The first fails while files are unmerged.
    guard former.learned.texts.isEmpty, (try? scratch.commit()) != nil,
      (try? scratch.git.output(["add", "--update", ":/"])) != nil
    else { return nil }
    head = try HeadTree(scratch.git, here: tree.here.adding(scratch.environment), pathspecs, tree.progress, scratch)
    return former.sightings
  }

  /// The report of these files, after a check of them. `old`: the files that exist.
  private func report(_ files: InitFiles, on old: InitFiles, _ gathered: GatheredValues) throws -> InitReport {
    let commit = try ProposedCommit(head, files)
    do {
      return try InitReport(
        target: target, files: files, old: old, project: project, notes: notes, unlearned: unlearned,
        gathered: gathered, preview: Preview(head, files, commit, own: gathered.values),
        verified: commit.verified(isSimulating: true))
    } catch let error as RulesError {
      throw InputError.badProposal(error)
    }
  }

  /// The files that were not searched.
  package var unread: [Path] { head.unread }

  /// Whether this working tree is munged, or set up to be.
  package var isInstalled: Bool { tree.mungeDirectory.isInstalled }

  /// Whether the target has rules.
  package func hasRules() throws -> Bool { try !existing().rules.isEmpty }

  private var attributesFile: Path { tree.top / ".gitattributes" }

  private func privateFile() throws -> Path { try tree.privateRules()?.path ?? tree.privateRulesPath }

  /// The files of the target as they are.
  private func existing() throws -> InitFiles {
    let attributes = try FileSystem.contents(attributesFile) ?? []
    let rules = try tree.committedRules()
    switch target {
    case .committed: return InitFiles(rules: rules?.source ?? [], attributes: attributes)
    case .privateRules: return try InitFiles(private: FileSystem.contents(privateFile()) ?? [], overriding: attributes)
    }
  }

  /// Writes the files of the target.
  package func write(_ files: InitFiles) throws {
    switch target {
    case .committed:
      try FileSystem.replace(tree.top / RulesFile.name, with: files.rules)
      try FileSystem.replace(attributesFile, with: files.attributes)
    case .privateRules:
      let path = try privateFile()
      if let directory = path.parent { try FileSystem.makeDirectories(directory) }
      try FileSystem.write(path, files.privateFile)
    }
  }
}

/// The files that `git munge init` would write, and their effect.
package struct InitReport: Sendable {
  package let target: Init.Target
  package let files: InitFiles
  /// The files that exist, empty if there are none.
  package let old: InitFiles
  /// The commit that has the project's identifiers, where `HEAD` has others.
  package let project: String?
  /// The notes for the user, in sentences, on what was not found, or stays everywhere.
  package let notes: [String]
  /// The edited lines that stay edits, although they look like identifiers.
  package let unlearned: [String]
  package let gathered: GatheredValues
  package let preview: Preview
  package let verified: VerifyReport

  /// The values of the user that no configuration has, as arguments of `git munge install`.
  package var own: [String] { gathered.edits.map { "\($0.name)=\(($0.text ?? []).string)" } }
}
