public import Platform

/// Transforms one file after another by the plan of one working tree.
///
/// Clean fails closed: on any doubt git is told of an error, and with `filter.munge.required` it stops
/// before anything reaches the repository. Smudge fails open: git deletes a file whose smudge fails,
/// so the canonical content is handed on and a warning says so.
public struct Filter: ~Copyable {
  /// What is known of the working tree.
  private enum Setup {
    /// git-munge was never installed here: both directions are the identity.
    case absent
    case ready(Lexicon)
    case broken(PlanError)
  }

  /// How the smudging of files is wanted.
  private enum Smudging {
    case on
    /// `GIT_MUNGE_SKIP_SMUDGE`: canonical content is to reach the disk.
    case skipped
  }

  /// What becomes of a file.
  public enum Verdict: Equatable, Sendable {
    case unchanged
    /// The output holds the new content.
    case changed
    /// Clean could not vouch for a result.
    case refused
  }

  private let setup: Setup
  private let smudging: Smudging
  private var notes: Notes?
  private var warnings: Warnings
  private var sources = Sources()
  /// Where content goes that is too large for memory.
  public let spooling: Spool.Policy

  private static let mostInMemory = 1 << 24

  /// The way to go on when all else fails.
  static let rescue =
    "to work without git-munge for one command: git -c filter.munge.process= -c filter.munge.required=false ..."

  /// Reads the plan of the repository that git has started this process in.
  public init(in git: GitDirectory? = .find()) {
    let folder = git.map { MungeFolder($0) }
    setup = Filter.setup(folder)
    smudging = Environment.isOn("GIT_MUNGE_SKIP_SMUDGE") ? .skipped : .on
    notes = folder.map { Notes($0) }
    warnings = Warnings(folder)
    spooling = folder.map { .overflow(folder: $0.common, limit: Filter.mostInMemory) } ?? .memoryOnly
  }

  /// A filter by a plan that is at hand, for whoever rewrites a working tree.
  public init(by plan: Plan, notes: MungeFolder?) {
    setup = plan.isIdle ? .absent : .ready(Lexicon(plan))
    smudging = .on
    self.notes = notes.map { Notes($0) }
    warnings = Warnings(notes)
    spooling = notes.map { .overflow(folder: $0.common, limit: Filter.mostInMemory) } ?? .memoryOnly
  }

  private static func setup(_ folder: MungeFolder?) -> Setup {
    do throws(PlanError) {
      guard let plan = try folder?.load(), !plan.isIdle else { return .absent }
      return .ready(Lexicon(plan))
    } catch {
      return .broken(error)
    }
  }

  /// Transforms `input`; where that changes it, the result is in `output`.
  public mutating func perform(
    _ request: Session.Request, on input: borrowing Spool, into output: inout Spool
  ) -> Verdict {
    switch (setup, request.direction) {
    case (.absent, _): .unchanged
    case (.broken(let error), .clean): refuse(request, "\(error)")
    case (.broken(let error), .smudge): passOn(request, "\(error)")
    case (.ready(let lexicon), .clean): clean(request, input, into: &output, lexicon)
    case (.ready(let lexicon), .smudge):
      smudging == .skipped ? .unchanged : smudge(request, input, into: &output, lexicon)
    }
  }

  /// The content did not arrive whole.
  public mutating func lose(_ request: Session.Request, _ error: SystemError) -> Verdict {
    refuse(request, "the content could not be kept (\(error))")
  }

  private mutating func refuse(_ request: Session.Request, _ why: String) -> Verdict {
    warnings.say("\(name(request)): not cleaned: \(why)")
    warnings.say("`git munge install` repairs an installation; \(Filter.rescue)")
    return .refused
  }

  private mutating func passOn(_ request: Session.Request, _ why: String) -> Verdict {
    warnings.say("\(name(request)): left canonical: \(why); `git munge install` repairs an installation")
    return .unchanged
  }

  private func name(_ request: Session.Request) -> String {
    request.path.map { "\($0)" } ?? "a file"
  }
}

extension Filter {
  private mutating func smudge(
    _ request: Session.Request, _ input: borrowing Spool, into output: inout Spool,
    _ lexicon: Lexicon
  ) -> Verdict {
    do throws(TransformError) {
      let sightings = try lexicon.transform(for: request.path).apply(.smudge, to: input, into: &output)
      if sightings.replacements == 0 {
        if !sightings.isInvertible { remember(request, input) }
        return .unchanged
      }
      if !sightings.isInvertible { remember(request, output) }
      return .changed
    } catch {
      return passOn(request, "\(error)")
    }
  }

  /// Bytes alone will not lead back from `content` to the blob.
  private mutating func remember(_ request: Session.Request, _ content: borrowing Spool) {
    guard let digest = try? content.digest() else { return }
    notes?.add(digest, count: content.count, blob: request.blob)
  }

  private mutating func clean(
    _ request: Session.Request, _ input: borrowing Spool, into output: inout Spool,
    _ lexicon: Lexicon
  ) -> Verdict {
    do throws(TransformError) {
      let sightings = try lexicon.transform(for: request.path).apply(.clean, to: input, into: &output)
      if !sightings.traits.isDisjoint(with: [.local, .retired, .ambiguous]) {
        var scratch = Spool(spooling)
        if try restore(request, input, into: &scratch, lexicon, sightings) {
          swap(&output, &scratch)
          return .changed
        }
      }
      warn(request, sightings)
      return sightings.replacements == 0 ? .unchanged : .changed
    } catch {
      return refuse(request, "\(error)")
    }
  }

  private mutating func warn(_ request: Session.Request, _ sightings: Sightings) {
    if sightings.traits.contains(.ambiguous) && sightings.replacements > 0 {
      warnings.say(
        "\(name(request)): cleaned by a guess: its rules are ambiguous and no version of the file is known that looks like this; look at `git diff --cached` before you commit")
    }
    for leak in sightings.nearLeaks {
      warnings.say("\(name(request)): '\(escaped(leak.text))' stays in it: \(leak.reason.words)")
    }
  }

  /// Looks for the blob that gives exactly this content when it is smudged; answers whether there is one.
  private mutating func restore(
    _ request: Session.Request, _ input: borrowing Spool, into blob: inout Spool,
    _ lexicon: Lexicon, _ sightings: Sightings
  ) throws(TransformError) -> Bool {
    do throws(SystemError) {
      for name in try candidates(request, input, sightings) {
        guard try sources.read(name, into: &blob) else { continue }
        if try isSource(&blob, of: input, request, lexicon) { return true }
      }
      return false
    } catch {
      throw .system(error)
    }
  }

  private mutating func candidates(
    _ request: Session.Request, _ input: borrowing Spool, _ sightings: Sightings
  ) throws(SystemError) -> [[UInt8]] {
    var names: [[UInt8]] = []
    if notes?.isEmpty() == false {
      names = notes?.blobs(for: try input.digest(), count: input.count) ?? []
    }
    // `git am` and the like smudge without naming a blob: the index will know it afterwards.
    let isUnnamed = names.contains([])
    names.removeAll { $0.isEmpty }
    guard isUnnamed || sightings.traits.contains(.ambiguous), let path = request.path else { return names }
    return names + sources.candidates(for: path).filter { !names.contains($0) }
  }

  /// As the repository holds it, or with the line endings that git gives files on their way out.
  private func isSource(
    _ blob: inout Spool, of content: borrowing Spool, _ request: Session.Request, _ lexicon: Lexicon
  ) throws(SystemError) -> Bool {
    // Without a path nobody can say which rules smudged it: all of them, or those for all paths.
    let transforms = [lexicon.transform(for: request.path)]
      + (request.path == nil ? [lexicon.transformOfAllRules] : [])
    for transform in transforms where try gives(content, blob, transform) { return true }
    guard let bytes = blob.inMemory, content.inMemory?.contains(UInt8(ascii: "\r")) == true else { return false }
    blob.removeAll()
    try blob.append(LineEndings.carriageReturned(bytes))
    for transform in transforms where try gives(content, blob, transform) { return true }
    return false
  }

  private func gives(
    _ content: borrowing Spool, _ blob: borrowing Spool, _ transform: Transform
  ) throws(SystemError) -> Bool {
    var smudged = Spool(spooling)
    let sightings: Sightings
    do throws(TransformError) {
      sightings = try transform.apply(.smudge, to: blob, into: &smudged)
    } catch {
      return false
    }
    return try sightings.replacements == 0 ? blob.matches(content) : smudged.matches(content)
  }
}

extension NearLeak.Reason {
  fileprivate var words: String {
    switch self {
    case .insideWord: "it is part of a longer word, which no rule covers (a `suffix` line in .gitmunge may)"
    case .neverMunged: "files of this kind are never munged"
    case .colliding: "it was local once, and cannot be told from a text of today"
    }
  }
}

/// Line endings as git gives them to a file with `eol=crlf`.
enum LineEndings {
  static func carriageReturned(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 32)
    var last: UInt8 = 0
    for byte in bytes {
      if byte == UInt8(ascii: "\n") && last != UInt8(ascii: "\r") { result.append(UInt8(ascii: "\r")) }
      result.append(byte)
      last = byte
    }
    return result
  }
}
