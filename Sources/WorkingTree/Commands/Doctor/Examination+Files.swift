import Platform
import Smudge
import Verify

// Checks of the working tree, hooks and leftovers.
extension Examination {
  // MARK: Round trips

  func start(_ surroundings: FilterProbe.ProbeEnvironment) throws -> DoctorReport.CheckOutcome {
    // The configured program is run, as git would, also if it is not that of git-munge.
    guard let probe, keys.configuration.effective(FilterKey.process.name) != nil else { return .skipped }
    if let program = keys.program, !FileSystem.isExecutable(program) { return .skipped }
    return try probe.run(surroundings)
  }

  // MARK: Attributes

  func attributes() throws -> DoctorReport.CheckOutcome {
    let isMunged = plan.map { $0 != .idle } ?? false
    let fallback = isMunged ? try FallbackAttributes(tree).state(snapshot).finding(tree.privateRules()) : nil
    let findings = [fallback].compactMap(\.self) + (try ownAttributes()).map { Finding($0) }
    return findings.isEmpty ? .fine("\(snapshot.munged.count)") : .found(findings)
  }

  /// `info/attributes` of this clone overrides every `.gitattributes`.
  private func ownAttributes() throws -> [Finding.Detail] {
    let path = tree.gitDirectory.common / "info/attributes"
    let bytes = try FileSystem.contents(path, limit: 1 << 20) ?? []
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      .filter { AttributeLine($1)?.takesFilterAway ?? false }
      .map { .ownAttributes(path, line: $0 + 1, text: Array($1)) }
  }

  // MARK: Files

  func files() throws -> DoctorReport.CheckOutcome {
    guard let plan else { return .skipped }
    let scan = try WorkingTreeScanner(tree, snapshot, plan, session.readableRules, .developer).run()
    return scan.findings.isEmpty ? .fine(nil) : .found(scan.findings)
  }

  // MARK: Hooks and leftovers

  func hooks() throws -> DoctorReport.CheckOutcome {
    DoctorReport.CheckOutcome(try HookInstaller(tree).findings, fine: nil)
  }

  func leftovers() throws -> DoctorReport.CheckOutcome {
    let found = Set([tree.mungeDirectory.own, tree.mungeDirectory.common]).flatMap { directory in
      ((try? FileSystem.entries(directory)) ?? []).map { directory / $0 }
    }
    let lock = tree.gitDirectory.own / "index.lock"
    let locks: [Finding.Detail] = FileSystem.exists(lock) ? [.indexLock(lock)] : []
    return DoctorReport.CheckOutcome(found.sorted().compactMap(leftover) + locks, fine: nil)
  }

  /// Known leftovers only; other files are not reported.
  private func leftover(_ path: Path) -> Finding.Detail? {
    let name = String(decoding: path.name.bytes, as: UTF8.self)
    if name.hasPrefix("new") { return .displacedEdit(path) }
    let isOfNoUse = ["index", "index.lock"].contains(name) || name.hasPrefix(".") || MungeDiff.isAbandoned(path)
    return isOfNoUse ? .leftover(path) : nil
  }
}

extension AttributeLine {
  /// Whether it unsets the filter or sets another one.
  var takesFilterAway: Bool {
    attributes.contains { $0.name == Attribute.munge.name && $0 != .munge }
  }
}
