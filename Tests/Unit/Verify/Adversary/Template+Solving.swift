// The values that give a certain local text.

@testable import Rules

extension Template {
  /// The first accepted values that give `text`; `nil` if there are none, or the search takes too long.
  func values(making text: [UInt8], _ mayBe: (String, [UInt8]) -> Bool) -> [String: [UInt8]]? {
    withoutActuallyEscaping(mayBe) { mayBe in
      var solver = Solver(mayBe: mayBe)
      return solver.solve(parts[...], text[...], [:])
    }
  }

  /// Tries the lengths of each variable in turn, with a limit that committed content cannot exceed.
  private struct Solver {
    let mayBe: (String, [UInt8]) -> Bool
    var steps = 2000

    mutating func solve(
      _ parts: ArraySlice<Part>, _ text: ArraySlice<UInt8>, _ known: [String: [UInt8]]
    ) -> [String: [UInt8]]? {
      switch parts.first {
      case nil: return text.isEmpty ? known : nil
      case .text(let literal): return skip(literal, parts, text, known)
      case .variable(let name):
        if let value = known[name] { return skip(value, parts, text, known) }
        return extend(name, parts, text, known)
      }
    }

    private mutating func skip(
      _ literal: [UInt8], _ parts: ArraySlice<Part>, _ text: ArraySlice<UInt8>, _ known: [String: [UInt8]]
    ) -> [String: [UInt8]]? {
      guard text.starts(with: literal) else { return nil }
      return solve(parts.dropFirst(), text.dropFirst(literal.count), known)
    }

    private mutating func extend(
      _ name: String, _ parts: ArraySlice<Part>, _ text: ArraySlice<UInt8>, _ known: [String: [UInt8]]
    ) -> [String: [UInt8]]? {
      // The longest first: the last variable takes the rest.
      for length in (0...text.count).reversed() where length > 0 && steps > 0 {
        steps -= 1
        let value = Array(text.prefix(length))
        guard mayBe(name, value) else { continue }
        let found = solve(parts.dropFirst(), text.dropFirst(length), known.merging([name: value]) { one, _ in one })
        if let found { return found }
      }
      return nil
    }
  }
}
