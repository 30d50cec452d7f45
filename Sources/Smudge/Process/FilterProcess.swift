package import Platform

/// The long-running filter process (`filter.<driver>.process` in `gitattributes(5)`): one process for many files.
package struct FilterProcess: ~Copyable {
  private var reader: PacketReader
  private var writer: PacketWriter
  private var session = FilterSession()
  private var filter: Filter
  private var input: Spool
  private var output: Spool
  /// The reason why the content of the current request is incomplete; `nil` if it is whole.
  private var inputError: SystemError?

  package init(
    _ filter: consuming Filter, input: consuming File = .standardInput, output: consuming File = .standardOutput
  ) {
    self.input = Spool(filter.spooling)
    self.output = Spool(filter.spooling)
    self.filter = filter
    reader = PacketReader(input)
    writer = PacketWriter(output)
  }

  /// Serves requests until the client closes the pipe.
  package mutating func run() throws(ProtocolError) {
    while true {
      let action = try session.receive(reader.next())
      do throws(SystemError) {
        switch action {
        case .proceed: continue
        case .reply(let lines): try writer.list(lines)
        case .store(let bytes):
          do throws(SystemError) {
            try input.append(bytes)
          } catch {
            inputError = error
          }
        case .perform(let request): try perform(request)
        case .finish: return filter.finish()
        }
      } catch {
        throw .system(error)
      }
    }
  }

  private mutating func perform(_ request: FilterSession.Request) throws(SystemError) {
    let outcome = inputError.map { filter.refuse(request, "cannot store the content (\($0))") }
    switch outcome ?? filter.perform(request, on: input, into: &output) {
    case .refused: try writer.list(["status=error"])
    case .unchanged: try FilterProcess.answer(input, &writer)
    case .changed: try FilterProcess.answer(output, &writer)
    }
    input.removeAll()
    inputError = nil
  }

  /// Writes the answer to a request that succeeded.
  static func answer(_ content: borrowing Spool, _ writer: inout PacketWriter) throws(SystemError) {
    writer.success()
    try content.forEachChunk { chunk throws(SystemError) in try writer.content(chunk) }
    try writer.end()
  }
}
