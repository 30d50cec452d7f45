import Platform

/// The colours of the terminal, if git would use them (git-config(1): `color.ui`; and `color.munge`).
package struct Palette: Sendable {
  /// The coloured parts, each with its code (ECMA-48, SGR).
  package enum Colour: Int, Sendable {
    case heading = 1
    case problem = 31
    case good = 32
    case canonical = 36
    package static let local = good
  }

  private let isColoured: Bool

  package static let plain = Palette(isColoured: false)

  /// The colours of a terminal if git would use them, and never with `NO_COLOR`.
  package static func find() -> Palette {
    let words = ["config", "--get-colorbool", "color.munge", "true"]
    let isWanted = Terminal.canColour && !Terminal.isColourUnwanted
    return Palette(isColoured: isWanted && (try? GitCommand(in: Path(".")).line(words)) == "true".bytes)
  }

  package func paint(_ text: String, _ role: Colour) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[m" : text
  }
}
