import Platform
import Rules
import Smudge
import Verify

/// The resources of an installation with their content, byte for byte: as they are, or as a command wants them.
struct Installation: Equatable, Sendable {
  private(set) var contents: [Resource: [UInt8]] = [:]

  /// The content of a resource; `nil` if it is missing.
  subscript(resource: Resource) -> [UInt8]? {
    get { contents[resource] }
    set { contents[resource] = newValue }
  }

  /// A resource that is not as it is wanted. `nil`: missing.
  struct Row: Equatable {
    let resource: Resource
    let found, wanted: [UInt8]?
  }

  /// The differences from a wanted installation, in the order of writing.
  func rows(to wanted: Installation) -> [Row] {
    Set(contents.keys).union(wanted.contents.keys).sorted()
      .map { Row(resource: $0, found: self[$0], wanted: wanted[$0]) }.filter { $0.found != $0.wanted }
  }
}

extension Installation {
  /// Reads the installation of a working tree.
  init(_ session: Session, _ hooks: HookInstaller) throws {
    let directory = session.tree.mungeDirectory
    for entry in session.configuration.entries { if let resource = Resource(entry) { self[resource] = entry.value } }
    for source in TrustedRules(directory).sources { self[.approval(TrustedRules.name(of: source))] = source }
    for hook in Hook.ofClones { self[.hook(hook)] = hooks.content(hook) }
    let attributes = AttributesBlock(session.tree)
    self[.lines] = try attributes.list()
    self[.block] = attributes.block()
    self[.plan] = session.readablePlan.map(PlanFormat.encode)
    for path in session.tree.leftovers { self[.leftover(path)] = [] }
  }
}
