import Testing

@testable import Munge

/// The known word that is offered for one that is not known.
struct NearestWordTests {
  private static let known = ["canonical", "local", "suffix", "except", "path", "team-id", "label"]

  @Test(arguments: [
    ("canonical", "canonical"), ("cannonical", "canonical"), ("canonicel", "canonical"), ("cnaonical", "canonical"),
    ("capitalist", nil), ("Local", "local"), ("locale", "local"), ("lokal", "local"), ("lobel", "label"),
    ("sufix", "suffix"), ("suffixes", "suffix"), ("paths", "path"), ("pth", "path"), ("exept", "except"),
    // The beginning of a word is meant before a word that looks like it.
    ("team", "team-id"), ("can", "canonical"),
    ("teamid", "team-id"), ("TEAM", nil), ("x", nil), ("", nil), ("quux", nil), ("päth", "path"),
  ])
  func `The nearest word is offered, and none where none is near`(word: String, expected: String?) {
    #expect(nearest(to: word, among: Self.known) == expected)
  }

  @Test func `Where nothing is known nothing is near`() {
    #expect(nearest(to: "team", among: []) == nil)
  }

  @Test func `Of two words that are as near the first is offered`() {
    #expect(nearest(to: "tezt", among: ["test", "text"]) == "test")
  }
}
