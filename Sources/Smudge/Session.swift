public import Platform

/// Version 2 of the long-running filter process protocol (`gitattributes(5)`), as a pure state machine.
///
/// It is told of packets and answers with what to do; the caller reads, writes and transforms. So the
/// whole protocol can be tested with rows of packets and no pipe.
public struct Session: Sendable {
  /// A file that git wants transformed.
  public struct Request: Equatable, Sendable {
    public let direction: Direction
    /// From the top of the working tree; `nil` where the client does not tell.
    public let path: Path?
    /// The name of the blob, in hexadecimal; git tells it for most smudges.
    public let blob: [UInt8]?

    public init(direction: Direction, path: Path?, blob: [UInt8]? = nil) {
      (self.direction, self.path, self.blob) = (direction, path, blob)
    }
  }

  /// What the caller has to do next.
  public enum Action: Equatable, Sendable {
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

  private enum State {
    /// The client introduces itself; holds the lines so far.
    case greeting([[UInt8]])
    /// The client says what it can ask for.
    case capabilities([[UInt8]])
    /// Between requests, or in the list that begins one.
    case command([Field])
    /// In the content of a request.
    case content(Request)
    /// The client has closed the pipe.
    case ended
  }

  private struct Field {
    let key: ArraySlice<UInt8>
    let value: ArraySlice<UInt8>

    /// The value is all behind the first `=`: path names hold any byte.
    init(_ line: ArraySlice<UInt8>) {
      let key = line.prefix { $0 != UInt8(ascii: "=") }
      (self.key, value) = (key, line.dropFirst(key.count + 1))
    }
  }

  private var state = State.greeting([])

  public init() {}

  /// Takes the next packet. Throws `ProtocolError` for what this protocol does not allow.
  public mutating func receive(_ packet: Packet) throws(ProtocolError) -> Action {
    switch state {
    case .greeting(let lines): try greeting(lines, packet)
    case .capabilities(let lines): try capabilities(lines, packet)
    case .command(let fields): try command(fields, packet)
    case .content(let request): try content(request, packet)
    case .ended: .finish
    }
  }

  private mutating func greeting(
    _ lines: [[UInt8]], _ packet: Packet
  ) throws(ProtocolError) -> Action {
    switch packet {
    case .data:
      state = .greeting(lines + [Array(packet.line ?? [])])
      return .proceed
    case .flush:
      let name = lines.first ?? []
      guard name == Array("git-filter-client".utf8) else { throw .badGreeting(found: name) }
      guard lines.contains(Array("version=2".utf8)) else { throw .noCommonVersion }
      state = .capabilities([])
      return .reply(["git-filter-server", "version=2"])
    case .end:
      // Nobody has asked for anything.
      guard lines.isEmpty else { throw .unexpectedEnd }
      state = .ended
      return .finish
    }
  }

  private mutating func capabilities(
    _ lines: [[UInt8]], _ packet: Packet
  ) throws(ProtocolError) -> Action {
    switch packet {
    case .data:
      state = .capabilities(lines + [Array(packet.line ?? [])])
      return .proceed
    case .flush:
      state = .command([])
      // In the words of the client: git gives up on a capability that it did not name.
      let ours = [Direction.clean, .smudge].map { "capability=\($0.rawValue)" }
      return .reply(ours.filter { lines.contains(Array($0.utf8)) })
    case .end: throw .unexpectedEnd
    }
  }

  private mutating func command(
    _ fields: [Field], _ packet: Packet
  ) throws(ProtocolError) -> Action {
    switch packet {
    case .data:
      state = .command(fields + [Field(Session.copy(packet.line ?? []))])
      return .proceed
    case .flush:
      guard let request = Session.request(fields) else {
        state = .command([])
        return .reply(["status=error"])
      }
      state = .content(request)
      return .proceed
    case .end:
      guard fields.isEmpty else { throw .unexpectedEnd }
      state = .ended
      return .finish
    }
  }

  private mutating func content(
    _ request: Request, _ packet: Packet
  ) throws(ProtocolError) -> Action {
    switch packet {
    case .data(let bytes): return .store(bytes)
    case .flush:
      state = .command([])
      return .perform(request)
    case .end: throw .unexpectedEnd
    }
  }

  /// Out of the reader's buffer, which the next packet overwrites.
  private static func copy(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> { Array(line)[...] }

  /// `nil` for a command that is neither clean nor smudge.
  private static func request(_ fields: [Field]) -> Request? {
    func value(_ key: String) -> [UInt8]? {
      fields.last { $0.key.elementsEqual(key.utf8) }.map { Array($0.value) }
    }
    let command = String(decoding: value("command") ?? [], as: UTF8.self)
    guard let direction = Direction(rawValue: command) else { return nil }
    let path = value("pathname").flatMap { $0.isEmpty ? nil : Path($0) }
    return Request(direction: direction, path: path, blob: value("blob"))
  }
}
