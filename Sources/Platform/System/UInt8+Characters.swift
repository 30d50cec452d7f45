/// Characters of ASCII by their names, as bytes of content and paths.
extension UInt8 {
  @inlinable package static var newline: UInt8 { 0x0A }
  @inlinable package static var space: UInt8 { 0x20 }
  @inlinable package static var dot: UInt8 { 0x2E }
  @inlinable package static var slash: UInt8 { 0x2F }
}
