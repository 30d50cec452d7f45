import Foundation
package import Platform

extension FileSystem {
  public static func makeSymbolicLink(_ path: Path, to target: Path) throws {
    try FileManager.default.createSymbolicLink(atPath: "\(path)", withDestinationPath: "\(target)")
  }
}
