import Platform
import Rules
import Smudge

/// The shape of generated values: like those of people, or as long and odd as their kinds accept. The raw value is the
/// length to begin with.
enum ValueShape: Int { case ordinary = 8, extreme = 255 }

/// Values for the variables of some rules, and the plan with them.
struct ValueSet: Sendable {
  /// The values in the form of arguments: `NAME=VALUE`.
  let assignments: [String]
  let plan: Plan
  /// The pairs of rules that an installation refuses where both apply.
  let conflicts: [CanonicalConflict]

  /// Compiles the rules with these values, without any by default.
  init(_ rules: Rules, _ values: [VariableValue] = []) throws {
    assignments = values.map { "\($0.name)=\($0.text.string)" }
    plan = try Compiler(rules, values: values).plan()
    conflicts = CanonicalConflict.all(in: plan)
  }

  /// Generates values, the same in every run, and shorter ones if an installation refuses those. Throws its error if it
  /// refuses all.
  init(_ rules: Rules, _ shape: ValueShape) throws { self = try Self.generated(rules, shape, length: shape.rawValue) }

  private static func generated(_ rules: Rules, _ shape: ValueShape, length: Int) throws -> ValueSet {
    let values = rules.variables.enumerated().map { index, variable in
      let text = filled(variable.kind.pattern(shape, length), seed: shape.rawValue + index)
      return VariableValue(name: variable.name, text: text, origin: .madeUp)
    }
    do { return try ValueSet(rules, values) } catch {
      guard length > 1, let shorter = try? generated(rules, shape, length: length / 2) else { throw error }
      return shorter
    }
  }

  /// A pattern with other letters and digits, chosen by a linear congruential generator (Knuth, MMIX).
  private static func filled(_ pattern: Substring, seed: Int) -> [UInt8] {
    var state = UInt64(seed)
    return pattern.utf8.map { byte in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let count = byte == UInt8(ascii: "0") ? 10 : "aA".utf8.contains(byte) ? 26 : 1
      return byte + UInt8(Int(state >> 33) % count)
    }
  }
}

extension VariableKind {
  /// A pattern of values with this number of bytes, if the kind allows that: `a` and `A` are any letter, `0` is any
  /// digit.
  fileprivate func pattern(_ shape: ValueShape, _ length: Int) -> Substring {
    func repeated(_ usual: String, _ odd: String) -> Substring {
      let part = shape == .extreme ? odd : usual
      return String(repeating: part, count: length).prefix(length - 1) + part.prefix(1)
    }
    return switch self {
    case .teamID: "A0A0A0A0A0"
    case .uuid: "00000000-0000-0000-0000-000000000000"
    case .number: repeated("0", "0")
    case .word: repeated("a", "a0")
    case .label: repeated("a", "0-")
    case .text: repeated("a", "a0._@+/")
    case .bundleID, .host: repeated("aaa.", "0-a.")
    // Java has no hyphens.
    case .applicationID: repeated("aaa.", "a_0.")
    }
  }
}
