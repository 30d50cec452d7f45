/// An operating system call that failed: which, on what, and the error number of `errno(3)`.
public struct SystemError: Error, Equatable, Sendable {
  public let code: Int32
  public let call: String
  public let path: Path?

  init(code: Int32, call: StaticString, path: Path?) {
    self.code = code
    self.call = "\(call)"
    self.path = path
  }

  /// The same error with a path, where the call itself knew none.
  public func on(_ path: Path) -> SystemError { SystemError(code: code, call: call, path: self.path ?? path) }

  private init(code: Int32, call: String, path: Path?) {
    (self.code, self.call, self.path) = (code, call, path)
  }

  /// Nothing is there, or a folder on the way is a file.
  public var isMissing: Bool { code == Libc.noSuchFile || code == Libc.notADirectory }

  /// Something is there already.
  public var isExisting: Bool { code == Libc.alreadyExists }

  /// The two paths lie on different file systems.
  public var isOtherDevice: Bool { code == Libc.otherDevice }

  /// This file system, or this kernel, does not know the call.
  public var isUnsupported: Bool { Libc.unsupported.contains(code) }
}

extension SystemError: CustomStringConvertible {
  public var description: String {
    let message = Libc.message(of: code)
    guard let path else { return "\(call): \(message)" }
    return "\(path): \(call): \(message)"
  }
}
