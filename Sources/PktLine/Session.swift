package import Platform

/// Version 2 of the long-running filter process protocol (`gitattributes(5)`), as a pure state machine.
///
/// It is told of packets and answers with what to do; the caller reads, writes and transforms. So the
/// whole protocol can be tested with rows of packets and no pipe.
package struct Session: Sendable {
  /// A file that git wants transformed.
  package struct Request: Equatable, Sendable {
    package let direction: Direction
    /// From the top of the working tree; `nil` where the client does not tell.
    package let path: Path?
    /// The name of the blob, in hexadecimal; git tells it for most smudges.
    package let blob: [UInt8]?

    package init(direction: Direction, path: Path?, blob: [UInt8]? = nil) {
      (self.direction, self.path, self.blob) = (direction, path, blob)
    }
  }

  /// What the caller has to do next.
  package enum Action: Equatable, Sendable {
    /// Read on.
    case proceed
    /// Send a list of lines.
    case reply([String])
    /// Keep these bytes: they are content.
    case store(ArraySlice<UInt8>)
    /// The content is complete: transform it and answer.
    case perform(Request)
    /// There will be no more requests.
    case finish
  }

  /// How far the conversation is; with the lines of the list that is being read.
  private enum State {
    /// The client introduces itself.
    case greeting([[UInt8]])
    /// The client says what it can ask for.
    case capabilities([[UInt8]])
    /// Between requests, or in the list that begins one.
    case command([[UInt8]])
    /// In the content of a request.
    case content(Request)
    /// The client has closed the pipe.
    case ended
  }

  private var state = State.greeting([])

  package init() {}

  /// Takes the next packet. Throws `ProtocolError` for what this protocol does not allow.
  package mutating func receive(_ packet: Packet) throws(ProtocolError) -> Action {
    switch (state, packet) {
    case (.greeting(let lines), .data): become(.greeting(lines + packet.lines), .proceed)
    case (.capabilities(let lines), .data): become(.capabilities(lines + packet.lines), .proceed)
    case (.command(let lines), .data): become(.command(lines + packet.lines), .proceed)
    case (.content, .data(let bytes)): .store(bytes)
    case (.greeting(let lines), .flush): try greet(lines)
    // In the words of the client: git gives up on a capability that it did not name.
    case (.capabilities(let lines), .flush):
      become(.command([]), .reply(Session.capabilities.filter { lines.contains(Array($0.utf8)) }))
    case (.command(let lines), .flush):
      Session.request(lines).map { become(.content($0), .proceed) } ?? become(.command([]), .reply(["status=error"]))
    case (.content(let request), .flush): become(.command([]), .perform(request))
    case (.greeting([]), .end), (.command([]), .end), (.ended, _): become(.ended, .finish)
    case (.greeting, .end), (.capabilities, .end), (.command, .end), (.content, .end): throw .unexpectedEnd
    }
  }

  private mutating func become(_ next: State, _ action: Action) -> Action {
    state = next
    return action
  }

  private mutating func greet(_ lines: [[UInt8]]) throws(ProtocolError) -> Action {
    let name = lines.first ?? []
    guard name == Array("git-filter-client".utf8) else { throw .badGreeting(found: name) }
    guard lines.contains(Array("version=2".utf8)) else { throw .noCommonVersion }
    return become(.capabilities([]), .reply(["git-filter-server", "version=2"]))
  }

  private static let capabilities = [Direction.clean, .smudge].map { "capability=\($0.rawValue)" }

  /// `nil` for a command that is neither clean nor smudge.
  private static func request(_ lines: [[UInt8]]) -> Request? {
    // The value is all after the first `=`: path names hold any byte.
    func value(_ key: String) -> [UInt8]? {
      lines.last { $0.starts(with: "\(key)=".utf8) }.map { Array($0.dropFirst(key.utf8.count + 1)) }
    }
    let command = String(decoding: value("command") ?? [], as: UTF8.self)
    guard let direction = Direction(rawValue: command) else { return nil }
    let path = value("pathname").flatMap { $0.isEmpty ? nil : Path($0) }
    return Request(direction: direction, path: path, blob: value("blob"))
  }
}

extension Packet {
  /// Its line, out of the reader's buffer, which the next packet overwrites.
  fileprivate var lines: [[UInt8]] { line.map { [Array($0)] } ?? [] }
}
