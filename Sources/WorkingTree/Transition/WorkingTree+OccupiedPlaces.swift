import Platform
import Smudge

// Other kinds of files in the places of those of git-munge, such as a directory or a FIFO.
extension WorkingTree {
  /// The places that hold another kind of file. Of those that other programs write, a FIFO alone counts, for which git
  /// would wait.
  var occupied: [Path] {
    let places = mungeDirectory
    let directories = [places.common, places.own].filter { !FileSystem.exists($0 / ".") } + [places.trusted]
    let others = [places.mainPlan, places.mainAttributes, places.planCopy, places.mainPlanCopy]
    let block = AttributesBlock(self).file
    let all = directories + places.files + others + FileSystem.paths(in: places.trusted) + [block]
    return all.uniqued.filter { path in
      guard let kind = (try? FileSystem.status(path))?.kind else { return false }
      return path == block ? kind == .other : kind != (directories.contains(path) ? .directory : .regular)
    }
  }

  /// Moves what occupies a place to the saves, and names it.
  func clear(_ place: Path) throws {
    let places = mungeDirectory
    if [places.common, places.own, places.trusted].contains(place) {
      try FileSystem.makeDirectories(arriving)
    } else {
      try FileSystem.replace(arriving, with: [])
    }
    // An empty plan or journal is a damaged one, with which clean fails.
    try FileSystem.exchange(arriving, place)
    let kept = try AtomicReplace.keep(arriving, in: places.common)
    if place.name == places.attributes.name { try FileSystem.remove(place) }
    Terminal.warn("git-munge: \(place) is not git-munge's; it is kept as \(kept)")
  }
}
