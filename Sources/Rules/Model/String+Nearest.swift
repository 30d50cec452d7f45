import Platform

// The known word that the writer of an unknown one can have meant.

/// The most similar known word, by prefix or edit distance; `nil` if none is similar.
package func nearestWord(to word: String, among known: [String]) -> String? {
  if word.count > 2, let begun = known.first(where: { $0.hasPrefix(word) }) { return begun }
  let distances = known.map { (word: $0, distance: word.editDistance(to: $0)) }
  let best = distances.min { $0.distance < $1.distance }
  let limit = max(1, min(3, word.count / 2))
  return best.flatMap { $0.distance <= limit ? $0.word : nil }
}

/// The nearest word as the end of a message; empty if none is similar.
func hint(for word: String, _ words: [String]) -> String {
  nearestWord(to: word, among: words).map { "; did you mean '\($0)'?" } ?? ""
}

extension String {
  /// The number of bytes to insert, remove or replace to get another text (Levenshtein distance).
  fileprivate func editDistance(to text: String) -> Int {
    let other = text.bytes
    var row = Array(0...other.count)
    for (index, letter) in utf8.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in other.indices {
        let replaced = diagonal + (letter == other[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replaced, row[column] + 1, diagonal + 1)
      }
    }
    return row[other.count]
  }
}
