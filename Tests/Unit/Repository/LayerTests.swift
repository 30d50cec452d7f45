import Platform
import Testing
import TestSupport

/// Which target can import which module: the compiler checks the package's own modules, these tests all others.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct LayerTests {
  /// The modules that a target can import.
  private static let allowed: [String: Set<String>] = [
    "Platform": [],
    "PktLine": ["Platform"], "LineDiff": [], "Engine": ["Platform"], "Smudge": ["Platform"],
    "Git": ["Platform", "Smudge", "Git", "CLibgit2"], "Libgit2": ["CLibgit2", "Platform"],
    // Foundation, on systems where FoundationEssentials is not a module.
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
      #expect(surplus.isEmpty, "\(source.path) can import \(allowed.sorted()) only")
    }
  }

  @Test func `Every target has a rule, and every rule is needed`() throws {
    let sources = try Repository.sources()
    #expect(Set(sources.map(\.target)) == Set(Self.allowed.keys), "the rules are those of existing targets")
    for (target, modules) in Self.allowed where target != "Platform" {
      let found = Set(sources.filter { $0.target == target }.flatMap(\.imports))
      #expect(found.isSuperset(of: modules.subtracting(["FoundationEssentials", "Foundation"])), "\(target) has rules that it does not use")
    }
    let libc = sources.filter { !Self.libc.isDisjoint(with: $0.imports) }
    #expect(libc.map(\.path) == [Path("Sources/Platform/Libc.swift")], "only one file imports libc")
  }

  @Test func `At most one file imports Foundation`() throws {
    let files = try Repository.sources().filter { source in source.imports.contains { $0.hasPrefix("Foundation") } }
    #expect(files.count <= 1, "\(files.map(\.path))")
  }

  @Test func `No import is exported or testable`() throws {
    for source in try Repository.sources() {
      for (index, line) in source.code.enumerated() where line.contains("@_exported") || line.contains("@testable") {
        Issue.record("\(source.path):\(index + 1): \(line)")
      }
    }
  }
}
