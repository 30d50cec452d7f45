import Platform
import Verify

// git-lfs, which has four of the hooks as well.
extension Hook {
  static let ofLFS = [postCheckout, postMerge, postCommit, prePush]

  /// The program of git-lfs and the name of the hook; `nil` where git-lfs does nothing. `tree`: `nil` in a bare
  /// repository.
  package func commandOfLFS(in tree: @autoclosure () throws -> WorkingTree?) throws -> [[UInt8]]? {
    if !Self.ofLFS.contains(self) { return nil }
    let tree = try tree()
    let git = GitCommand(in: Path("."))
    let configuration = try tree?.configuration() ?? Configuration(git, prefix: "filter.lfs.", "lfs.storage")
    let isUsed = try configuration.usesLFS(in: tree?.gitDirectory.common ?? GitDirectory(git).common)
    return isUsed ? ["git-lfs".bytes, rawValue.bytes] : nil
  }

  /// The line of git-lfs in its hook.
  var callOfLFS: String { "git lfs \(rawValue) \"$@\"" }

  /// The hook of git-lfs, in a wording that its later versions replace.
  var scriptOfLFS: String {
    let warning =
      "This repository is configured for Git LFS but 'git-lfs' was not found on your path. "
      + "If you no longer wish to use Git LFS, remove this hook by deleting '.git/hooks/\(rawValue)'."
    return "#!/bin/sh\ncommand -v git-lfs >/dev/null 2>&1 || { echo >&2 \"\\n\(warning)\\n\"; exit 2; }\n"
      + "\(callOfLFS)\n"
  }

  /// Whether it is the hook of git-lfs as any of its versions writes it: the call, after a test with a message that
  /// varies.
  func isOfLFS(_ content: [UInt8]) -> Bool {
    let lines = content.lines
    return lines.first == "#!/bin/sh" && lines.last == callOfLFS
      && lines.dropFirst().dropLast().allSatisfy { $0.hasPrefix("command -v git-lfs ") && $0.hasSuffix("; }") }
  }
}

extension Configuration {
  /// Whether git-lfs is configured and has run in this clone: then it has written its hooks, or has found others.
  func usesLFS(in common: Path) -> Bool {
    ["clean", "process"].contains { effective("filter.lfs.\($0)") != nil }
      && (FileSystem.exists(common / "lfs") || effective("lfs.storage") != nil)
  }
}
