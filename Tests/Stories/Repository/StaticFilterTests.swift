import Platform
import TestSupport

/// The release build of the filter: git starts it often, so it links nothing that takes time to load.
@Suite(.enabled(if: TestInput.staticFilter != nil, "GIT_MUNGE_STATIC_FILTER names no release build of the filter"))
struct StaticFilterTests {
  @Test(.enabled(if: TestInput.program("nm") != nil, "there is no nm here to list symbols"))
  func `the static filter has no symbols of Foundation and of regular expressions`() throws {
    let filter = try #require(TestInput.staticFilter)
    let done = try Subprocess.run(
      [bytes("nm"), filter.bytes], environment: Environment.entries(changing: [.set("LC_ALL", "C")]))
    let symbols = String(decoding: done.output, as: UTF8.self).split(separator: "\n")
    #expect(symbols.count > 1000, "a program without symbols would prove nothing; nm said: \(escaped(done.errors))")
    let found = symbols.filter { $0.contains("Foundation") || $0.contains("_RegexParser") }
    #expect(found.isEmpty, "\(found.count) symbols, such as \(found.first ?? "")")
  }

  @Test(.enabled(if: Repository.isHere, Repository.why)) func `the static filter has the version of the sources`()
    throws
  {
    let filter = try #require(TestInput.staticFilter)
    let done = try Subprocess.run([filter.bytes, bytes("--version")], environment: Environment.entries(changing: []))
    #expect(
      String(decoding: done.output, as: UTF8.self) == "git-munge-filter \(try Words.version())\n", "build it again")
  }
}
