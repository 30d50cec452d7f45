import Platform

/// UTF-16 as bytes in which texts can be found: one for each code unit.
///
/// Every text of a rule is ASCII. A unit that is not becomes a byte that stands for it, in its order: so whatever
/// becomes of the texts between them, all of these find their way back, byte for byte.
public struct WideText {
  enum Order { case little, big }

  private let order: Order
  private let original: [UInt8]
  /// Where the units begin, behind the byte order mark if there is one.
  private let start: Int

  /// `nil` for content without a byte order mark of UTF-16; that of UTF-32 begins like one.
  public init?(_ bytes: [UInt8]) {
    guard let order = WideText.order(bytes[...]) else { return nil }
    (self.order, original, start) = (order, bytes, WideText.markLength)
  }

  /// Without a byte order mark.
  init(_ bytes: [UInt8], _ order: Order) {
    (self.order, original, start) = (order, bytes, 0)
  }

  /// `order`: of content without a byte order mark, as somebody else knows it.
  init?(_ content: borrowing Spool, _ order: Order?) throws(SystemError) {
    let marked = WideText.order(content.head[...])
    guard let order = marked ?? order else { return nil }
    // All of it is held in memory, as git does.
    var bytes: [UInt8] = []
    try content.forEachChunk { chunk throws(SystemError) in bytes += chunk }
    (self.order, original, start) = (order, bytes, marked == nil ? 0 : WideText.markLength)
  }

  /// Whether the content tells by itself that it is UTF-16.
  static func isMarked(_ content: borrowing Spool) -> Bool { order(content.head[...]) != nil }

  private static func order(_ head: ArraySlice<UInt8>) -> Order? {
    if head.starts(with: [0xFE, 0xFF]) { return .big }
    return head.starts(with: [0xFF, 0xFE]) && !head.starts(with: [0xFF, 0xFE, 0, 0]) ? .little : nil
  }

  private static let markLength = 2
  /// Stands for a unit that is not ASCII, and for a byte at the end that is half of one.
  private static let other: UInt8 = 0xFF

  /// Without a byte order mark.
  public var narrowed: [UInt8] { places.map { ascii(at: $0) ?? WideText.other } }

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
  public func widened(_ narrow: [UInt8]) -> [UInt8]? {
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
  static func narrowed(blob: [UInt8]) -> [UInt8] {
    if let wide = WideText(blob) { return wide.narrowed }
    guard let text = String(validating: blob, as: UTF8.self) else { return blob }
    return text.utf16.map { $0 < 0x80 ? UInt8($0) : other }
  }
}

extension Transform {
  /// Transforms a whole file in its own encoding.
  public func applyToFile(
    _ direction: Direction, _ bytes: [UInt8]
  ) throws(TransformError) -> (bytes: [UInt8], sightings: Sightings) {
    guard let wide = WideText(bytes) else { return try apply(direction, to: bytes) }
    let (narrow, sightings) = try apply(direction, to: wide.narrowed)
    return (sightings.replacements == 0 ? bytes : wide.widened(narrow) ?? bytes, sightings)
  }
}
