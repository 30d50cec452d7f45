import Platform
import TestSupport

/// The scripts and manual pages, checked by the programs that read them, and machine paths in any file.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct ScriptTests {
  /// Files that end in `.sh` are sourced, not run.
  private static func scripts() throws -> [Path] {
    let packaging = try Repository.files(in: "packaging").filter { $0.parent == Path("packaging") }
    return try packaging
      + [".ci", "scripts"].flatMap { directory in
        FileSystem.exists(Repository.root / directory) ? try Repository.files(in: directory) : []
      }
  }

  private static func isLibrary(_ script: Path) -> Bool { "\(script)".hasSuffix(".sh") }

  @Test func `scripts are executable, have a shebang and stop at errors`() throws {
    let scripts = try Self.scripts()
    #expect(scripts.contains(Path("scripts/test")), "the scripts were found")
    for script in scripts where !Self.isLibrary(script) {
      #expect(FileSystem.isExecutable(Repository.root / script), "\(script) is not executable")
      #expect(try Repository.text(script).hasPrefix("#!/usr/bin/env bash\n"), "\(script)")
      #expect(try Repository.text(script).contains("set -euo pipefail\n"), "\(script) continues after an error")
    }
    for library in scripts where Self.isLibrary(library) {
      #expect(!FileSystem.isExecutable(Repository.root / library), "\(library) is sourced only")
    }
  }

  @Test(.enabled(if: TestInput.program("shellcheck") != nil, "there is no shellcheck here to look through them"))
  func `shellcheck reports nothing in the scripts`() throws {
    let paths = try (Self.scripts() + [Path("completions/git-munge.bash")]).map { (Repository.root / $0).bytes }
    // Files that a script sources, such as those of `bench`, are checked with it.
    let options = ["--check-sourced", "--external-sources", "--source-path=\(Repository.root)"].map(bytes)
    let done = try Subprocess.run(
      [bytes("shellcheck")] + options + paths, environment: Environment.entries(changing: []))
    #expect(done.isSuccess, "\(String(decoding: done.output, as: UTF8.self))")
  }

  @Test(.enabled(if: TestInput.program("mandoc") != nil, "there is no mandoc here to check them"))
  func `every manual page is well formed`() throws {
    let paths = try Repository.files(in: "man").map { (Repository.root / $0).bytes }
    #expect(paths.count > 5, "the pages were found")
    let done = try Subprocess.run(
      ["mandoc", "-T", "lint", "-W", "warning"].map(bytes) + paths,
      environment: Environment.entries(changing: [.set("LC_ALL", "C")]))
    #expect(String(decoding: done.output, as: UTF8.self) == "")
    #expect(done.status == 0)
  }

  @Test func `every claim of the demo holds`() throws {
    let words = ["bash", "\(Repository.root)/scripts/demo", "--bin", "\(BuiltProgram.directory)"]
    let done = try Subprocess.run(words.map(bytes), environment: Environment.entries(changing: []))
    #expect(done.isSuccess, "\(escaped(done.output + done.errors))")
  }

  @Test func `the picture in the README shows the output of these programs`() throws {
    let directory = try TemporaryDirectory()
    let picture = directory.path / "terminal.svg"
    let words = [
      "bash", "\(Repository.root)/scripts/demo", "--record", "\(picture)", "--bin", "\(BuiltProgram.directory)",
    ]
    let done = try Subprocess.run(words.map(bytes), environment: Environment.entries(changing: []))
    #expect(done.isSuccess, "\(escaped(done.output + done.errors))")
    let text = try #require(try FileSystem.contents(picture).map { String(decoding: $0, as: UTF8.self) })
    #expect(isXML(text))
    try expectSnapshot(at: Path("docs/terminal.svg"), text)
  }

  /// In pieces, so that this file does not match.
  private static let placesOfMachines = [["/wo", "rk/"], ["/opt/", "swift"], ["/ro", "ot/"]].map { $0.joined() }

  @Test func `no file names a path of a developer's machine`() throws {
    let files = try Repository.files()
    #expect(files.count > 100, "the files were found")
    for file in files {
      let text = try Repository.text(file)
      for place in Self.placesOfMachines where text.contains(place) {
        Issue.record("\(file) names \(place)")
      }
    }
  }
}
