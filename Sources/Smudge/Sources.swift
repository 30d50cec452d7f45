public import Platform

/// Reads blobs that some content may have been smudged from, lazily, with one `git cat-file` for all.
public struct Sources: ~Copyable {
  private var batch: Child?
  private var buffer: [UInt8] = []

  public init() {}

  /// Never fetches, never filters, never asks.
  private static let environment = Environment.entries(changing: [
    .set("GIT_NO_LAZY_FETCH", "1"), .set("GIT_OPTIONAL_LOCKS", "0"), .set("GIT_TERMINAL_PROMPT", "0"),
    .unset("GIT_LITERAL_PATHSPECS"), .unset("GIT_GLOB_PATHSPECS"), .unset("GIT_NOGLOB_PATHSPECS"),
    .unset("GIT_ICASE_PATHSPECS"), .set("LC_ALL", "C"),
  ])

  /// The blobs that the index and then `HEAD` hold for a path, ours before theirs before the base.
  public func candidates(for path: Path) -> [[UInt8]] {
    let staged = Sources.git(["ls-files", "-s", "-z", "--"].map { Array($0.utf8) } + [
      Array(":(top,literal)".utf8) + path.bytes
    ])
    let head = Sources.git(
      ["rev-parse", "--verify", "--quiet", "--end-of-options"].map { Array($0.utf8) } + [
        Array("HEAD:".utf8) + path.bytes
      ])
    var found = staged.map(Sources.blobs) ?? []
    if let head { found.append(Array(head.prefix { $0 != UInt8(ascii: "\n") })) }
    return found.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// `mode SP blob SP stage TAB path NUL`, as many as the path has stages.
  private static func blobs(_ listing: [UInt8]) -> [[UInt8]] {
    let entries = listing.split(separator: 0).compactMap { entry -> (stage: Int, blob: [UInt8])? in
      let fields = entry.prefix { $0 != UInt8(ascii: "\t") }.split(separator: UInt8(ascii: " "))
      guard fields.count == 3, let stage = Int(String(decoding: fields[2], as: UTF8.self)) else { return nil }
      return (stage, Array(fields[1]))
    }
    return [0, 2, 3, 1].flatMap { stage in entries.filter { $0.stage == stage }.map(\.blob) }
  }

  private static func git(_ arguments: [[UInt8]]) -> [UInt8]? {
    let output = try? Subprocess.run([Array("git".utf8)] + arguments, environment: environment)
    return output.flatMap { $0.isSuccess ? $0.output : nil }
  }

  /// Fills `content` with a blob; answers whether there is one of that name.
  public mutating func read(_ blob: [UInt8], into content: inout Spool) throws(SystemError) -> Bool {
    content.removeAll()
    if batch == nil {
      batch = try Child.start(
        [Array("git".utf8), Array("cat-file".utf8), Array("--batch".utf8)],
        environment: Sources.environment)
    }
    try batch?.write(blob + [UInt8(ascii: "\n")])
    // `name SP type SP size LF content LF`, or `name SP missing LF`.
    let header = try line().split(separator: UInt8(ascii: " "))
    guard header.count == 3, header[1].elementsEqual("blob".utf8),
      var rest = Int(String(decoding: header[2], as: UTF8.self))
    else { return false }
    while rest > 0 {
      if buffer.isEmpty, try !more() { return false }
      let piece = buffer.prefix(rest)
      try content.append(piece)
      rest -= piece.count
      buffer.removeFirst(piece.count)
    }
    _ = try line()
    return true
  }

  private mutating func line() throws(SystemError) -> ArraySlice<UInt8> {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(buffer[..<end])
        buffer.removeFirst(end + 1)
        return line[...]
      }
      if !(try more()) { return [] }
    }
  }

  private mutating func more() throws(SystemError) -> Bool {
    let (count, chunk) = (buffer.count, 1 << 16)
    buffer += [UInt8](repeating: 0, count: chunk)
    let got = try batch?.read(into: &buffer, range: count..<count + chunk) ?? 0
    buffer.removeLast(chunk - got)
    return got > 0
  }
}
