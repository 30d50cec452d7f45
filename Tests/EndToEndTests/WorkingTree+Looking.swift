// What a developer looks at to see how things stand.

extension WorkingTree {
  /// What `git status` reports; nothing where all is clean.
  func status() throws -> String { try git("status", "--porcelain").output }

  /// The same after git has been made to look into every tracked file.
  func statusOfTouched() throws -> String {
    try touchAll()
    return try status()
  }

  /// Gives every tracked file another time, so that git has to clean it to know whether it was modified.
  func touchAll() throws {
    // Of today, git would take them for racily clean, and look into them without our doing.
    try run(["sh", "-c", "git ls-files -z | xargs -0 touch -h -c -t 202311141213.20 --"])
  }

  /// Makes git sure of all files, so that it looks into none of them again without a reason.
  func settle() throws {
    try touchAll()
    try git("update-index", "-q", "--refresh")
  }

  /// The tree that a commit of everything on disk would have.
  func treeOfAll() throws -> String {
    try git("add", "--all")
    return try git("write-tree").output
  }

  func treeOfHead() throws -> String { try git("rev-parse", "HEAD^{tree}").output }

  /// The names of tracked files that show a text on disk.
  func files(showing text: String) throws -> String {
    try git("grep", "-l", "-F", text, status: 0...1).output
  }

  /// The names of files that hold a text in a revision; `.gitmunge` does not count, as it names the texts.
  func files(holding text: String, in revision: String = "HEAD") throws -> String {
    try git("grep", "-l", "-F", text, revision, "--", ".", ":!.gitmunge", status: 0...1).output
  }

  /// The names of all blobs, reachable or not, that hold a text: a leak that was amended away is still one.
  func objects(holding text: String) throws -> String {
    let script = """
      git cat-file --batch-all-objects --batch-check='%(objecttype) %(objectname)' |
      sed -n 's/^blob //p' | while read -r blob; do
        if git cat-file blob "$blob" | grep -qF -e "$1" && ! git cat-file blob "$blob" | grep -q '^\\[rule '
        then echo "$blob"; fi
      done
      """
    return try run(["sh", "-c", script, "sh", text]).output
  }
}
