import Git
import Platform

/// Tells what a change brings in from what a file held before.
struct News {
  private let git: GitCommand
  /// The names of the blobs, in hexadecimal digits.
  private let old: [UInt8]
  private let new: [UInt8]

  init(_ git: GitCommand, old: [UInt8], new: [UInt8]) { (self.git, self.old, self.new) = (git, old, new) }

  /// The indices of what stands there oftener than it did. Of several that look the same, those on lines that were added;
  /// and of those, not as many as stand on the lines that they were made of.
  func indices(of found: [Inspector.Found], besides before: [Inspector.Found]) throws(MungeError) -> Set<Int> {
    let (now, then, matters) = (Self.counts(found), Self.counts(before), Set(before.map(\.identity.matter)))
    let more = found.indices.filter { now[found[$0].identity] ?? 0 > then[found[$0].identity] ?? 0 }
    if more.allSatisfy({ !matters.contains(found[$0].identity.matter) }) { return Set(more) }
    let hunks = try hunks()
    var (made, left) = (Made(before, hunks), now.merging(then) { $0 - $1 })
    let added = more.filter { isAdded(found[$0], hunks, &made) ?? (then[found[$0].identity] == nil) }
    return Set(added.reversed().filter { index in
      left[found[index].identity, default: 0] -= 1
      return left[found[index].identity] ?? 0 >= 0
    })
  }

  private static func counts(_ found: [Inspector.Found]) -> [Inspector.Identity: Int] {
    found.reduce(into: [:]) { $0[$1.identity, default: 0] += 1 }
  }

  /// `nil` where it stands on no line that was added.
  private func isAdded(_ found: Inspector.Found, _ hunks: [Hunk], _ made: inout Made) -> Bool? {
    guard let line = found.line else { return nil }
    let index = hunks.partitioningIndex { $0.new.upperBound > line }
    guard index < hunks.count, hunks[index].new.contains(line) else { return nil }
    return !made.take(found.identity.matter, of: index)
  }

  /// Lines that were replaced by others, each side from 1.
  fileprivate struct Hunk {
    let old: Range<Int>
    let new: Range<Int>
  }

  /// `@@ -OLD[,COUNT] +NEW[,COUNT] @@` before each, without lines around it (`git-diff(1)`).
  private func hunks() throws(MungeError) -> [Hunk] {
    let words = ["diff", "-U0", "--inter-hunk-context=0", "--no-color", "--no-ext-diff", "--no-textconv", "--text"]
      + [old, new].map { String(decoding: $0, as: UTF8.self) }
    let output = try wrapping { () throws(GitError) in try git.output(words, environment: [.unset("GIT_DIFF_OPTS")]) }
    return output.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: "@@ -".utf8) }.compactMap { line in
      let sides = line.split(separator: UInt8(ascii: " "), maxSplits: 3).dropFirst().prefix(2).compactMap { lines($0.dropFirst()) }
      return sides.count == 2 ? Hunk(old: sides[0], new: sides[1]) : nil
    }
  }

  private func lines(_ words: ArraySlice<UInt8>) -> Range<Int>? {
    let numbers = words.split(separator: UInt8(ascii: ",")).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    return numbers.first.map { $0..<$0 + (numbers.count > 1 ? numbers[1] : 1) }
  }
}

/// What stood on the lines of which others were made.
private struct Made {
  private struct Place: Hashable {
    let matter: Finding.Matter
    let hunk: Int
  }

  private var counts: [Place: Int] = [:]

  init(_ before: [Inspector.Found], _ hunks: [News.Hunk]) {
    for found in before {
      guard let line = found.line else { continue }
      let index = hunks.partitioningIndex { $0.old.upperBound > line }
      guard index < hunks.count, hunks[index].old.contains(line) else { continue }
      counts[Place(matter: found.identity.matter, hunk: index), default: 0] += 1
    }
  }

  /// Answers whether there was another one.
  mutating func take(_ matter: Finding.Matter, of hunk: Int) -> Bool {
    let place = Place(matter: matter, hunk: hunk)
    guard let count = counts[place], count > 0 else { return false }
    counts[place] = count - 1
    return true
  }
}
