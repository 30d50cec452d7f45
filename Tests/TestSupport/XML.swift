import Foundation
#if canImport(FoundationXML)
  import FoundationXML
#endif

package func isXML(_ document: String) -> Bool { XMLParser(data: Data(document.utf8)).parse() }
