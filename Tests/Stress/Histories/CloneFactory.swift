// The plain and munged clones of all developers.

import StorySupport

/// Makes the clones of a history. Directory names are the same for plain and munged clones, as git writes them into commits.
struct CloneFactory {
  private let workshop: Workshop
  private let project: Project

  init(_ workshop: Workshop, _ project: Project) { (self.workshop, self.project) = (workshop, project) }

  func pairs() throws -> [ClonePair] {
    for kind in ["plain", "munged"] {
      try workshop.maintainer.require(["git", "clone", "-q", "--bare", ".", "../\(kind)/hub"])
    }
    let template = try workshop.clone("template")
    try template.require(["git", "remote", "set-url", "origin", "../hub"])
    for branch in UpstreamHistory.branches {
      try template.require(["git", "branch", "-q", "--no-track", branch, "origin/\(branch)"])
    }
    return try project.answers.indices.map { index in
      let (plain, munged) = (try copy(template, "plain/\(index)"), try copy(template, "munged/\(index)"))
      try munged.require(["git", "munge", "install"] + (project.hasHooks ? ["--hooks"] : []) + project.answers[index])
      return try ClonePair(plain: plain, munged: munged, fixed: project.fixed)
    }
  }

  private func copy(_ template: WorkingTree, _ name: String) throws -> WorkingTree {
    let clone = workshop.tree(name)
    try workshop.maintainer.require(["cp", "-pPR", "\(template.top)", "\(clone.top)"])
    try clone.require(["git", "update-index", "-q", "--refresh"])
    return clone
  }
}
