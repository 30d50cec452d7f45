/// A failed system call: its name, its path, and the error number (`errno(3)`).
package struct SystemError: Error, Equatable, Sendable {
  package let code: Int32
  package let call: String
  package let path: Path?

  init(code: Int32, call: StaticString, path: Path?) {
    self.code = code
    self.call = "\(call)"
    self.path = path
  }

  /// The error with `path`, if it has no path yet: `fsync` for example has only a descriptor.
  package func on(_ path: Path) -> SystemError { SystemError(code: code, call: call, path: self.path ?? path) }

  private init(code: Int32, call: String, path: Path?) {
    (self.code, self.call, self.path) = (code, call, path)
  }

  /// The path does not exist, or one of its parents is a file.
  package var isMissing: Bool { code == Libc.noSuchFile || code == Libc.notADirectory }

  /// The path exists.
  package var isExisting: Bool { code == Libc.alreadyExists }

  /// The two paths are on different file systems.
  package var isOtherDevice: Bool { code == Libc.otherDevice }

  /// This file system or this kernel does not implement the call.
  package var isUnsupported: Bool { Libc.unsupported.contains(code) }
}

extension SystemError: CustomStringConvertible {
  package var description: String {
    let message = Libc.message(of: code)
    guard let path else { return "\(call): \(message)" }
    return "\(path): \(call): \(message)"
  }
}
