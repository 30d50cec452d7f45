/// The filter protocol as bytes, written and read independently of the code under test.
package enum Wire {
  /// One packet (`gitprotocol-common(5)`).
  package enum Packet: Equatable, Sendable {
    case flush
    case data([UInt8])
  }

  package static let flush = bytes("0000")

  package static func packet(_ content: some Collection<UInt8>) -> [UInt8] {
    let digits = String(content.count + 4, radix: 16)
    return bytes(String(repeating: "0", count: 4 - digits.count) + digits) + Array(content)
  }

  /// Lines as git sends them, each with a newline, and a flush packet after them.
  package static func list(_ lines: [String]) -> [UInt8] { list(lines.map(bytes)) }

  package static func list(_ lines: [[UInt8]], ending: String = "\n") -> [UInt8] {
    lines.flatMap { packet($0 + bytes(ending)) } + flush
  }

  /// Content in packets of at most `most` bytes and a flush.
  package static func content(_ content: [UInt8], most: Int = 65516) -> [UInt8] {
    // flatMap copies byte by byte in a debug build.
    stride(from: 0, to: content.count, by: most).reduce(into: []) { packets, start in
      packets += packet(content[start..<min(start + most, content.count)])
    } + flush
  }

  package static let greeting =
    list(["git-filter-client", "version=2"])
    + list(["capability=clean", "capability=smudge", "capability=delay"])

  package static let welcome =
    list(["git-filter-server", "version=2"]) + list(["capability=clean", "capability=smudge"])

  package static func request(_ command: String, _ path: [UInt8], more: [String] = [], _ content: [UInt8]) -> [UInt8] {
    list([bytes("command=\(command)"), bytes("pathname=") + path] + more.map(bytes)) + Wire.content(content)
  }

  package static func request(_ command: String, _ path: String, more: [String] = [], _ content: [UInt8]) -> [UInt8] {
    request(command, bytes(path), more: more, content)
  }

  package static func answer(_ content: [UInt8]) -> [UInt8] { list(["status=success"]) + Wire.content(content) + flush }
}

package struct WireError: Error, CustomStringConvertible {
  package let description: String
}

extension Wire {
  /// Splits output into packets; an empty packet is an error, as git reads it as the end of the content.
  package static func packets(_ output: [UInt8]) throws(WireError) -> [Packet] {
    var (packets, rest) = ([Packet](), output[...])
    while !rest.isEmpty {
      let header = String(decoding: rest.prefix(4), as: UTF8.self)
      guard let length = Int(header, radix: 16) else {
        throw WireError(description: "'\(header)' is no length, \(rest.count) bytes before the end")
      }
      switch length {
      case 0: packets.append(.flush)
      case 5...65520 where length <= rest.count:
        packets.append(.data(Array(rest.dropFirst(4).prefix(length - 4))))
      default: throw WireError(description: "packet of length \(length) in \(rest.count) bytes")
      }
      rest = rest.dropFirst(max(length, 4))
    }
    return packets
  }

  /// An answer: the lines of its status, and the content if it succeeded.
  package struct Answer: Equatable, Sendable {
    package let status: [String]
    package let content: [UInt8]
  }

  /// The answers of a whole session, without the greeting.
  package static func answers(_ output: [UInt8]) throws(WireError) -> [Answer] {
    var lists = lists(try packets(output))[...]
    guard lists.count >= 2 else { throw WireError(description: "no greeting") }
    lists = lists.dropFirst(2)
    var answers: [Answer] = []
    while let status = lists.popFirst() {
      let lines = status.map { String(decoding: $0, as: UTF8.self) }
      guard lines == ["status=success\n"] else {
        answers.append(Answer(status: lines, content: []))
        continue
      }
      guard let content = lists.popFirst(), let last = lists.popFirst(), last.isEmpty else {
        throw WireError(description: "an answer without its last, empty list")
      }
      answers.append(Answer(status: lines, content: content.reduce(into: []) { $0 += $1 }))
    }
    return answers
  }

  private static func lists(_ packets: [Packet]) -> [[[UInt8]]] {
    var (lists, current): ([[[UInt8]]], [[UInt8]]) = ([], [])
    for packet in packets {
      switch packet {
      case .data(let bytes): current.append(bytes)
      case .flush:
        lists.append(current)
        current = []
      }
    }
    return lists
  }
}
