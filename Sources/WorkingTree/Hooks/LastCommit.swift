import Platform
import Smudge
import Verify

/// The last commit of a working tree, as evidence whether git runs the guard of commits.
struct LastCommit {
  let name: Substring
  /// Whether the guard has noted the commit before it.
  let isChecked: Bool

  /// Reads the lines of a reflog: `OLD SP NEW SP COMMITTER SP TIME SP ZONE TAB MESSAGE`. `nil` without evidence.
  ///
  /// `noted`: the commits on which the guard has run; `start`: the time of the installation, in seconds.
  init?(_ reflog: [String], noted: [String], since start: Int64) {
    let line = reflog.last { $0.contains("\tcommit") }
    let words = line?.prefix { $0 != "\t" }.split(separator: " ") ?? []
    if words.count < 4 { return nil }
    name = words[1]
    isChecked = noted.contains(where: words[0].hasPrefix)
    if !isChecked, Int64(words[words.count - 2]) ?? 0 <= start { return nil }
  }
}

extension WorkingTree {
  /// The last commit; `nil` if it proves nothing, as one before the installation.
  var lastCommit: LastCommit? {
    let start = try? FileSystem.status(mungeDirectory.trusted)?.modified.seconds
    return LastCommit(lines(gitDirectory.own / "logs/HEAD"), noted: lines(mungeDirectory.checked), since: start ?? .max)
  }

  private func lines(_ file: Path) -> [String] { (try? FileSystem.contents(file)?.lines) ?? [] }

  /// Notes that the guard has run on a commit; `nil`: before the first one. Without the note, only evidence is missing.
  func noteCheck(on commit: String?) {
    if !mungeDirectory.isInstalled { return }
    let notes = (lines(mungeDirectory.checked) + [commit ?? "000000000000"]).suffix(20)
    try? FileSystem.makeDirectories(mungeDirectory.own)
    try? FileSystem.replace(mungeDirectory.checked, with: notes.inputLines, isDurable: false)
  }
}
