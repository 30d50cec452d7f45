// The work of a team, in plain clones and in munged ones.

import StorySupport

/// Developers with a plain and a munged clone each, and the steps that they take.
struct History {
  /// The first difference between the plain and the munged clones.
  struct Divergence {
    let steps: [Step]
    let difference: String

    /// Whether both differences begin with the same line.
    func isLike(_ other: Divergence) -> Bool {
      difference.prefix { $0 != "\n" } == other.difference.prefix { $0 != "\n" }
    }
  }

  let seed: UInt64

  private struct Team {
    let pairs: [ClonePair]
    let source: StepSource

    /// The difference at the end: in the objects that git has kept, or after uninstall.
    func difference(at time: Int) throws -> String? {
      for pair in pairs {
        if let difference = try pair.compareObjects(at: time) ?? pair.uninstall(at: time) { return difference }
      }
      return nil
    }
  }

  private func team() throws -> Team {
    var generator = SeededGenerator(seed: seed)
    let project = Project(&generator)
    let workshop = try Workshop.forHistories()
    try UpstreamHistory.make(project, in: workshop.maintainer, &generator)
    return Team(pairs: try pairs(project, workshop), source: StepSource(project, generator))
  }

  /// The plain and munged clones of all developers. Directories have the same names, as git writes them into commits.
  private func pairs(_ project: Project, _ workshop: Workshop) throws -> [ClonePair] {
    for kind in ["plain", "munged"] {
      try workshop.maintainer.require(["git", "clone", "-q", "--bare", ".", "../\(kind)/hub"])
    }
    let template = try workshop.clone("template")
    try template.require(["git", "remote", "set-url", "origin", "../hub"])
    for branch in UpstreamHistory.branches {
      try template.require(["git", "branch", "-q", "--no-track", branch, "origin/\(branch)"])
    }
    return try project.answers.indices.map { index in
      let clones = try ["plain", "munged"].map { kind in
        let clone = workshop.tree("\(kind)/\(index)")
        try workshop.maintainer.require(["cp", "-pPR", "\(template.top)", "\(clone.top)"])
        try clone.require(["git", "update-index", "-q", "--refresh"])
        return clone
      }
      try clones[1].require(
        ["git", "munge", "install"] + (project.hasHooks ? ["--hooks"] : []) + project.answers[index])
      return try ClonePair(plain: clones[0], munged: clones[1], fixed: project.fixed)
    }
  }

  /// Random steps.
  func run(steps count: Int, counting tally: inout Tally) throws -> Divergence? {
    let team = try team()
    var source = team.source
    tally.histories += 1
    return try follow(team, counting: &tally) { taken in
      if taken == count { return nil }
      let developer = source.developer(of: team.pairs.count)
      return source.next(developer, try View(team.pairs[developer]))
    }
  }

  /// These steps only.
  private func replay(_ steps: [Step]) throws -> Divergence? {
    var tally = Tally()
    return try follow(team(), counting: &tally) { taken in taken == steps.count ? nil : steps[taken] }
  }

  /// Takes steps until the first difference; `nil` without one, and after a wrong guess that was reported.
  private func follow(_ team: Team, counting tally: inout Tally, _ next: (_ taken: Int) throws -> Step?) throws
    -> Divergence?
  {
    var steps: [Step] = []
    while let step = try next(steps.count) {
      steps.append(step)
      tally.steps += 1
      guard let difference = try team.pairs[step.developer].perform(step) else { continue }
      if !team.pairs[step.developer].hasGuessed { return Divergence(steps: steps, difference: difference) }
      tally.guesses += 1
      return nil
    }
    return try team.difference(at: 1000 + steps.count).map { Divergence(steps: steps, difference: $0) }
  }

  /// Removes steps that the difference does not need, in at most this number of attempts.
  func shrunk(_ divergence: Divergence, attempts: Int) throws -> Divergence {
    var (best, size, left) = (divergence, max(1, divergence.steps.count / 2), attempts)
    while left > 0 {
      var start = 0
      var isSmaller = false
      while start < best.steps.count && left > 0 {
        left -= 1
        var fewer = best.steps
        fewer.removeSubrange(start..<min(fewer.count, start + size))
        if let found = try replay(fewer), found.isLike(divergence) {
          (best, isSmaller) = (found, true)
        } else {
          start += size
        }
      }
      if size == 1 && !isSmaller { break }
      size = max(1, size / 2)
    }
    return best
  }

  func description(_ divergence: Divergence) throws -> String {
    var generator = SeededGenerator(seed: seed)
    let project = Project(&generator)
    let attributes = project.attributes.sorted { $0.key < $1.key }.map { "\($0.key):\n\($0.value)" }.joined()
    return """
      to see it again: \(TestSeed.variable)=\(seed) GIT_MUNGE_STRESS=1
      \(project.rulesFile)\(attributes)\(project.answers) hooks: \(project.hasHooks)
      \(divergence.steps.map { "  \($0)" }.joined(separator: "\n"))
      \(divergence.difference)
      """
  }
}

/// Counts of the steps in all histories.
struct Tally {
  var histories = 0
  var steps = 0
  /// Histories that ended early, as a reported guess was not what was meant.
  var guesses = 0
}
