import Platform
import Smudge

/// The texts of a plan that munged files show, by one search of each file.
package struct ShownTexts: Sendable, Equatable {
  /// The number of matches of a rule.
  package struct Count: Sendable, Equatable {
    package let rule: [UInt8]
    package fileprivate(set) var places = 0
    package fileprivate(set) var files = 0
  }

  /// The number of files that hold a text of a rule.
  package fileprivate(set) var files = 0
  package fileprivate(set) var counts: [Count]
  /// The files that need not be what smudge writes: those that `git status` lists or does not compare, and those with
  /// another text of the plan, or another value of a key.
  fileprivate(set) var unsure: Set<Path> = []

  init(_ rules: [PlanRule]) { counts = rules.map { Count(rule: $0.name) } }

  /// Searches the munged files. `isApplied`: whether they show this plan; else former texts count, too.
  init(_ tree: WorkingTree, _ snapshot: IndexSnapshot, _ plan: Plan, isApplied: Bool) throws {
    self.init(plan.currentRules)
    let search = ShownTextsSearch(plan, isApplied)
    // git compares the files with the index while the tracked ones are searched.
    for files in [{ snapshot.tracked }, { try snapshot.untracked }] {
      let munged = try files().filter { $0.attribute == .munged }
      for part in try tree.readSlices(of: munged, { try search.texts(in: $0, tree, $1) }) { merge(part) }
    }
    unsure.formUnion(try snapshot.listed)
  }

  private mutating func merge(_ part: ShownTexts) {
    files += part.files
    unsure.formUnion(part.unsure)
    for index in counts.indices {
      counts[index].places += part.counts[index].places
      counts[index].files += part.counts[index].files
    }
  }
}

/// The search for the texts and the values of keys of a plan.
private struct ShownTextsSearch: Sendable {
  private let plan: Plan
  private let compiled: CompiledPlan
  private let keys: KeySearch
  private let isApplied: Bool

  init(_ plan: Plan, _ isApplied: Bool) {
    self.plan = plan
    self.isApplied = isApplied
    compiled = CompiledPlan(plan)
    keys = KeySearch(plan.rules.flatMap { ($0.keyed?.keys ?? []) + $0.exceptKeys })
  }

  func texts(in files: ArraySlice<WorktreeFile>, _ tree: WorkingTree, _ counter: ProgressCounter) throws -> ShownTexts {
    var reader = WorktreeReader(tree.top)
    var shown = ShownTexts(plan.currentRules)
    for file in files {
      defer { counter.advance() }
      if file.isHidden { shown.unsure.insert(file.path) }
      guard file.isOnDisk, let bytes = try reader.content(of: file.path) else { continue }
      let exclusion = Exclusion.kind(of: bytes)
      if exclusion == .wideCharacters { shown.unsure.insert(file.path) }
      if exclusion != nil { continue }
      let (texts, values) = compiled.matches(in: bytes, keys)
      if !isSmudged(texts, values) { shown.unsure.insert(file.path) }
      count(texts, file.path, &shown)
    }
    return shown
  }

  /// Whether smudge leaves all these texts, each value is one of them, and none can be in a line that clean drops.
  private func isSmudged(_ texts: [PlanMatch], _ values: [KeySearch.KeyMatch]) -> Bool {
    texts.allSatisfy { text in
      text.fit == .token
        && text.meanings.allSatisfy { $0.isSmudged && plan.rules[$0.rule].keyed?.onInsert != .drop }
    }
      && values.allSatisfy { value in
        let index = texts.partitioningIndex { $0.offset >= value.range.lowerBound }
        return index < texts.count && texts[index].range.upperBound <= value.range.upperBound
      }
  }

  /// Counts the matches of each rule.
  private func count(_ matches: [PlanMatch], _ path: Path, _ shown: inout ShownTexts) {
    let places = matches.filter { $0.fit == .token }.map { match in
      // A place is counted once: rules with its key have priority.
      let meant = match.meanings.filter { meaning in
        if !isApplied, case .retired = meaning.role { return true }
        return meaning.isCurrent
      }
      let rules = meant.map { plan.rules[$0.rule] }.filter { $0.applies(to: path) }
      let keyed = rules.filter { $0.keyed != nil }
      return keyed.isEmpty ? rules : keyed
    }
    if places.contains(where: { !$0.isEmpty }) { shown.files += 1 }
    for index in shown.counts.indices {
      let number = places.count { rules in rules.contains { $0.name == shown.counts[index].rule } }
      shown.counts[index].places += number
      shown.counts[index].files += number > 0 ? 1 : 0
    }
  }
}
