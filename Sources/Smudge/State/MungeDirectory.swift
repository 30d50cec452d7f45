package import Platform

/// The files of git-munge below the git directory.
package struct MungeDirectory: Sendable, Equatable {
  let git: GitDirectory
  /// The top of the working tree; `nil` for that of the current directory.
  let top: Path?

  /// Makes the paths. `top`: the top of a working tree that the current directory is not in.
  package init(_ git: GitDirectory, top: Path? = nil) {
    self.git = git
    self.top = top
  }

  /// The directory of this working tree.
  package var own: Path { git.own / "munge" }
  /// The directory of the whole clone. It exists if git-munge is installed; without an installation, it can hold what
  /// an uninstallation leaves (`stays`).
  package var common: Path { git.common / "munge" }
  /// The private rules of the clone, which an installation neither writes nor removes.
  package var rules: Path { common / "rules" }

  /// Whether git-munge is installed in this working tree, also with a plan that is lost or damaged, or with a journal
  /// that no command could complete.
  package var isInstalled: Bool {
    do { return try FileSystem.exists(journal) || load() != nil } catch { return true }
  }

  /// Whether the directory of the clone holds an installation.
  package var exists: Bool { (try? holdsInstallation()) ?? true }

  /// Whether the configuration of the clone names the filter; that of the user alone is no installation.
  private var isConfigured: Bool {
    let configuration = (try? FileSystem.contents(git.common / "config")) ?? []
    return ["[filter \"\(FilterAttribute.driver)\"]", FilterKey.program].allSatisfy {
      TextSearch([$0.bytes]).occurs(in: configuration)
    }
  }

  private func holdsInstallation() throws(SystemError) -> Bool {
    if try FileSystem.status(common) == nil { return false }
    let names = try FileSystem.entries(common)
    // A temporary file is no installation.
    return !names.contains(where: Self.stays) || names.contains { !Self.stays($0) && $0.bytes.first != .dot }
  }

  /// Whether an uninstallation leaves the file of this name in `common`: private rules, and saves.
  package static func stays(_ name: Path) -> Bool { name == Path("rules") || isSave(name) }

  private static func isSave(_ name: Path) -> Bool { name.bytes.starts(with: "saved.".utf8) }

  /// The file for what another program has saved while a command rewrote a file.
  package static func save(_ number: Int, in common: Path) -> Path { common / "saved.\(number)" }

  /// The files with what other programs have saved while a command rewrote files, until the user removes it.
  package var saves: [Path] {
    let names = (try? FileSystem.entries(common)) ?? []
    return names.filter(Self.isSave).map { common / $0 }
  }

  /// The index of git: in the working tree of the current directory `GIT_INDEX_FILE` (`git(1)`), or the file `index`.
  package var index: Path {
    if top != nil { return git.own / "index" }
    return Environment.value("GIT_INDEX_FILE").flatMap { $0.isEmpty ? nil : Path($0) } ?? git.own / "index"
  }

  package var plan: Path { own / "plan" }
  /// The plan of the main working tree, which working trees without a plan use.
  package var mainPlan: Path { common / "plan" }
  /// A copy of the plan, for an installation after the plan or the directory was lost.
  package var planCopy: Path { git.own / "munge.plan" }
  package var mainPlanCopy: Path { git.common / "munge.plan" }
  /// The journal of a transition that runs or was interrupted.
  package var journal: Path { own / "journal" }
  /// The records that map smudged content to its blob.
  package var records: Path { common / "seen" }
  package var warnings: Path { common / "warnings" }
  /// The fingerprint of the rules file whose changes a hook has printed.
  package var announced: Path { own / "announced" }
  /// The commits on which the guard of commits has run in this working tree.
  package var checked: Path { own / "checked" }
  /// The filter lines that this working tree wants in `info/attributes`.
  package var attributes: Path { own / "attributes" }
  /// The filter lines of the main working tree, which working trees without lines use.
  package var mainAttributes: Path { common / "attributes" }
  /// The directory of copies of approved rules files, named by their digests.
  package var trusted: Path { common / "trusted" }

  /// The files that an uninstallation removes, also behind a link.
  package var files: [Path] { [plan, attributes, journal, records, warnings, announced, checked, trusted] }

  /// Reads the plan of this working tree; `nil` if git-munge is not installed in it.
  package func load() throws(PlanError) -> Plan? {
    for path in [plan, mainPlan] {
      guard let bytes = try read(path) else { continue }
      let plan = try PlanFormat.decode(bytes)
      return plan == .idle ? nil : plan
    }
    let isThere: Bool
    do throws(SystemError) { isThere = try holdsInstallation() } catch { throw .unreadable(error) }
    // If it was deleted, files can still show local texts.
    if isThere || isConfigured { throw .missing }
    return nil
  }

  /// Reads the plan, or if that is damaged its copy; `nil` if none is valid.
  package func loadCopy() -> Plan? {
    [plan, planCopy, mainPlanCopy].compactMap { try? PlanFormat.decode(read($0) ?? []) }.first
  }

  /// Reads the journal; `nil` if no transition runs or was interrupted.
  package func loadJournal() throws(PlanError) -> Journal? {
    try read(journal).map { bytes throws(PlanError) in try JournalFormat.decode(bytes) }
  }

  private func read(_ path: Path) throws(PlanError) -> [UInt8]? {
    do throws(SystemError) {
      return try FileSystem.contents(path, .readRegular)
    } catch {
      throw .unreadable(error)
    }
  }
}
