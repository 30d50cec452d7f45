import Rules

/// Local texts for a base, the best one first.
enum LocalTemplate {
  /// The variable is inside the text, so that `verify` recognizes the text by what is around it, and the end of the text
  /// still says which app it is: `com.${handle}.app`, `com.acme.${handle}.app`, `com.acme.dev-${handle}`.
  static func texts(for base: String, _ variable: String) -> [String] {
    let words = base.split(separator: ".").map(String.init)
    let reference = "${\(variable)}"
    func text(_ words: [String]) -> String { words.joined(separator: ".") }
    let inside = text(Array(words.dropLast()) + [reference, words.last ?? ""])
    let replaced = words.count > 2 ? [text([words[0], reference] + words.dropFirst(2))] : []
    let developed = text(Array(words.dropLast()) + ["dev-\(reference)", words.last ?? ""])
    return [inside] + replaced + [developed]
  }
}
