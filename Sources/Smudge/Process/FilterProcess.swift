package import Platform

/// The long-running filter process (`filter.<driver>.process` in `gitattributes(5)`): one process for many files.
package struct FilterProcess: ~Copyable {
  private var reader: PacketReader
  private var writer: PacketWriter
  private var session = FilterSession()
  private var filter: Filter
  private var input: Spool
  private var output: Spool
  private var inputState = InputState.whole

  /// Whether the content of the current request is complete.
  private enum InputState {
    case whole
    case broken(SystemError)
  }

  package init(
    _ filter: consuming Filter, input: consuming File = .standardInput,
    output: consuming File = .standardOutput
  ) {
    let spooling = filter.spooling
    self.filter = filter
    reader = PacketReader(input)
    writer = PacketWriter(output)
    self.input = Spool(spooling)
    self.output = Spool(spooling)
  }

  /// Processes requests until the client closes the pipe.
  package mutating func run() throws(ProtocolError) {
    while true {
      switch try session.receive(reader.next()) {
      case .proceed: continue
      case .reply(let lines): try send(lines)
      case .store(let bytes): store(bytes)
      case .perform(let request): try perform(request)
      case .finish:
        filter.finish()
        return
      }
    }
  }

  private mutating func store(_ bytes: ArraySlice<UInt8>) {
    do throws(SystemError) { try input.append(bytes) } catch { inputState = .broken(error) }
  }

  private mutating func perform(_ request: FilterSession.Request) throws(ProtocolError) {
    do throws(SystemError) {
      switch outcome(request) {
      case .refused: try writer.list(["status=error"])
      case .unchanged: try FilterProcess.answer(input, &writer)
      case .changed: try FilterProcess.answer(output, &writer)
      }
    } catch {
      throw .system(error)
    }
    input.removeAll()
    inputState = .whole
  }

  /// Answers a request that succeeded.
  static func answer(_ content: borrowing Spool, _ writer: inout PacketWriter) throws(SystemError) {
    writer.success()
    try content.forEachChunk { chunk throws(SystemError) in try writer.content(chunk) }
    try writer.end()
  }

  private mutating func outcome(_ request: FilterSession.Request) -> Filter.FilterOutcome {
    switch inputState {
    case .whole: filter.perform(request, on: input, into: &output)
    case .broken(let error): filter.failInput(request, error)
    }
  }

  private mutating func send(_ lines: [String]) throws(ProtocolError) {
    do throws(SystemError) { try writer.list(lines) } catch { throw .system(error) }
  }
}
