package import Platform
import Rules
import Smudge
import Verify

/// Texts of rules that are in files after `git munge install`.
package struct Remainder: Sendable {
  /// The files, by what is known of their texts.
  package private(set) var known: [String: [Path]] = [:]
  /// A line of each other file, which a person has to judge, and the number of its places.
  package private(set) var unjudged: [(line: Preview.NumberedLine, places: Int)] = []
  /// The canonical texts.
  let texts: [String]
  private let locals: [String], excepts: Set<String>
  private let search: TextSearch
  private let head: HeadTree

  init(_ plan: Plan, _ head: HeadTree) {
    func strings(_ texts: [[UInt8]]) -> [String] {
      texts.filter { !$0.isEmpty }.map(\.string)
    }
    texts = strings(plan.rules.flatMap(\.pairs).map(\.canonical)).uniqued
    locals = strings(plan.rules.flatMap(\.pairs).compactMap(\.local))
    excepts = Set(strings(plan.rules.flatMap(\.excepts)))
    search = TextSearch(texts.map(\.bytes))
    self.head = head
  }

  /// Records a file. `content`: as smudge gives it.
  mutating func add(_ content: [UInt8], _ path: Path, _ filter: FilterAttribute?) {
    if path == Path(".gitmunge") { return }
    var ofFile = LeaveReason(path)
    if case .other = filter { ofFile = .otherFilter }
    if ofFile?.words == nil { ofFile = nil }

    let reasons = Occurrence.words(of: search, in: content)
      .filter { !locals.contains(where: $0.word.contains) }
      .map { (place: $0, reason: ofFile ?? reason($0, path)) }
    let places = reasons.filter { $0.reason == .notBuilt }.map(\.place)
    guard let place = places.first(where: \.isRead) ?? places.first else {
      if let words = reasons.first?.reason.words { known[words, default: []].append(path) }
      return
    }

    let number = content[..<place.range.lowerBound].count { $0 == .newline } + 1
    let text = Array(place.line.bytes[...].trimmed)
    unjudged.append((Preview.NumberedLine(path: path, number: number, text: text), places.count))
  }

  /// What is known of a text in a file of which nothing is known; `.notBuilt` if it has to be judged.
  private func reason(_ place: Occurrence, _ path: Path) -> LeaveReason {
    if place.isComment { return .comment }
    if place.isLink { return .link }
    let word = place.word
    let isClass = place.isClass && (Placer.isCode(path) || FileRole(path) == .markup)
    // An identifier that is also the name of a file can be either.
    let isName = head.names.contains(word) && !texts.contains(word) || head.codeName(word, below: place.base) != nil
    if isName || isClass || place.isCodeName || place.isPackage { return .codeName }
    return excepts.contains(word) ? .exception : .notBuilt
  }
}
