import Platform
import Smudge

// Matters that an installation puts in order besides the configuration and the files.
extension WorkingTree {
  /// Files of killed commands that hold nothing of the user.
  var leftovers: [Path] {
    Set([mungeDirectory.own, mungeDirectory.common]).flatMap(FileSystem.paths)
      .filter { $0.name.bytes.first == .dot || ["index", "index.lock"].contains("\($0.name)") || Self.isAbandoned($0) }
      .sorted()
  }

  /// The start of the name of a directory of `git munge diff`; its process follows.
  static let diffMark = "diff."

  /// Whether a directory of `git munge diff` has lost its process.
  private static func isAbandoned(_ directory: Path) -> Bool {
    let name = directory.name.bytes.string
    guard name.hasPrefix(diffMark), let process = Int32(name.dropFirst(diffMark.count)) else { return false }
    return !Environment.isRunning(process)
  }
}

extension FileSystem {
  /// The paths of the entries of a directory; none of one that cannot be read.
  static func paths(in directory: Path) -> [Path] { ((try? entries(directory)) ?? []).map { directory / $0 } }
}
