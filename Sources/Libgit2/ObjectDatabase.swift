import CLibgit2
package import Platform

/// The blobs below some object directories, loose and packed, read in this process (`gitrepository-layout(5)`).
///
/// The repository is not opened, so neither its format nor its configuration matters, and replacements
/// (`git-replace(1)`) are not applied. Content is not compared with its name, as `git cat-file` does not. One thread at
/// a time uses a value.
package final class ObjectDatabase {
  /// The result of a search for a name.
  package enum Lookup: Sendable, Equatable {
    case blob([UInt8])
    case otherType, tooLarge
    /// A blob that is missing, damaged, or in a format that libgit2 does not support: git has to be asked.
    case unknown
  }

  /// The length of a name, in hexadecimal digits: that of SHA-1.
  static let nameLength = 40

  private let handle: OpaquePointer

  /// Opens the directories; `nil` if libgit2 cannot read the directories, or is not built for threads.
  package init?(_ directories: ObjectDirectories) {
    git_libgit2_init()
    var handle: OpaquePointer?
    guard git_libgit2_features() & Int32(GIT_FEATURE_THREADS.rawValue) != 0,
      munge_libgit2_set_hash_verification(0) == 0,
      git_odb_open(&handle, directories.own.cString) == 0, let handle
    else {
      git_libgit2_shutdown()
      return nil
    }
    // The objects of a directory that cannot be added are unknown.
    for directory in directories.alternates { _ = git_odb_add_disk_alternate(handle, directory.cString) }
    self.handle = handle
  }

  deinit {
    git_odb_free(handle)
    git_libgit2_shutdown()
  }

  /// The content of a blob of up to `limit` bytes. `name`: hexadecimal digits; names of SHA-256 are unknown.
  package func blob(_ name: [UInt8], atMost limit: Int = .max) -> Lookup {
    guard var name = Self.identifier(name) else { return .unknown }
    var object: OpaquePointer?
    guard git_odb_read(&object, handle, &name) == 0, let object else { return .unknown }
    defer { git_odb_object_free(object) }
    if git_odb_object_type(object) != GIT_OBJECT_BLOB { return .otherType }
    if git_odb_object_size(object) > limit { return .tooLarge }
    return .blob(
      [UInt8](UnsafeRawBufferPointer(start: git_odb_object_data(object), count: git_odb_object_size(object))))
  }

  /// The size of an object in bytes; `nil` if it is unknown.
  package func size(_ name: [UInt8]) -> Int? {
    guard var name = Self.identifier(name) else { return nil }
    var size = 0
    var type = GIT_OBJECT_INVALID
    return git_odb_read_header(&size, &type, handle, &name) == 0 ? size : nil
  }

  /// The name as libgit2 has it; `nil` for one that is not of SHA-1.
  private static func identifier(_ name: [UInt8]) -> git_oid? {
    guard name.count == nameLength else { return nil }
    var identifier = git_oid()
    let code = name.withUnsafeBytes {
      git_oid_fromstrn(&identifier, $0.bindMemory(to: CChar.self).baseAddress, nameLength)
    }
    return code == 0 ? identifier : nil
  }
}
