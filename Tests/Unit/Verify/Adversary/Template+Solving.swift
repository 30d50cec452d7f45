// From a local text back to the values that make it.

@testable import Munge

extension Template {
  /// The first values found that make `text`, and that are what they may be; `nil` where there are none, or none soon.
  func values(making text: [UInt8], _ mayBe: (String, [UInt8]) -> Bool) -> [String: [UInt8]]? {
    withoutActuallyEscaping(mayBe) { mayBe in
      var solver = Solver(mayBe: mayBe)
      return solver.solve(parts[...], text[...], [:])
    }
  }

  /// Tries one length after another for each variable; what is committed must not be able to make that take for ever.
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
      // The longest first: the last variable takes all that is left.
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
