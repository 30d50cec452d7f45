import Libc
import SystemPackage

/// A failed system call.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  let code: Errno
  package let call: String
  package let path: Path?

  /// The error with `path`, if it has no path yet: `fsync` for example has only a descriptor.
  package func on(_ path: Path) -> SystemError { SystemError(code: code, call: call, path: self.path ?? path) }

  /// Whether the path does not exist, or one of its parents is a file.
  package var isMissing: Bool { code == .noSuchFileOrDirectory || code == .notDirectory }

  package var isExisting: Bool { code == .fileExists }

  package var isOtherDevice: Bool { code == .improperLink }

  /// Whether the disk, or the share of the user, is full.
  package var isNoSpace: Bool { code == .noSpace || code == .diskQuotaExceeded }

  /// Whether this file system or this kernel does not implement the call.
  package var isUnsupported: Bool { [.invalidArgument, .noFunction, .notSupported].contains(code) }

  /// Whether the call would wait, and its descriptor is not to wait (`O_NONBLOCK`, `LOCK_NB`).
  var wouldBlock: Bool { code == .wouldBlock }

  package var description: String { (path.map { "\($0): " } ?? "") + "\(call): \(code)" }
}

/// Repeats `body` while it fails with EINTR; any other result of -1 is thrown as a `SystemError` with the call's name.
@discardableResult
func systemCall<Result: SignedInteger>(
  _ name: StaticString, _ path: Path? = nil, _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result != -1 { return result }
    if errno != EINTR { throw SystemError(code: Errno(rawValue: errno), call: "\(name)", path: path) }
  }
}

/// The result of a call that returns a pointer; a null pointer is thrown as a `SystemError`.
func systemCall<Pointer>(
  _ name: StaticString, _ path: Path? = nil, _ body: () -> Pointer?
) throws(SystemError) -> Pointer {
  guard let result = body() else { throw SystemError(code: Errno(rawValue: errno), call: "\(name)", path: path) }
  return result
}

/// The result of a call of swift-system; its `Errno` is thrown as a `SystemError`.
func systemCall<Result>(
  _ name: StaticString, _ path: Path? = nil, _ body: () throws -> Result
) throws(SystemError) -> Result {
  do {
    return try body()
  } catch {
    throw SystemError(code: error as? Errno ?? .ioError, call: "\(name)", path: path)
  }
}
