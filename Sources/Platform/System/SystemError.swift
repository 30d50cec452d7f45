#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A failed system call.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// `errno(3)`
  package let code: Int32
  package let call: String
  package let path: Path?

  /// The error with `path`, if it has no path yet: `fsync` for example has only a descriptor.
  package func on(_ path: Path) -> SystemError { SystemError(code: code, call: call, path: self.path ?? path) }

  /// The path does not exist, or one of its parents is a file.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  package var isExisting: Bool { code == EEXIST }

  package var isOtherDevice: Bool { code == EXDEV }

  /// The disk, or the share of the user, is full.
  package var isNoSpace: Bool { [ENOSPC, EDQUOT].contains(code) }

  /// This file system or this kernel does not implement the call.
  package var isUnsupported: Bool { [EINVAL, ENOSYS, ENOTSUP].contains(code) }

  /// The call would wait, and its descriptor is not to wait (`O_NONBLOCK`, `LOCK_NB`).
  var wouldBlock: Bool { code == EAGAIN }

  package var description: String {
    let message = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    guard let path else { return "\(call): \(message)" }
    return "\(path): \(call): \(message)"
  }
}

/// Repeats `body` while it fails with EINTR; any other result of -1 is thrown as a `SystemError` with the call's name.
@discardableResult
func systemCall<Result: SignedInteger>(
  _ name: StaticString, _ path: Path? = nil, _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result != -1 { return result }
    if errno != EINTR { throw SystemError(code: errno, call: "\(name)", path: path) }
  }
}

/// The result of a call that returns a pointer; a null pointer is thrown as a `SystemError`.
func systemCall<Pointer>(_ name: StaticString, _ path: Path? = nil, _ body: () -> Pointer?) throws(SystemError) -> Pointer {
  guard let result = body() else { throw SystemError(code: errno, call: "\(name)", path: path) }
  return result
}
