import Platform

/// UTF-16 as bytes in which texts can be found: one for each code unit.
///
/// Every text of a rule is ASCII. A unit that is not becomes a byte that stands for it, in its order: so whatever
/// becomes of the texts between them, all of these find their way back, byte for byte.
struct WideText: Sendable {
  private enum Order { case little, big }

  private let order: Order
  private let original: [UInt8]
  /// Where the units begin, behind the byte order mark if there is one.
  private let start: Int

  /// `nil` for content without a byte order mark of UTF-16; that of UTF-32 begins like one. No ASCII text in UTF-16 is
  /// without a NUL, so what holds none is a text of another encoding that begins with the same bytes.
  init?(_ bytes: [UInt8]) {
    guard let order = WideText.order(bytes[...]), bytes.span.containsNUL else { return nil }
    self.init(order: order, original: bytes, start: WideText.markLength)
  }

  /// By its mark; else by what stands in it: with `working-tree-encoding=UTF-16LE` there is no mark, and it takes more than
  /// the bytes of some file to know its attributes (`gitattributes(5)`).
  init?(_ bytes: [UInt8], knowing isKnown: (_ narrow: [UInt8]) -> Bool) {
    guard let text = WideText(bytes) ?? WideText.unmarked(bytes).first(where: { isKnown($0.narrowed) }) else { return nil }
    self = text
  }

  private init(order: Order, original: [UInt8], start: Int) {
    (self.order, self.original, self.start) = (order, original, start)
  }

  /// What content may be: whole units, none of them a NUL, as binary content holds one sooner or later.
  private static func unmarked(_ bytes: [UInt8]) -> [WideText] {
    guard bytes.count.isMultiple(of: 2), bytes.span.containsNUL, !holdsNULUnit(bytes) else { return [] }
    return [Order.little, .big].map { WideText(order: $0, original: bytes, start: 0) }
  }

  private static func holdsNULUnit(_ bytes: [UInt8]) -> Bool {
    stride(from: 0, to: bytes.count - 1, by: 2).contains { bytes[$0] == 0 && bytes[$0 + 1] == 0 }
  }

  private static func order(_ head: ArraySlice<UInt8>) -> Order? {
    if head.starts(with: [0xFE, 0xFF]) { return .big }
    return head.starts(with: [0xFF, 0xFE]) && !head.starts(with: [0xFF, 0xFE, 0, 0]) ? .little : nil
  }

  private static let markLength = 2
  /// Stands for a unit that is not ASCII, and for a byte at the end that is half of one.
  private static let other: UInt8 = 0xFF

  /// Without a byte order mark.
  var narrowed: [UInt8] { places.map { ascii(at: $0) ?? WideText.other } }

  /// Where the units begin.
  private var places: StrideTo<Int> { stride(from: start, to: original.count, by: 2) }

  /// `nil` for any other unit.
  private func ascii(at place: Int) -> UInt8? {
    guard place + 1 < original.count else { return nil }
    let (low, high) = order == .little ? (place, place + 1) : (place + 1, place)
    return original[high] == 0 && original[low] < 0x80 ? original[low] : nil
  }

  /// What was made of `narrowed`, in the encoding of the original; `nil` where it does not hold the same units that
  /// are not ASCII.
  func widened(_ narrow: [UInt8]) -> [UInt8]? {
    var result = Array(original.prefix(start))
    result.reserveCapacity(2 * narrow.count + start)
    var others = places.lazy.filter { ascii(at: $0) == nil }.makeIterator()
    for byte in narrow {
      if byte != WideText.other { result += order == .little ? [byte, 0] : [0, byte] }
      else if let place = others.next() { result += original[place..<min(place + 2, original.count)] }
      else { return nil }
    }
    return others.next() == nil ? result : nil
  }

  /// A blob in the form of narrowed content, for a comparison: git keeps what has a `working-tree-encoding` as UTF-8
  /// (`gitattributes(5)`).
  ///
  /// Without a mark it is in the order of the content, if it is wide at all.
  func narrowed(blob: [UInt8]) -> [UInt8] {
    if let wide = WideText(blob) { return wide.narrowed }
    if start == 0, blob.count.isMultiple(of: 2), blob.span.containsNUL {
      return WideText(order: order, original: blob, start: 0).narrowed
    }
    guard let text = String(validating: blob, as: UTF8.self) else { return blob }
    return text.utf16.map { $0 < 0x80 ? UInt8($0) : WideText.other }
  }
}

extension CompiledPlan {
  /// `nil` for what is not UTF-16, as far as that matters: where no text of the plan stands there is nothing to be done.
  func wideText(of bytes: [UInt8]) -> WideText? { WideText(bytes, knowing: isAnyText) }

  /// Of content that may be in a file.
  func wideText(of content: borrowing Spool) throws(SystemError) -> WideText? {
    if content.texture == .text { return nil }
    // What is text is held in memory as a whole, as git does.
    if content.inMemory == nil, !content.isMarkedWide, try content.isSurelyBinary() { return nil }
    return wideText(of: try content.wholeContent())
  }

  /// Content as texts can be found in it: UTF-16 narrowed, all other as it is.
  package func readable(_ bytes: [UInt8]) -> [UInt8] { wideText(of: bytes)?.narrowed ?? bytes }
}

/// The content of a file as texts can be found in it, and the way back to the file's own encoding.
package struct FileText: Sendable {
  package let bytes: [UInt8]
  private let wide: WideText?

  fileprivate init(_ bytes: [UInt8], _ wide: WideText?) { (self.bytes, self.wide) = (wide?.narrowed ?? bytes, wide) }

  /// Each with its newline; the last one may have none.
  package static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] { LensText.lines(text) }

  /// A blob in the same form, for a comparison.
  package func alike(_ blob: [UInt8]) -> [UInt8] { wide?.narrowed(blob: blob) ?? blob }

  /// The file with what was made of its text; `nil` where something between the texts was lost.
  package func file(with text: [UInt8]) -> [UInt8]? { wide == nil ? text : wide?.widened(text) }
}

extension CompiledPlan {
  func fileText(of bytes: [UInt8]) -> FileText { FileText(bytes, wideText(of: bytes)) }
}

extension Spool {
  /// Whether it begins with a byte order mark of UTF-16 or UTF-32.
  var isMarkedWide: Bool {
    [[0xFF, 0xFE], [0xFE, 0xFF], [0, 0, 0xFE, 0xFF]].contains { head.starts(with: $0) }
  }

  /// Whether it holds half a unit, or one that is a NUL.
  fileprivate func isSurelyBinary() throws(SystemError) -> Bool {
    if !count.isMultiple(of: 2) { return true }
    var (isBinary, half): (Bool, UInt8?) = (false, nil)
    try forEachChunk { chunk throws(SystemError) in
      if isBinary { return }
      for byte in chunk {
        guard let first = half else { half = byte; continue }
        if first == 0 && byte == 0 { isBinary = true; return }
        half = nil
      }
    }
    return isBinary
  }
}

extension Transform {
  /// Transforms a whole file in its own encoding.
  package func applyToFile(
    _ direction: Direction, _ bytes: [UInt8]
  ) throws(TransformError) -> (bytes: [UInt8], summary: ScanSummary) {
    let text = compiled.fileText(of: bytes)
    let (result, summary) = try apply(direction, to: text.bytes)
    return (summary.replacements == 0 ? bytes : text.file(with: result) ?? bytes, summary)
  }
}
