import Platform

/// Content in UTF-16, narrowed to one byte per code unit, so that ASCII texts can be matched and replaced in it.
///
/// A unit that is not ASCII becomes 0xFF. `widened` restores those units by their order, so replacing texts between
/// them loses nothing: in `é com.acme`, narrowed to `\xFF com.acme`, the first 0xFF is the `é`.
package struct UTF16Text: Sendable {
  private enum Order { case little, big }

  private let order: Order
  private let original: [UInt8]
  /// The offset of the first unit: after the byte order mark, if there is one.
  private let start: Int

  /// Narrows content with a byte order mark of UTF-16, and not of UTF-32, which starts with the same bytes; `nil` for
  /// other content. ASCII text in UTF-16 has a NUL, so content without one is in another encoding.
  package init?(_ bytes: [UInt8]) {
    guard let order = UTF16Text.order(bytes[...]), bytes.span.containsNUL else { return nil }
    self.init(order: order, original: bytes, start: 2)
  }

  /// Narrows content with a byte order mark, or whose narrowed form has a known text. With
  /// `working-tree-encoding=UTF-16LE` there is no mark, and the attributes of the file are unknown here
  /// (`gitattributes(5)`).
  init?(_ bytes: [UInt8], knowing isKnown: (_ narrow: [UInt8]) -> Bool) {
    guard let text = UTF16Text(bytes) ?? UTF16Text.unmarked(bytes).first(where: { isKnown($0.narrowed) }) else {
      return nil
    }
    self = text
  }

  private init(order: Order, original: [UInt8], start: Int) {
    self.order = order
    self.original = original
    self.start = start
  }

  /// The content in both byte orders, if it can be UTF-16 without a mark: an even number of bytes, and no unit that is
  /// NUL.
  private static func unmarked(_ bytes: [UInt8]) -> [UTF16Text] {
    guard bytes.count.isMultiple(of: 2), bytes.span.containsNUL else { return [] }
    let units = stride(from: 0, to: bytes.count - 1, by: 2)
    if units.contains(where: { bytes[$0] == 0 && bytes[$0 + 1] == 0 }) { return [] }
    return [Order.little, .big].map { UTF16Text(order: $0, original: bytes, start: 0) }
  }

  private static func order(_ head: ArraySlice<UInt8>) -> Order? {
    if head.starts(with: [0xFE, 0xFF]) { return .big }
    return head.starts(with: [0xFF, 0xFE]) && !head.starts(with: [0xFF, 0xFE, 0, 0]) ? .little : nil
  }

  /// The byte for a unit that is not ASCII, and for half a unit at the end.
  private static let wideUnit: UInt8 = 0xFF

  /// The content with one byte per unit, without the byte order mark.
  package var narrowed: [UInt8] { offsets.map { ascii(at: $0) ?? UTF16Text.wideUnit } }

  private var offsets: StrideTo<Int> { stride(from: start, to: original.count, by: 2) }

  /// A unit; 0 for the missing byte of half a unit.
  private func unit(at offset: Int) -> UInt16 {
    let one = UInt16(original[offset])
    let two = offset + 1 < original.count ? UInt16(original[offset + 1]) : 0
    return order == .little ? two << 8 | one : one << 8 | two
  }

  /// The ASCII byte of a unit; `nil` for any other unit.
  private func ascii(at offset: Int) -> UInt8? {
    let unit = unit(at: offset)
    return unit < 0x80 && offset + 1 < original.count ? UInt8(unit) : nil
  }

  /// The text in UTF-8, without a byte order mark.
  package var utf8: [UInt8] { Array(String(decoding: offsets.map(unit), as: UTF16.self).utf8) }

  /// Widens transformed narrowed content to the encoding of the original; `nil` if its number of units that are not
  /// ASCII differs.
  package func widened(_ narrow: [UInt8]) -> [UInt8]? {
    var result = Array(original.prefix(start))
    result.reserveCapacity(2 * narrow.count + start)
    var wideUnits = offsets.lazy.filter { ascii(at: $0) == nil }.makeIterator()
    for byte in narrow {
      if byte != UTF16Text.wideUnit {
        result += order == .little ? [byte, 0] : [0, byte]
      } else if let offset = wideUnits.next() {
        result += original[offset..<min(offset + 2, original.count)]
      } else {
        return nil
      }
    }
    return wideUnits.next() == nil ? result : nil
  }

  /// A blob narrowed, to be compared with narrowed content. With `working-tree-encoding` the blob is UTF-8
  /// (`gitattributes(5)`); UTF-16 without a mark has the byte order of the content.
  package func narrowed(blob: [UInt8]) -> [UInt8] {
    if let wide = UTF16Text(blob) { return wide.narrowed }
    if start == 0, blob.count.isMultiple(of: 2), blob.span.containsNUL {
      return UTF16Text(order: order, original: blob, start: 0).narrowed
    }
    guard let text = String(validating: blob, as: UTF8.self) else { return blob }
    return text.utf16.map { $0 < 0x80 ? UInt8($0) : UTF16Text.wideUnit }
  }
}
