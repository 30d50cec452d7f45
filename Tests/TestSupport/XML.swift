import Foundation
#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An element of an XML document, as an XML parser returns it.
package struct XML: Equatable, Sendable {
  package let name: String
  package let attributes: [String: String]
  public fileprivate(set) var children: [XML] = []
  /// The text directly inside the element.
  public fileprivate(set) var text = ""

  /// The root element; throws the parser's error.
  package init(_ document: String) throws {
    let reader = Reader()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = reader
    guard parser.parse(), let root = reader.root else { throw Flaw(words: "\(parser.parserError.map { "\($0)" } ?? "no element")") }
    self = root
  }

  fileprivate init(name: String, attributes: [String: String]) { (self.name, self.attributes) = (name, attributes) }

  /// The children with that name.
  package subscript(name: String) -> [XML] { children.filter { $0.name == name } }

  package struct Flaw: Error, CustomStringConvertible {
    let words: String
    package var description: String { words }
  }
}

private final class Reader: NSObject, XMLParserDelegate {
  private(set) var root: XML?
  private var open: [XML] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    open.append(XML(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    open[open.count - 1].text += text
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    let element = open.removeLast()
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }
}
