import Foundation

/// A parsed JSON document: booleans are distinct from numbers, and nothing can follow the document.
package enum JSON: Decodable, Equatable, Sendable {
  case null
  case truth(Bool)
  case number(Double)
  case text(String)
  case list([JSON])
  case object([String: JSON])

  package init(_ text: String) throws { self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8)) }

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let truth = try? value.decode(Bool.self) {
      self = .truth(truth)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([JSON].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: JSON].self))
    }
  }

  package subscript(name: String) -> JSON? { if case .object(let members) = self { members[name] } else { nil } }

  package var members: [String: JSON] { if case .object(let members) = self { members } else { [:] } }
  package var list: [JSON] { if case .list(let list) = self { list } else { [] } }
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var truth: Bool? { if case .truth(let truth) = self { truth } else { nil } }
  package var number: Double? { if case .number(let number) = self { number } else { nil } }
}
