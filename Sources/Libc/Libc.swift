#if canImport(Darwin)
  @_exported import Darwin
  import MachO

  /// The parts of the C library that differ between macOS and Linux, for macOS. The module exports the rest under one
  /// name.
  package enum Libc {
    /// A value for `posix_spawn_file_actions_init(3)`.
    package static var noFileActions: posix_spawn_file_actions_t? { nil }

    /// A value for `posix_spawnattr_init(3)`.
    package static var noAttributes: posix_spawnattr_t? { nil }

    /// The variables of this process (`environ(7)`).
    package static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { _NSGetEnviron().pointee }

    /// A path of the program of this process, which can be a symbolic link; `nil` if it is too long (`dyld(3)`).
    package static var executablePath: [CChar]? {
      var path = [CChar](repeating: 0, count: 4096)
      var size = UInt32(path.count)
      return _NSGetExecutablePath(&path, &size) == 0 ? path : nil
    }

    /// Exchanges two files atomically (`renamex_np(2)`).
    package static func exchange(_ one: UnsafePointer<CChar>, _ other: UnsafePointer<CChar>) -> Int32 {
      renamex_np(one, other, UInt32(RENAME_SWAP))
    }

    /// Writes the content of a file to the disk; `fsync(2)` leaves it in the cache of the disk. Some file systems have
    /// only that.
    package static func synchronize(_ descriptor: Int32) -> Int32 {
      fcntl(descriptor, F_FULLFSYNC) == -1 ? fsync(descriptor) : 0
    }
  }
#else
  #if canImport(Musl)
    @_exported import Musl
  #else
    @_exported import Glibc
  #endif

  /// The parts of the C library that differ between macOS and Linux, for Linux. The module exports the rest under one
  /// name.
  package enum Libc {
    /// A value for `posix_spawn_file_actions_init(3)`.
    package static var noFileActions: posix_spawn_file_actions_t { posix_spawn_file_actions_t() }

    /// A value for `posix_spawnattr_init(3)`.
    package static var noAttributes: posix_spawnattr_t { posix_spawnattr_t() }

    /// The variables of this process (`environ(7)`).
    package static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { environ }

    /// A symbolic link to the program of this process (`proc(5)`).
    package static var executablePath: [CChar]? { Array("/proc/self/exe".utf8CString) }

    /// Exchanges two files atomically (`renameat2(2)` with RENAME_EXCHANGE).
    package static func exchange(_ one: UnsafePointer<CChar>, _ other: UnsafePointer<CChar>) -> Int32 {
      renameat2(AT_FDCWD, one, AT_FDCWD, other, 2)
    }

    /// Writes the content of a file to the disk.
    package static func synchronize(_ descriptor: Int32) -> Int32 { fsync(descriptor) }
  }

  // glibc declares it only under _GNU_SOURCE, and the Glibc module is built without that.
  @_silgen_name("renameat2")
  private func renameat2(
    _ oldDirectory: Int32, _ old: UnsafePointer<CChar>, _ newDirectory: Int32, _ new: UnsafePointer<CChar>,
    _ flags: UInt32
  ) -> Int32
#endif
