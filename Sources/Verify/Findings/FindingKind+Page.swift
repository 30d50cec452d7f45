// The page with all kinds of findings.

extension Finding.Kind {
  /// All kinds in Markdown: what `git munge explain --kinds` prints, and `docs/findings.md` holds.
  package static var page: String {
    """
    # Findings

    What `git munge verify`, `status`, `doctor` and `install --dry-run` can find. An *error* ends a command with exit code 1, a
    *warning* does so with `--strict`, a *note* never does.

    """ + all.map(\.section).joined()
  }

  private var section: String {
    let inTree = severityInTree == severity ? "" : ", and \(severityInTree.rawValue) if it was committed before"
    return "\n## \(id)\n\n*\(severity.rawValue)\(inTree)*\n\n\(summary) \(meaning)\n\n\(remedy)\n"
  }
}
