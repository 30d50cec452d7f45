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

  #if os(Linux)
    @Test func `the static filter has no loader and no shared libraries`() throws {
      let filter = try #require(TestInput.staticFilter)
      let program = try FileSystem.contents(filter) ?? []
      let elf = try #require(ExecutableHeader(program), "\(filter) is no 64-bit ELF program")
      // 3: PT_INTERP of elf(5), the loader that finds libraries at program start.
      #expect(!elf.segments.contains(3))
      #expect(elf.segments.contains(1), "PT_LOAD segments show that the header was parsed correctly")
    }
  #endif

  @Test(.enabled(if: Repository.isHere, Repository.why)) func `the static filter has the version of the sources`()
    throws
  {
    let filter = try #require(TestInput.staticFilter)
    let done = try Subprocess.run([filter.bytes, bytes("--version")], environment: Environment.entries(changing: []))
    #expect(
      String(decoding: done.output, as: UTF8.self) == "git-munge-filter \(try Words.version())\n", "build it again")
  }
}

/// The kinds of segments in a program (`elf(5)`).
private struct ExecutableHeader {
  private(set) var segments: [UInt64] = []

  init?(_ bytes: [UInt8]) {
    func number(_ place: UInt64, _ count: UInt64) -> UInt64 {
      (0..<count).reversed().reduce(0) { sum, index in
        let place = Int(place + index)
        return sum << 8 | (place < bytes.count ? UInt64(bytes[place]) : 0)
      }
    }
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2]) else { return nil }
    let (start, size, count) = (number(0x20, 8), number(0x36, 2), number(0x38, 2))
    segments = (0..<count).map { number(start + $0 * size, 4) }
  }
}
