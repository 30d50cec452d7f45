import Platform
import Testing
import TestSupport

/// Which target may import what: the compiler sees to the package's own modules, these tests to all others.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct LayerTests {
  /// What a target may import.
  private static let allowed: [String: Set<String>] = [
    "Platform": [],
    "PktLine": ["Platform"], "LineDiff": [], "Engine": ["Platform"], "Smudge": ["Platform"],
    "Git": ["Platform", "Smudge", "Git", "CLibgit2"], "Libgit2": ["CLibgit2", "Platform"],
    // Foundation: where its essentials are not a module of their own.
    "Rules": ["Smudge", "Platform"],
    "Verify": ["Smudge", "Git", "Platform", "FoundationEssentials", "Foundation"],
    "WorkingTree": ["Smudge", "Git", "Platform"],
    "git-munge": ["ArgumentParser", "Munge", "Smudge", "Platform"],
    "git-munge-filter": ["Smudge"],
  ]

  private static let libc: Set = ["Darwin", "MachO", "Glibc", "Musl"]

  @Test func `Every target imports only what is below it`() throws {
    for source in try Repository.sources() {
      let isLibc = source.path == Path("Sources/Platform/Libc.swift")
      let allowed = try #require(
        isLibc ? Self.libc : Self.allowed[source.target], "\(source.path): say here what its target may import")
      let surplus = Set(source.imports).subtracting(allowed)
      #expect(surplus.isEmpty, "\(source.path) may import \(allowed.sorted()) only")
    }
  }

  @Test func `All targets are there, and imports are found in them`() throws {
    let sources = try Repository.sources()
    #expect(Set(sources.map(\.target)) == Set(Self.allowed.keys), "a target that is gone needs no rule")
    for (target, modules) in Self.allowed where target != "Platform" {
      let found = Set(sources.filter { $0.target == target }.flatMap(\.imports))
      #expect(found.isSuperset(of: modules.subtracting(["FoundationEssentials", "Foundation"])), "\(target) has rules that it does not use")
    }
    let libc = sources.filter { !Self.libc.isDisjoint(with: $0.imports) }
    #expect(libc.map(\.path) == [Path("Sources/Platform/Libc.swift")], "one file knows the operating system")
  }

  @Test func `At most one file knows Foundation`() throws {
    let files = try Repository.sources().filter { source in source.imports.contains { $0.hasPrefix("Foundation") } }
    #expect(files.count <= 1, "\(files.map(\.path))")
  }

  @Test func `Nothing is imported for others, or with more than its public face`() throws {
    for source in try Repository.sources() {
      for (index, line) in source.code.enumerated() where line.contains("@_exported") || line.contains("@testable") {
        Issue.record("\(source.path):\(index + 1): \(line)")
      }
    }
  }
}
