// Texts of a plan in whole files, in the encoding of each.

package import Platform

extension CompiledPlan {
  /// Narrows content in UTF-16; `nil` if it is not, or has no byte order mark and no text of the plan.
  func wideText(of bytes: [UInt8]) -> UTF16Text? { UTF16Text(bytes, knowing: isAnyText) }

  /// Narrows content of a spool in UTF-16; `nil` if it is not, or has no byte order mark and no text of the plan.
  package func wideText(of content: borrowing Spool) throws(SystemError) -> UTF16Text? {
    if !content.isBinary { return nil }
    // Text is read into memory as a whole, as git does.
    if content.inMemory == nil, content.exclusion != .wideCharacters, try content.isSurelyBinary() { return nil }
    return wideText(of: try content.wholeContent())
  }

  /// The content to search for texts: UTF-16 narrowed, all other content unchanged.
  package func readable(_ bytes: [UInt8]) -> [UInt8] { wideText(of: bytes)?.narrowed ?? bytes }
}

/// The content of a file in searchable form, with the conversion back to the file's encoding.
package struct FileText: Sendable {
  package let bytes: [UInt8]
  private let wide: UTF16Text?

  /// Narrows content in UTF-16 that holds a text of a plan.
  package init(_ bytes: [UInt8], by compiled: CompiledPlan) {
    wide = compiled.wideText(of: bytes)
    self.bytes = wide?.narrowed ?? bytes
  }

  /// The lines, each with its newline; the last one can lack it.
  package static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while let end = text[start...].index(of: .newline) {
      lines.append(text[start...end])
      start = end + 1
    }
    return start < text.count ? lines + [text[start...]] : lines
  }

  /// A blob in the same form, to be compared.
  package func alike(_ blob: [UInt8]) -> [UInt8] { wide?.narrowed(blob: blob) ?? blob }

  /// The file with transformed text in its own encoding; `nil` if units that are not ASCII were lost.
  package func file(with text: [UInt8]) -> [UInt8]? { wide == nil ? text : wide?.widened(text) }
}

extension Spool {
  /// Whether it has half a unit of UTF-16, or a unit that is NUL.
  fileprivate func isSurelyBinary() throws(SystemError) -> Bool {
    if !count.isMultiple(of: 2) { return true }
    var isBinary = false
    var half: UInt8?
    try forEachChunk { chunk throws(SystemError) in
      if isBinary { return }
      for byte in chunk {
        guard let first = half else {
          half = byte
          continue
        }
        if first == 0 && byte == 0 {
          isBinary = true
          return
        }
        half = nil
      }
    }
    return isBinary
  }
}

// Whole files, in their own encoding.
extension Transform {
  package func smudgeFile(_ bytes: [UInt8]) throws(TransformError) -> Transformed { try file(bytes, .smudge) }

  package func cleanFile(_ bytes: [UInt8]) throws(TransformError) -> Transformed { try file(bytes, .clean) }

  private func file(_ bytes: [UInt8], _ direction: Direction) throws(TransformError) -> Transformed {
    let text = FileText(bytes, by: compiled)
    let (result, summary) = direction == .smudge ? try smudge(text.bytes) : try clean(text.bytes)
    return (summary.replacements == 0 ? bytes : text.file(with: result) ?? bytes, summary)
  }
}
