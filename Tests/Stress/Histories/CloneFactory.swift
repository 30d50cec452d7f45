// The plain and munged clones of all developers.

import Platform
import TestSupport

/// Makes the clones of a history. Directory names are the same for plain and munged clones, as git writes them into commits.
struct CloneFactory {
  private let machine: Machine
  private let project: Project

  init(_ machine: Machine, _ project: Project) { (self.machine, self.project) = (machine, project) }

  func pairs() throws -> [ClonePair] {
    let upstream = machine.clone("repository")
    for kind in ["plain", "munged"] {
      try upstream.require(["git", "clone", "-q", "--bare", ".", "../\(kind)/hub"])
    }
    try makeTemplate(upstream)
    return try project.answers.indices.map { index in
      let (plain, munged) = (try copy("plain/\(index)"), try copy("munged/\(index)"))
      try install(munged, project.answers[index])
      return try ClonePair(plain: plain, munged: munged, fixed: project.fixed)
    }
  }

  private func makeTemplate(_ upstream: Clone) throws {
    try upstream.require(["git", "clone", "-q", ".", "../template"])
    let template = machine.clone("template")
    try template.require(["git", "remote", "set-url", "origin", "../hub"])
    for branch in UpstreamHistory.branches {
      try template.require(["git", "branch", "-q", "--no-track", branch, "origin/\(branch)"])
    }
  }

  private func copy(_ name: String) throws -> Clone {
    let clone = machine.clone(name)
    try machine.clone("repository").require(["cp", "-pPR", "../template", "\(clone.top)"])
    try clone.require(["git", "update-index", "-q", "--refresh"])
    return clone
  }

  private func install(_ clone: Clone, _ answers: [String]) throws {
    try clone.require(["git", "munge", "install"] + (project.hasHooks ? ["--hooks"] : []) + answers)
  }
}
