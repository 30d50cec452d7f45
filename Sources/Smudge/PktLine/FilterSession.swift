package import Platform

/// A state machine of version 2 of the filter process protocol (`gitattributes(5)`): packets in, actions out, no pipe.
package struct FilterSession: Sendable {
  /// A request of git to transform one file.
  package struct Request: Equatable, Sendable {
    package let direction: Direction
    /// The path from the top of the working tree; `nil` if the client sends none.
    package let path: Path?
    /// The name of the blob, in hexadecimal; git sends it for most smudges, and a transition has it for clean as well.
    /// Empty if there is no such blob.
    package let blob: [UInt8]?

    package init(direction: Direction, path: Path?, blob: [UInt8]? = nil) {
      self.direction = direction
      self.path = path
      self.blob = blob
    }
  }

  /// The action of the caller after a packet.
  package enum Action: Equatable, Sendable {
    /// Reads the next packet.
    case proceed
    /// Sends a list of lines.
    case reply([String])
    /// Appends to the content.
    case store(ArraySlice<UInt8>)
    /// Transforms the content, which is complete, and writes the response.
    case perform(Request)
    /// Stops: there are no more requests.
    case finish
  }

  /// A state of the protocol, with the lines of the current list so far.
  private enum Phase {
    /// The client's greeting: `git-filter-client`, `version=2`.
    case greeting([[UInt8]])
    /// The list of the client's capabilities.
    case capabilities([[UInt8]])
    /// The time between requests, or the list that starts one: `command=smudge`, `pathname=a.txt`.
    case command([[UInt8]])
    /// The content of a request.
    case content(Request)
  }

  private var state = Phase.greeting([])

  package init() {}

  /// Processes the next packet; throws `ProtocolError` if the protocol does not allow it.
  package mutating func receive(_ packet: Packet) throws(ProtocolError) -> Action {
    switch (state, packet) {
    case (.greeting(let lines), .data(let bytes)): enter(.greeting(lines + [Packet.line(bytes)]), .proceed)
    case (.capabilities(let lines), .data(let bytes)): enter(.capabilities(lines + [Packet.line(bytes)]), .proceed)
    case (.command(let lines), .data(let bytes)): enter(.command(lines + [Packet.line(bytes)]), .proceed)
    case (.content, .data(let bytes)): .store(bytes)
    case (.greeting(let lines), .flush): try greet(lines)
    // Only the client's capabilities are returned: git fails on one that it did not send.
    case (.capabilities(let lines), .flush):
      enter(.command([]), .reply(FilterSession.capabilities.filter { lines.contains($0.bytes) }))
    case (.command(let lines), .flush):
      FilterSession.request(lines).map { enter(.content($0), .proceed) }
        ?? enter(.command([]), .reply(["status=error"]))
    case (.content(let request), .flush): enter(.command([]), .perform(request))
    case (.greeting([]), .end), (.command([]), .end): .finish
    case (.greeting, .end), (.capabilities, .end), (.command, .end), (.content, .end): throw .unexpectedEnd
    }
  }

  private mutating func enter(_ next: Phase, _ action: Action) -> Action {
    state = next
    return action
  }

  /// Checks the greeting of the client, and answers it.
  private mutating func greet(_ lines: [[UInt8]]) throws(ProtocolError) -> Action {
    let name = lines.first ?? []
    guard name == "git-filter-client".bytes else { throw .badGreeting(found: name) }
    guard lines.contains("version=2".bytes) else { throw .noCommonVersion }
    return enter(.capabilities([]), .reply(["git-filter-server", "version=2"]))
  }

  private static let capabilities = [Direction.clean, .smudge].map { "capability=\($0.rawValue)" }

  /// Parses the list that starts a request; `nil` for a command that is neither clean nor smudge.
  private static func request(_ lines: [[UInt8]]) -> Request? {
    // The value is all after the first `=`: a path can contain any byte.
    func value(_ key: String) -> [UInt8]? {
      let start = "\(key)=".utf8
      return lines.last { $0.starts(with: start) }.map { Array($0.dropFirst(start.count)) }
    }
    let command = (value("command") ?? []).string
    guard let direction = Direction(rawValue: command) else { return nil }
    let path = value("pathname").flatMap { $0.isEmpty ? nil : Path($0) }
    return Request(direction: direction, path: path, blob: value("blob"))
  }
}

/// The filter operation that git requests (`gitattributes(5)`).
package enum Direction: String, Sendable, CaseIterable {
  /// The direction from the blob to the working tree file: canonical texts become local.
  case smudge
  /// The direction from the working tree file to the blob: local texts become canonical.
  case clean
}
