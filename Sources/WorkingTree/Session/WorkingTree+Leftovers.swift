import Platform
import Smudge

// Matters that an installation puts in order besides the configuration and the files.
extension WorkingTree {
  /// Files of killed commands that hold nothing of the user.
  var leftovers: [Path] {
    Set([mungeDirectory.own, mungeDirectory.common]).flatMap(FileSystem.paths)
      .filter { $0.name.bytes.first == .dot || ["index", "index.lock"].contains("\($0.name)") }
      .sorted()
  }
}

extension FileSystem {
  /// The paths of the entries of a directory; none of one that cannot be read.
  static func paths(in directory: Path) -> [Path] { ((try? entries(directory)) ?? []).map { directory / $0 } }
}
