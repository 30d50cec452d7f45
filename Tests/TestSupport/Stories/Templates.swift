// Repositories and clones that many stories begin with: each is made once in a run, and copied for every story.

import Foundation
import Platform
import Synchronization
import TestSupport

enum Templates {
  private static let origins = Once<Workshop.Seed, Origin>()
  private static let clones = Once<Installation, Clone>()

  /// Nothing else ends the life of what is kept for the whole run.
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

  /// A clone with an installation; a copy, as long as its workshop is as it was made.
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
  /// Files that name folders of their workshop, from the top of the clone.
  let naming: [Path]

  /// The files in which git and git-munge are known to name folders: their copies name others.
  private static let mayName = ["config", "hooks", "logs"]

  init(_ workshop: Workshop, _ values: [String]) throws {
    tree = try workshop.installed("clone", values)
    let (top, mark) = (tree.gitFolder, workshop.sandbox.directory.bytes)
    naming = try DirectoryWalk.entries(below: top).filter { entry in
      try FileSystem.contents(top / entry.path)?.contains(mark) == true
    }.map { Path(".git") / $0.path }
    let unknown = naming.filter { path in !Clone.mayName.contains { path == Path(".git/\($0)") || path.isInside(Path(".git/\($0)")) } }
    guard unknown.isEmpty else { throw NoTemplate(naming: unknown) }
  }

  func copied(to other: WorkingTree) throws -> WorkingTree {
    try FileSystem.makeDirectories(other.top)
    try TestFile.copyFolder(tree.top, to: other.top)
    for path in naming {
      let text = try other.text("\(path)") ?? ""
      let moved = text.replacing("\(tree.top)", with: "\(other.top)")
        .replacing("\(tree.workshop.sandbox.directory)", with: "\(other.workshop.sandbox.directory)")
      try other.write("\(path)", moved, mode: FileSystem.status(other.top / path)?.mode ?? 0o644)
    }
    // Copies are other files than the index knows.
    try other.git("update-index", "-q", "--refresh", status: 0...1)
    return other
  }
}

/// Files of a clone that a copy would have to change, in ways that are not known here.
private struct NoTemplate: Error {
  let naming: [Path]
}

/// A workshop as it was made, with what an installation in a clone of it depends on.
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
        contents[path] = entry.status.kind == .regular ? try FileSystem.contents(directory / path) : bytes("\(entry.status.kind)")
      }
    }
    for name in ["HEAD", "config", "packed-refs"] {
      contents[Path(name)] = try FileSystem.contents(workshop.sandbox.gitFolder / name)
    }
    return contents
  }
}

/// Values that are made when they are first asked for, and then kept.
private final class Once<Key: Hashable & Sendable, VariableValue: Sendable>: Sendable {
  private final class Slot: Sendable { let value = Mutex<VariableValue?>(nil) }
  private let slots = Mutex<[Key: Slot]>([:])

  /// Others wait only where they need the same.
  func value(for key: Key, making: () throws -> VariableValue) throws -> VariableValue {
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
