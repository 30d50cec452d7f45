import TestSupport

/// The layers of docs/design.md: which modules a target imports, and which directories of a target use which.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct LayerTests {
  private struct Layer {
    let target: String
    /// Each uses only those to its left.
    let directories: [String]
    let imports: Set<String>

    /// `nil` for a line that is no row of a target.
    init?(_ line: Substring) {
      let cells = line.split(separator: "|").map { cell in
        cell.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
      }
      guard cells.count == 4, let target = cells[0].first else { return nil }
      (self.target, directories, imports) = (target, cells[2], Set(cells[3]))
    }
  }

  private static let libc: Set = ["Darwin", "MachO", "Glibc", "Musl"]
  /// A module of its own only on some systems.
  private static let foundation: Set = ["FoundationEssentials", "Foundation"]

  private static func layers() throws -> [Layer] {
    let page = try Repository.text("docs/design.md")
    let start = try #require(page.firstRange(of: "## Layers\n")?.upperBound)
    return page[start...].split(separator: "\n").prefix { !$0.hasPrefix("## ") }.compactMap(Layer.init)
  }

  @Test func `Every target imports only what its row has`() throws {
    let layers = try Self.layers()
    for source in try Repository.sources() {
      let layer = try #require(
        layers.first { $0.target == source.target }, "docs/design.md has no row for \(source.target)")
      let allowed = layer.imports.union(source.target == "Libc" ? Self.libc : [])
      let surplus = Set(source.imports).subtracting(allowed)
      #expect(surplus.isEmpty, "\(source.path) can import \(allowed.sorted()) only")
    }
  }

  @Test func `Every row has a target, which imports all of it`() throws {
    let (layers, sources) = (try Self.layers(), try Repository.sources())
    #expect(Set(sources.map(\.target)) == Set(layers.map(\.target)))
    for layer in layers {
      let found = Set(sources.filter { $0.target == layer.target }.flatMap(\.imports))
      let unused = layer.imports.subtracting(found).subtracting(Self.foundation)
      #expect(unused.isEmpty, "\(layer.target) does not import \(unused)")
    }
    let callers = sources.filter { !$0.imports.filter { ["Libc", "SystemPackage"].contains($0) }.isEmpty }
    let others = callers.filter { $0.path.parent != Path("Sources/Platform/System") }
    #expect(!callers.isEmpty && others.isEmpty, "\(others.map(\.path)) make system calls")
  }

  @Test func `Every directory uses only types of directories to its left`() throws {
    let sources = try Repository.sources()
    for layer in try Self.layers() where !layer.directories.isEmpty {
      let files = sources.filter { $0.target == layer.target }
      let found = Set(files.compactMap(\.directory))
      #expect(found == Set(layer.directories), "the row of \(layer.target) has its directories")
      for (index, directory) in layer.directories.enumerated() {
        let right = Set(layer.directories[(index + 1)...])
        let types = Set(files.filter { $0.directory.map(right.contains) ?? true }.flatMap(\.types))
        for file in files where file.directory == directory {
          let wrong = file.words.intersection(types).subtracting(file.types)
          #expect(wrong.isEmpty, "\(file.path) uses \(wrong.sorted())")
        }
      }
    }
  }

  @Test func `Every directory uses only extensions of directories to its left`() throws {
    typealias Place = (target: String, directory: String?)
    let files = try Repository.sources().map { file in
      (file, place: Place(file.target, file.directory), all: file.members, added: file.extensionMembers)
    }
    for layer in try Self.layers() {
      for (index, directory) in layer.directories.enumerated() {
        let right = Set(layer.directories[(index + 1)...])
        func isRight(_ place: Place) -> Bool {
          place.target == layer.target && place.directory.map(right.contains) ?? true
        }
        let added = Set(files.filter { isRight($0.place) }.flatMap(\.added))
        let members = added.subtracting(files.filter { !isRight($0.place) }.flatMap(\.all))
        for (file, place, _, _) in files where place == (layer.target, directory) {
          let wrong = file.called.intersection(members)
          #expect(wrong.isEmpty, "\(file.path) uses \(wrong.sorted())")
        }
      }
    }
  }

  @Test func `At most one file imports Foundation`() throws {
    let files = try Repository.sources().filter { source in source.imports.contains { $0.hasPrefix("Foundation") } }
    #expect(files.count <= 1, "\(files.map(\.path))")
  }

  @Test func `No import is exported or testable but that of libc, and nothing is public`() throws {
    for source in try Repository.sources() where source.target != "Libc" {
      for (index, line) in source.code.enumerated() {
        let words = line.split(separator: " ")
        if line.contains("@_exported") || line.contains("@testable") || words.contains("public") {
          Issue.record("\(source.path):\(index + 1): \(line)")
        }
      }
    }
  }
}

extension SwiftSource {
  /// The directory of its target that it is in; `nil` at the top.
  fileprivate var directory: String? {
    let parts = "\(path)".split(separator: "/")
    return parts.count > 3 ? String(parts[2]) : nil
  }

  fileprivate var types: Set<String> { Set(declaredNames(["struct", "enum", "protocol", "typealias"], atTop: true)) }

  /// The names of functions, properties and cases.
  fileprivate var members: [String] {
    let cases = code.filter { $0.split(separator: " ").contains("case") }
    return declaredNames(["func", "var", "let"])
      + cases.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }
  }

  /// The names of functions and properties that extensions add for other files.
  fileprivate var extensionMembers: [String] {
    var isExtension = false
    let lines = code.filter { line in
      if !line.isEmpty, !line.hasPrefix(" ") { isExtension = line.hasPrefix("extension ") }
      return isExtension && line.hasPrefix("  ") && !line.hasPrefix("   ") && !line.contains("private ")
    }
    return SwiftSource(path, lines.joined(separator: "\n")).declaredNames(["func", "var"])
  }

  /// The names after a dot.
  fileprivate var called: Set<String> {
    Set(
      code.flatMap { $0.split(separator: ".", omittingEmptySubsequences: false).dropFirst() }.map { rest in
        String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      })
  }

  /// All names in its code.
  fileprivate var words: Set<String> {
    let chains = code.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." } }
    // In `Environment.Change`, only the first one is a type of a directory.
    return Set(
      chains.flatMap { chain in chain.split(separator: ".").prefix(chain.first?.isUppercase ?? false ? 1 : .max) }.map(
        String.init))
  }
}
