import Platform
import Smudge

/// Makes plans take effect.
enum Publication {
  /// Only for the developer's own eyes: it holds their values.
  private static let mode: UInt32 = 0o600

  static func publish(_ plan: Plan, _ folder: MungeFolder) throws(MungeError) {
    try wrapping { () throws(SystemError) in
      try FileSystem.makeDirectories(folder.own)
      try FileSystem.replace(folder.plan, with: PlanFormat.encode(plan), mode: mode)
    }
  }

  /// What working trees without a plan of their own go by until now.
  static func inherited(_ clone: Clone) throws(MungeError) -> Plan {
    let bytes = try wrapping { () throws(SystemError) in
      try FileSystem.contents(clone.folder.mainPlan)
    }
    guard let bytes else { return .idle }
    // A damaged one says nothing that could be kept.
    return (try? PlanFormat.decode(bytes)) ?? .idle
  }

  /// Gives other working trees the plan that they went by, so that nothing changes for them.
  static func keepPlans(of others: [GitDirectory], as plan: Plan) throws(MungeError) {
    for directory in others {
      let folder = MungeFolder(directory)
      if FileSystem.exists(folder.plan) { continue }
      try publish(plan, folder)
    }
  }
}
