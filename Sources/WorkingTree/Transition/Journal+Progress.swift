import Platform
import Smudge

// What a terminal shows while the files of a journal are written, and after Ctrl-C.
extension Journal {
  /// The title of the counter.
  var title: String {
    if isRepair { return "Repairing files" }
    return new.isCanonical ? "Restoring files" : "Munging files"
  }

  /// The message of Ctrl-C: the next command completes the transition (`Recovery`).
  func interruption(files: Int) -> Interruption {
    let interruption = Interruption(
      before: "git-munge: interrupted after ", after: " of \(files) file\(files == 1 ? "" : "s"), no changes lost: \(wayOn)")
    interruption.set(count: 0)
    return interruption
  }

  private var wayOn: String {
    if isRepair { return "run `git munge repair` again for the other files" }
    let next = "run any `git munge` command to resume"
    if new == .idle { return next + ", and then `git munge install` to go back" }
    return old == .idle ? next + ", or `git munge uninstall` to go back" : next
  }
}
