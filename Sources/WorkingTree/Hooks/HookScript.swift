import Platform
import Verify

/// The commands of a hook, or those in a file of a hook manager, as far as they can be read without a shell.
struct HookScript {
  /// The words up to the line that ends the script, with a blank around each, without comments and most options.
  let words: String

  init(_ content: [UInt8]) {
    var words: [Substring] = []
    for line in content.lines {
      let line = " \(line) ".split(separator: " #", maxSplits: 1, omittingEmptySubsequences: false)[0]
      words += line.split { " \t\"'`[]{}(),:;$|&".contains($0) }
      // Other lines begin with more than one blank, and `exec` can also redirect.
      if [" exit ", " exec "].contains(where: "\(line) ".hasPrefix), !line.contains(where: "<>".contains) { break }
    }
    let kept = words.filter { !$0.hasPrefix("-") || ["--", "--alone"].contains($0) }
    self.words = " \(kept.joined(separator: " ")) "
  }

  /// Whether it calls git-munge for a hook: as a command, as our own hooks do, or by the name in
  /// `.pre-commit-hooks.yaml`.
  func calls(_ hook: Hook) -> Bool { has(hook, after: "munge hook ", "hook --alone ", " git-munge-") }

  /// Whether it runs git-lfs for a hook, as lefthook does for all; for a push after git-munge, which has its input.
  func runsLFS(_ hook: Hook) -> Bool {
    let call = hook == .prePush && calls(hook) ? "-- git lfs " : "lfs "
    return has(hook, after: call, "hook --alone ") || words.contains("lefthook")
  }

  private func has(_ hook: Hook, after starts: String...) -> Bool {
    starts.contains { words.contains("\($0)\(hook.rawValue) ") }
  }
}
