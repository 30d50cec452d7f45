import Foundation
package import Platform

extension FileSystem {
  package static func makeSymbolicLink(_ path: Path, to target: Path) throws {
    try FileManager.default.createSymbolicLink(atPath: "\(path)", withDestinationPath: "\(target)")
  }
}
