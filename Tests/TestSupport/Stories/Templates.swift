// Repositories and clones that many stories start from: each is made once in a run and copied for every story.

import Foundation
import Platform
import Synchronization
import TestSupport

enum Templates {
  private static let origins = Once<Workshop.Seed, Origin>()
  private static let clones = Once<Installation, Clone>()

  /// Removes the templates at the end of the run.
  private static let removal: Void = {
    _ = atexit {
      Templates.clones.forget()
      Templates.origins.forget()
    }
  }()

  private struct Installation: Hashable {
    let seed: Workshop.Seed
    let values: [String]
  }

  static func workshop(_ seed: Workshop.Seed) throws -> Workshop { try origin(seed).workshop }

  private static func origin(_ seed: Workshop.Seed) throws -> Origin {
    removal
    return try origins.value(for: seed) { try Origin(Workshop(making: seed)) }
  }

  /// A clone with an installation; a copy, as long as its workshop is unchanged.
  static func munged(_ name: String, of workshop: Workshop, _ values: [String]) throws -> WorkingTree {
    guard try origin(workshop.seed).isLike(workshop) else { return try workshop.installed(name, values) }
    let template = try clones.value(for: Installation(seed: workshop.seed, values: values)) {
      try Clone(Workshop(seed: workshop.seed), values)
    }
    return try template.copied(to: workshop.tree(name))
  }
}

/// A clone with an installation.
private struct Clone: Sendable {
  let tree: WorkingTree
  /// Files with paths of their workshop, relative to the top of the clone.
  let naming: [Path]

  /// The files in which git and git-munge store paths: a copy has other paths.
  private static let mayName = ["config", "hooks", "logs"]

  init(_ workshop: Workshop, _ values: [String]) throws {
    tree = try workshop.installed("clone", values)
    let (top, mark) = (tree.gitDirectory, workshop.sandbox.directory.bytes)
    naming = try DirectoryWalk.entries(below: top).filter { entry in
      try FileSystem.contents(top / entry.path)?.contains(mark) == true
    }.map { Path(".git") / $0.path }
    let unknown = naming.filter { path in
      !Clone.mayName.contains { path == Path(".git/\($0)") || path.isInside(Path(".git/\($0)")) }
    }
    guard unknown.isEmpty else { throw NoTemplate(naming: unknown) }
  }

  func copied(to other: WorkingTree) throws -> WorkingTree {
    try FileSystem.makeDirectories(other.top)
    try TestFile.copyDirectory(tree.top, to: other.top)
    for path in naming {
      let text = try other.text("\(path)") ?? ""
      let moved = text.replacing("\(tree.top)", with: "\(other.top)")
        .replacing("\(tree.workshop.sandbox.directory)", with: "\(other.workshop.sandbox.directory)")
      try other.write("\(path)", moved, mode: FileSystem.status(other.top / path)?.mode ?? 0o644)
    }
    // The copies have other inodes than the index records.
    try other.git("update-index", "-q", "--refresh", status: 0...1)
    return other
  }
}

/// A clone has other files with paths, which a copy would have to change.
private struct NoTemplate: Error {
  let naming: [Path]
}

/// A workshop as it was made, with the files that an installation depends on.
private struct Origin: Sendable {
  let workshop: Workshop
  private let contents: [Path: [UInt8]]

  init(_ workshop: Workshop) throws {
    self.workshop = workshop
    contents = try Origin.contents(of: workshop)
  }

  func isLike(_ other: Workshop) throws -> Bool { try contents == Origin.contents(of: other) }

  private static func contents(of workshop: Workshop) throws -> [Path: [UInt8]] {
    let directory = workshop.sandbox.directory
    var contents: [Path: [UInt8]] = [:]
    for place in ["home", "bin", "repository/.git/refs"] {
      for entry in try DirectoryWalk.entries(below: directory / place) {
        let path = Path(place) / entry.path
        contents[path] =
          entry.status.kind == .regular ? try FileSystem.contents(directory / path) : bytes("\(entry.status.kind)")
      }
    }
    for name in ["HEAD", "config", "packed-refs"] {
      contents[Path(name)] = try FileSystem.contents(workshop.sandbox.gitDirectory / name)
    }
    return contents
  }
}

/// Values that are made on first use and then kept.
private final class Once<Key: Hashable & Sendable, Element: Sendable>: Sendable {
  private final class Slot: Sendable { let value = Mutex<Element?>(nil) }
  private let slots = Mutex<[Key: Slot]>([:])

  /// Other callers wait only for the value of the same key.
  func value(for key: Key, making: () throws -> Element) throws -> Element {
    let slot = slots.withLock { slots in
      let slot = slots[key] ?? Slot()
      slots[key] = slot
      return slot
    }
    return try slot.value.withLock { value in
      let made = try value ?? making()
      value = made
      return made
    }
  }

  func forget() { slots.withLock { $0 = [:] } }
}
