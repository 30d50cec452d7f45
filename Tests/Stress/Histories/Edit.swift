// Edits of the lines of a file, the same in a plain clone and in a munged one.

/// One edit of a file; its place is taken modulo the number of lines, so that it fits any file.
struct Edit: Sendable {
  enum Change: Sendable {
    case insert([String])
    case append([String])
    case remove(Int)
    case extend(String)
    case copy(Int, to: Int)
    case move(Int, to: Int)
    /// Removes the conflict markers and keeps both sides.
    case keepBoth
  }

  /// Which form of an identifier is typed in the munged clone.
  enum Typed: Sendable { case local, canonical }

  let change: Change
  let place: Int
  let typed: Typed

  /// The lines after the edit and the range of new ones; `nil` if the edit is not possible.
  ///
  /// `isFixed`: lines that must not be removed, copied or moved.
  func apply(to text: TextLines, isFixed: (Int) -> Bool) -> (text: TextLines, new: Range<Int>)? {
    var result = text
    let count = text.lines.count
    switch change {
    case .insert(let lines):
      guard let place = text.seam(place) else { return nil }
      result.lines.insert(contentsOf: lines.map { text.line($0) }, at: place)
      return (result, place..<place + lines.count)
    case .append(let lines):
      if text.lines.last.map({ TextLines.endingCount($0) == 0 }) ?? false { return nil }
      result.lines += lines.map { text.line($0) }
      return (result, count..<count + lines.count)
    case .remove(let wanted):
      guard let range = range(wanted, text, isFixed) else { return nil }
      result.lines.removeSubrange(range)
    case .extend(let more):
      if count == 0 { return nil }
      let index = place % count
      let line = text.lines[index]
      let end = line.count - TextLines.endingCount(line)
      result.lines[index] = line[..<end] + Array(more.utf8) + line[end...]
    case .copy(let wanted, let target):
      guard let range = range(wanted, text, isFixed), let target = text.seam(target) else { return nil }
      result.lines.insert(contentsOf: text.lines[range], at: target)
    case .move(let wanted, let target):
      guard let range = range(wanted, text, isFixed) else { return nil }
      result.lines.removeSubrange(range)
      guard let target = result.seam(target) else { return nil }
      result.lines.insert(contentsOf: text.lines[range], at: target)
    case .keepBoth:
      result.lines.removeAll { line in
        let text = TextLines.text(line)
        return ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].contains { text.hasPrefix($0) }
      }
    }
    return result == text ? nil : (result, 0..<0)
  }

  /// Whole lines, without a last line that has no line ending and without a byte order mark.
  private func range(_ wanted: Int, _ text: TextLines, _ isFixed: (Int) -> Bool) -> Range<Int>? {
    if text.lines.isEmpty { return nil }
    let start = place % text.lines.count
    let range = start..<min(text.lines.count, start + wanted)
    let isWhole = text.lines[range].allSatisfy { TextLines.endingCount($0) > 0 }
    return isWhole && !range.contains(where: isFixed) ? range : nil
  }
}
