// The only file that calls libc: thin calls that retry EINTR and turn errno into SystemError. Every difference between Linux
// and Darwin, and every raw pointer, is here.

#if canImport(Darwin)
  import Darwin
  import MachO
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

#if !canImport(Darwin)
  // glibc declares renameat2 only under _GNU_SOURCE, and the Glibc module is built without it.
  @_silgen_name("renameat2")
  private func renameat2(
    _ oldDirectory: Int32, _ old: UnsafePointer<CChar>, _ newDirectory: Int32,
    _ new: UnsafePointer<CChar>, _ flags: UInt32
  ) -> Int32
#endif

enum Libc {
  static let modeMask = mode_t(0o7777)

  /// Repeats `body` while it fails with EINTR; any other result of -1 is thrown as a `SystemError` with the call's name.
  private static func call<Result: SignedInteger>(
    _ name: StaticString, _ path: Path? = nil, _ body: () -> Result
  ) throws(SystemError) -> Result {
    while true {
      let result = body()
      if result != -1 { return result }
      if errno != EINTR { throw SystemError(code: errno, call: name, path: path) }
    }
  }

  private static func withCPath<Result>(_ path: Path, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    path.terminated.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress!) }
    }
  }

  // MARK: Files

  /// Opens the last component of a path for reading, in its open directory, as `File.Access.readRegular` does (`openat(2)`).
  static func open(_ path: Path, nameAt offset: Int, in directory: Int32) throws(SystemError) -> Int32 {
    let flags = flags(of: .readRegular).0 | O_CLOEXEC
    return try call("open", path) { withCPath(path) { openat(directory, $0 + offset, flags) } }
  }

  static func open(_ path: Path, _ access: File.Access) throws(SystemError) -> Int32 {
    let (flags, mode) = flags(of: access)
    return try call("open", path) {
      withCPath(path) {
        #if canImport(Darwin)
          Darwin.open($0, flags | O_CLOEXEC, mode)
        #elseif canImport(Musl)
          Musl.open($0, flags | O_CLOEXEC, mode)
        #else
          Glibc.open($0, flags | O_CLOEXEC, mode)
        #endif
      }
    }
  }

  private static func flags(of access: File.Access) -> (Int32, mode_t) {
    switch access {
    case .read: (O_RDONLY, 0)
    // O_NONBLOCK: opening a FIFO at this path must not wait for a writer.
    case .readRegular: (O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0)
    case .createNew(let mode): (O_RDWR | O_CREAT | O_EXCL, mode_t(mode))
    case .append(let mode): (O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, mode_t(mode))
    case .overwrite(let mode): (O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY, mode_t(mode))
    case .terminal: (O_RDWR | O_NOCTTY, 0)
    }
  }

  static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }

  /// The most bytes that one call reads or writes: Darwin refuses more than INT_MAX (EINVAL).
  private static let most = 1 << 30

  static func read(
    _ descriptor: Int32, into buffer: inout [UInt8], range: Range<Int>
  ) throws(SystemError) -> Int {
    try call("read") {
      buffer.withUnsafeMutableBytes { bytes in
        let target = UnsafeMutableRawBufferPointer(rebasing: bytes[range].prefix(most))
        #if canImport(Darwin)
          return Darwin.read(descriptor, target.baseAddress, target.count)
        #elseif canImport(Musl)
          return Musl.read(descriptor, target.baseAddress, target.count)
        #else
          return Glibc.read(descriptor, target.baseAddress, target.count)
        #endif
      }
    }
  }

  static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    try call("write") {
      bytes.prefix(most).withUnsafeBytes { source in
        #if canImport(Darwin)
          return Darwin.write(descriptor, source.baseAddress, source.count)
        #elseif canImport(Musl)
          return Musl.write(descriptor, source.baseAddress, source.count)
        #else
          return Glibc.write(descriptor, source.baseAddress, source.count)
        #endif
      }
    }
  }

  /// Writes all bytes, with several calls of `write(2)` if needed.
  static func writeAll(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty { rest = rest.dropFirst(try write(descriptor, rest)) }
  }

  static func rewind(_ descriptor: Int32) throws(SystemError) {
    _ = try call("lseek") { lseek(descriptor, 0, SEEK_SET) }
  }

  static func synchronize(_ descriptor: Int32) throws(SystemError) {
    #if canImport(Darwin)
      // There fsync(2) leaves the content in the cache of the disk. Some file systems have this call only.
      if fcntl(descriptor, F_FULLFSYNC) != -1 { return }
    #endif
    _ = try call("fsync") { fsync(descriptor) }
  }

  static func setMode(_ descriptor: Int32, _ mode: UInt32) throws(SystemError) {
    _ = try call("fchmod") { fchmod(descriptor, mode_t(mode)) }
  }

  static func setMode(_ path: Path, _ mode: UInt32) throws(SystemError) {
    _ = try call("chmod", path) { withCPath(path) { chmod($0, mode_t(mode)) } }
  }

  static func setModified(_ descriptor: Int32, _ time: FileTime) throws(SystemError) {
    let time = timespec(tv_sec: Int(time.seconds), tv_nsec: Int(time.nanoseconds))
    _ = try call("futimens") { futimens(descriptor, [time, time]) }
  }

  /// Takes an exclusive lock (`flock(2)`) until the descriptor is closed; `false` if another process holds it.
  static func lock(_ descriptor: Int32) throws(SystemError) -> Bool {
    do throws(SystemError) {
      _ = try call("flock") { flock(descriptor, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      if error.code == wouldBlock { return false }
      throw error
    }
  }

  static func status(_ descriptor: Int32) throws(SystemError) -> FileStatus {
    var record = stat()
    _ = try call("fstat") { fstat(descriptor, &record) }
    return fileStatus(record)
  }

  /// Symbolic links are not followed.
  static func status(_ path: Path) throws(SystemError) -> FileStatus {
    var record = stat()
    _ = try call("lstat", path) { withCPath(path) { lstat($0, &record) } }
    return fileStatus(record)
  }

  private static func fileStatus(_ record: stat) -> FileStatus {
    FileStatus(
      kind: kind(record.st_mode), mode: UInt32(record.st_mode & modeMask), size: Int(record.st_size),
      device: UInt64(truncatingIfNeeded: record.st_dev), inode: UInt64(record.st_ino),
      links: UInt64(record.st_nlink), modified: modified(record))
  }

  private static func kind(_ mode: mode_t) -> FileStatus.Kind {
    switch mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .directory
    case S_IFLNK: .symbolicLink
    default: .other
    }
  }

  private static func modified(_ record: stat) -> FileTime {
    #if canImport(Darwin)
      let time = record.st_mtimespec
    #else
      let time = record.st_mtim
    #endif
    return FileTime(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }

  // MARK: Directories

  static func rename(_ old: Path, _ new: Path) throws(SystemError) {
    _ = try call("rename", new) {
      withCPath(old) { from in
        withCPath(new) { to in
          #if canImport(Darwin)
            Darwin.rename(from, to)
          #elseif canImport(Musl)
            Musl.rename(from, to)
          #else
            Glibc.rename(from, to)
          #endif
        }
      }
    }
  }

  /// Exchanges two files atomically (`renameat2(2)` with RENAME_EXCHANGE, `renamex_np(2)` with RENAME_SWAP).
  static func renameExchange(_ one: Path, _ other: Path) throws(SystemError) {
    _ = try call("rename", other) {
      withCPath(one) { from in
        withCPath(other) { to in
          #if canImport(Darwin)
            renamex_np(from, to, UInt32(RENAME_SWAP))
          #else
            renameat2(AT_FDCWD, from, AT_FDCWD, to, 2)
          #endif
        }
      }
    }
  }

  /// Creates a hard link; fails if the new path exists.
  static func link(_ old: Path, _ new: Path) throws(SystemError) {
    _ = try call("link", new) {
      withCPath(old) { from in withCPath(new) { to in linkat(AT_FDCWD, from, AT_FDCWD, to, 0) } }
    }
  }

  static func unlink(_ path: Path) throws(SystemError) {
    _ = try call("unlink", path) {
      withCPath(path) {
        #if canImport(Darwin)
          Darwin.unlink($0)
        #elseif canImport(Musl)
          Musl.unlink($0)
        #else
          Glibc.unlink($0)
        #endif
      }
    }
  }

  static func makeDirectory(_ path: Path) throws(SystemError) {
    _ = try call("mkdir", path) { withCPath(path) { mkdir($0, 0o777) } }
  }

  /// `template` ends in six `X`, which `mkdtemp(3)` replaces to make the name unique.
  static func makeTemporaryDirectory(_ template: Path) throws(SystemError) -> Path {
    var name = template.terminated
    _ = try call("mkdtemp", template) {
      name.withUnsafeMutableBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { mkdtemp($0.baseAddress!) == nil ? -1 : 0 }
      }
    }
    return Path(name.dropLast())
  }

  static func removeDirectory(_ path: Path) throws(SystemError) {
    _ = try call("rmdir", path) { withCPath(path) { rmdir($0) } }
  }

  static func isAccessible(_ path: Path, toExecute: Bool) -> Bool {
    withCPath(path) { access($0, toExecute ? X_OK : F_OK) } == 0
  }

  static func realPath(_ path: Path) throws(SystemError) -> Path {
    guard let resolved = withCPath(path, { realpath($0, nil) }) else {
      throw SystemError(code: errno, call: "realpath", path: path)
    }
    defer { free(resolved) }
    return Path(bytes(resolved))
  }

  static func entries(_ path: Path) throws(SystemError) -> [Path] {
    guard let directory = withCPath(path, { opendir($0) }) else {
      throw SystemError(code: errno, call: "opendir", path: path)
    }
    defer { closedir(directory) }
    var names: [Path] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) { bytes($0) }
      }
      if name != [0x2E] && name != [0x2E, 0x2E] { names.append(Path(name)) }
    }
    return names
  }

  static func currentDirectory() throws(SystemError) -> Path {
    guard let found = getcwd(nil, 0) else {
      throw SystemError(code: errno, call: "getcwd", path: nil)
    }
    defer { free(found) }
    return Path(bytes(found))
  }

  // MARK: The process

  private static func change(_ change: Environment.Change) {
    if let value = change.value {
      setenv(change.name, value.map { CChar(bitPattern: $0) } + [0], 1)
    } else {
      unsetenv(change.name)
    }
  }

  private static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
    let length = strlen(text)
    return text.withMemoryRebound(to: UInt8.self, capacity: length) {
      Array(UnsafeBufferPointer(start: $0, count: length))
    }
  }

  static func environmentValue(_ name: String) -> [UInt8]? {
    getenv(name).map { bytes($0) }
  }

  /// A command line argument as bytes; `CommandLine.arguments` would replace bytes that are not UTF-8.
  static func argument(_ index: Int) -> [UInt8]? {
    guard index < Int(CommandLine.argc), let word = CommandLine.unsafeArgv[index] else { return nil }
    return bytes(word)
  }

  static func environment() -> [[UInt8]] {
    let start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    #if canImport(Darwin)
      start = _NSGetEnviron().pointee
    #else
      start = environ
    #endif
    var found: [[UInt8]] = []
    var index = 0
    while let entry = start?[index] {
      found.append(bytes(entry))
      index += 1
    }
    return found
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Whether this process is in the foreground of its terminal, or the terminal is not that of its session.
  static func isForeground(_ descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    return group < 0 || group == getpgrp()
  }

  static func processIdentifier() -> Int32 { getpid() }
  static func secondsSince1970() -> Int64 { Int64(time(nil)) }

  /// The time of a clock that is never set back (`CLOCK_MONOTONIC`), in milliseconds.
  static func milliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  static func message(of code: Int32) -> String {
    strerror(code).map { String(decoding: bytes($0), as: UTF8.self) } ?? "error \(code)"
  }

  static func pause(milliseconds: Int) { _ = usleep(UInt32(milliseconds) * 1000) }

  static func executable() -> Path? {
    #if canImport(Darwin)
      var (name, size) = ([CChar](repeating: 0, count: 4096), UInt32(4096))
      guard _NSGetExecutablePath(&name, &size) == 0 else { return nil }
      return try? realPath(Path(bytes(name)))
    #else
      try? realPath(Path("/proc/self/exe"))
    #endif
  }

  static func exit(_ status: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(status)
    #elseif canImport(Musl)
      Musl.exit(status)
    #else
      Glibc.exit(status)
    #endif
  }

  static func ignoreBrokenPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
  }

  // MARK: Interrupts

  /// The message of `reportInterrupt`, in memory that never moves: a signal handler must not allocate (`signal-safety(7)`).
  private struct InterruptMessage {
    /// The words before the count, then those after it.
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    let digits = UnsafeMutablePointer<UInt8>.allocate(capacity: 20)
    let before = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    let length = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    /// Below 0: no count is printed.
    let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    static let capacity = 1024

    func print() {
      write(bytes, before.pointee)
      printCount(count.pointee)
      write(bytes + before.pointee, length.pointee - before.pointee)
    }

    private func printCount(_ count: Int) {
      if count < 0 { return }
      var (rest, start) = (count, 20)
      repeat {
        start -= 1
        digits[start] = UInt8(truncatingIfNeeded: 48 + rest % 10)
        rest /= 10
      } while rest > 0
      write(digits + start, 20 - start)
    }

    private func write(_ start: UnsafeMutablePointer<UInt8>, _ count: Int) {
      #if canImport(Darwin)
        _ = Darwin.write(2, start, count)
      #elseif canImport(Musl)
        _ = Musl.write(2, start, count)
      #else
        _ = Glibc.write(2, start, count)
      #endif
    }
  }

  nonisolated(unsafe) private static let interruptMessage = InterruptMessage()

  /// From now on, SIGINT prints `before`, the count if one was set, and `after` on standard error, and ends the process.
  static func reportInterrupt(_ before: [UInt8], _ after: [UInt8]) {
    forgetInterrupt()
    let message = interruptMessage
    let bytes = (before + after).prefix(InterruptMessage.capacity)
    for (index, byte) in bytes.enumerated() { message.bytes[index] = byte }
    message.before.pointee = min(before.count, bytes.count)
    message.length.pointee = bytes.count
    message.count.pointee = -1
    let former = signal(SIGINT) { number in
      Libc.interruptMessage.print()
      _ = signal(number, SIG_DFL)
      // Delivered when this handler returns: until then the signal is blocked.
      _ = raise(number)
    }
    if isIgnored(former) { _ = signal(SIGINT, SIG_IGN) }
  }

  static func setInterruptCount(_ count: Int) { interruptMessage.count.pointee = count }

  /// SIGINT ends the process without a message again.
  static func forgetInterrupt() {
    let former = signal(SIGINT, SIG_DFL)
    if isIgnored(former) { _ = signal(SIGINT, SIG_IGN) }
  }

  /// C function pointers cannot be compared in Swift.
  private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  // MARK: Children

  /// Held while a pipe is made and while a child is started: a child of another thread that starts between `pipe` and `fcntl`
  /// would inherit the pipe.
  private static let pipes = ThreadLock()

  static func pipe() throws(SystemError) -> (read: Int32, write: Int32) {
    try pipes.withLock { () throws(SystemError) in try makePipe() }
  }

  private static func makePipe() throws(SystemError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      _ = try call("pipe") { Darwin.pipe(&ends) }
    #elseif canImport(Musl)
      _ = try call("pipe") { Musl.pipe(&ends) }
    #else
      _ = try call("pipe") { Glibc.pipe(&ends) }
    #endif
    // A child that inherits another child's pipe would keep it open, and its reader would never see the end.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  static func setNonBlocking(_ descriptor: Int32) throws(SystemError) {
    _ = try call("fcntl") { fcntl(descriptor, F_SETFL, O_NONBLOCK) }
  }

  /// Starts `arguments[0]`, found through PATH; for a descriptor below 0 the child inherits the parent's (`posix_spawnp(3)`).
  static func spawn(
    _ arguments: [[UInt8]], environment: [[UInt8]], input: Int32, output: Int32, error: Int32
  ) throws(SystemError) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t? = nil
      var attributes: posix_spawnattr_t? = nil
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads of a pool run with signals blocked; a shell that inherits that mask waits for its children forever.
    var nothingBlocked = sigset_t()
    sigemptyset(&nothingBlocked)
    posix_spawnattr_setsigmask(&attributes, &nothingBlocked)
    // This process ignores SIGPIPE, and a child must not: `git log | head` ends by it.
    var toDefault = sigset_t()
    sigemptyset(&toDefault)
    sigaddset(&toDefault, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &toDefault)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    for (descriptor, target) in [(input, Int32(0)), (output, 1), (error, 2)] where descriptor >= 0 {
      posix_spawn_file_actions_adddup2(&actions, descriptor, target)
    }
    var child: pid_t = 0
    let code = withCArray(arguments) { argv in
      withCArray(environment) { envp in
        pipes.withLock { posix_spawnp(&child, argv[0]!, &actions, &attributes, argv, envp) }
      }
    }
    if code != 0 { throw SystemError(code: code, call: "spawn", path: Path(arguments[0])) }
    return child
  }

  /// Replaces this process's program (`execvp(3)`); returns only by throwing.
  static func execute(_ arguments: [[UInt8]], changing changes: [Environment.Change]) throws(SystemError) -> Never {
    for one in changes { change(one) }
    _ = signal(SIGPIPE, SIG_DFL)
    withCArray(arguments) { argv in _ = execvp(argv[0]!, argv) }
    let code = errno
    ignoreBrokenPipes()
    throw SystemError(code: code, call: "exec", path: Path(arguments[0]))
  }

  /// Runs `body` with SIGINT and SIGQUIT ignored: Ctrl-C then ends the child in the foreground, not this process.
  static func ignoringInterrupts<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    let (interrupt, quit) = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
    defer {
      _ = signal(SIGINT, interrupt)
      _ = signal(SIGQUIT, quit)
    }
    return try body()
  }

  private static func withCArray<Result>(
    _ strings: [[UInt8]], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var flat: [CChar] = []
    var offsets: [Int] = []
    for string in strings {
      offsets.append(flat.count)
      flat += string.map { CChar(bitPattern: $0) } + [0]
    }
    return flat.withUnsafeMutableBufferPointer { bytes in
      let base = bytes.baseAddress
      var pointers: [UnsafeMutablePointer<CChar>?] = offsets.map { base?.advanced(by: $0) }
      pointers.append(nil)
      return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
    }
  }

  /// Waits for a child; its exit status, or 128 plus the number of the signal that ended it.
  static func wait(_ child: Int32) throws(SystemError) -> Int32 {
    var status: Int32 = 0
    _ = try call("waitpid") { waitpid(child, &status, 0) }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  // MARK: Threads

  /// The number of processors that are online (`sysconf(3)`).
  static func processorCount() -> Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Calls `body` on this thread and up to `more` others, and returns when all calls have ended (`pthread_create(3)`).
  static func onThreads(_ more: Int, _ body: @Sendable () -> Void) {
    withoutActuallyEscaping(body) { body in
      let threads = (0..<more).compactMap { _ in start(body) }
      body()
      for thread in threads { _ = pthread_join(thread, nil) }
    }
  }

  /// `nil` if the system has no thread left.
  private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    // As much as the main thread has: Darwin and musl give other threads less.
    pthread_attr_setstacksize(&attributes, 8 << 20)
    let context = Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // Darwin declares its context as not optional.
    let code = pthread_create(&thread, &attributes, { runThread($0) }, context)
    pthread_attr_destroy(&attributes)
    if code == 0 { return thread }
    Unmanaged<ThreadBody>.fromOpaque(context).release()
    return nil
  }

  /// All processes (`proc(5)`); `nil` where there is no `/proc`.
  static func processes() -> [RunningProcess]? {
    #if canImport(Darwin)
      return nil
    #else
      guard let names = try? entries(Path("/proc")) else { return nil }
      return names.compactMap { Int32(String(decoding: $0.bytes, as: UTF8.self)).flatMap(process) }
    #endif
  }

  #if !canImport(Darwin)
    /// One process of `proc(5)`. In `stat` the parent follows the program's name, `(NAME)`, which can contain any byte.
    private static func process(_ number: Int32) -> RunningProcess? {
      let entry = Path("/proc/\(number)")
      guard let line = try? FileSystem.contents(entry / "cmdline"),
        let state = try? FileSystem.contents(entry / "stat"),
        let end = state.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      let fields = state[end...].split(separator: UInt8(ascii: " "))
      let parent = fields.count > 2 ? Int32(String(decoding: fields[2], as: UTF8.self)) : nil
      return RunningProcess(
        identifier: number, parent: parent ?? 0, words: line.split(separator: 0).map { Array($0) },
        directory: try? realPath(entry / "cwd"))
    }
  #endif

  /// EPERM: the process runs, as another user.
  static func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }

  /// Waits until descriptors can be read or written, or their other end is closed; returns those (`poll(2)`).
  static func poll(reading: [Int32], writing: [Int32]) throws(SystemError) -> Set<Int32> {
    var records =
      reading.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      + writing.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    let count = nfds_t(records.count)
    #if canImport(Darwin)
      _ = try call("poll") { Darwin.poll(&records, count, -1) }
    #elseif canImport(Musl)
      _ = try call("poll") { Musl.poll(&records, count, -1) }
    #else
      _ = try call("poll") { Glibc.poll(&records, count, -1) }
    #endif
    return Set(records.filter { $0.revents != 0 }.map(\.fd))
  }

  // MARK: Memory

  /// `memcmp(3)`, for bytes of the same length.
  static func areEqual(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    guard let one = one.baseAddress, let start = other.baseAddress else { return true }
    return memcmp(one, start, other.count) == 0
  }

  /// `memchr(3)`: the offset of the first such byte.
  static func index(of byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count) else { return nil }
    return UnsafeRawPointer(found) - start
  }

  // MARK: Error numbers

  static let wouldBlock = EAGAIN
  static let noSuchFile = ENOENT
  static let notADirectory = ENOTDIR
  static let alreadyExists = EEXIST
  static let otherDevice = EXDEV
  static let unsupported: Set<Int32> = [EINVAL, ENOSYS, ENOTSUP]
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  context.map { Unmanaged<ThreadBody>.fromOpaque($0).takeRetainedValue() }?.run()
  return nil
}

/// A lock between the threads of this process (`pthread_mutex_lock(3)`).
final class ThreadLock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }
}
