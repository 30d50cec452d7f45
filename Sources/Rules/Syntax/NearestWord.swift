/// The most similar known word, by prefix or edit distance; `nil` if none is similar.
package func nearestWord(to word: String, among known: [String]) -> String? {
  if word.count > 2, let begun = known.first(where: { $0.hasPrefix(word) }) { return begun }
  let distances = known.map { (word: $0, distance: editDistance(word, $0)) }
  let best = distances.min { $0.distance < $1.distance }
  return best.flatMap { $0.distance <= max(1, min(3, word.count / 2)) ? $0.word : nil }
}

/// The same as the end of a message.
func hint(for word: String, _ known: [String]) -> String {
  nearestWord(to: word, among: known).map { "; did you mean '\($0)'?" } ?? ""
}

private func editDistance(_ one: String, _ other: String) -> Int {
  let one = Array(one.utf8)
  let other = Array(other.utf8)
  var row = Array(0...other.count)
  for (index, letter) in one.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in other.indices {
      let replaced = diagonal + (letter == other[column] ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
    }
  }
  return row[other.count]
}
