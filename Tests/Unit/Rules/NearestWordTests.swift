import Testing

@testable import Rules

/// The known word that is proposed for an unknown one.
struct NearestWordTests {
  private static let known = ["canonical", "local", "suffix", "except", "path", "team-id", "label"]

  @Test(arguments: [
    ("canonical", "canonical"), ("cannonical", "canonical"), ("canonicel", "canonical"), ("cnaonical", "canonical"),
    ("capitalist", nil), ("Local", "local"), ("locale", "local"), ("lokal", "local"), ("lobel", "label"),
    ("sufix", "suffix"), ("suffixes", "suffix"), ("paths", "path"), ("pth", "path"), ("exept", "except"),
    // A word with this prefix comes before a similar word.
    ("team", "team-id"), ("can", "canonical"),
    ("teamid", "team-id"), ("TEAM", nil), ("x", nil), ("", nil), ("quux", nil), ("päth", "path"),
  ])
  func `The nearest word is proposed, or none`(word: String, expected: String?) {
    #expect(nearestWord(to: word, among: Self.known) == expected)
  }

  @Test func `Without known words none is proposed`() {
    #expect(nearestWord(to: "team", among: []) == nil)
  }

  @Test func `Of two equally near words the first is proposed`() {
    #expect(nearestWord(to: "tezt", among: ["test", "text"]) == "test")
  }
}
