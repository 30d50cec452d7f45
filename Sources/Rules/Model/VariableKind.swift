import Platform

/// The kind of a variable: the format of its values, which is checked when they are set.
package enum VariableKind: String, Sendable, CaseIterable {
  /// The identifier of a team of Apple.
  case teamID = "team-id"
  /// One part of a host name (RFC 1123).
  case label
  /// A part of an identifier that both Apple and Android allow.
  case word
  case bundleID = "bundle-id"
  /// The identifier of an app for Android.
  case applicationID = "application-id"
  case host, uuid, number, text

  /// Whether a value has the format.
  package func accepts(_ value: [UInt8]) -> Bool {
    switch self {
    case .teamID: value.count == 10 && value.allSatisfy { (0x41...0x5A).contains($0) || isDigit($0) }
    case .label: isLabel(value[...])
    case .word: value.count <= 63 && isJavaName(value[...]) && !value.contains(UInt8(ascii: "_"))
    case .bundleID: hasParts(value, isLabel)
    case .applicationID: hasParts(value, isJavaName)
    case .host: isHost(value)
    case .uuid:
      parts(value, "-").map(\.count) == [8, 4, 4, 4, 12]
        && value.allSatisfy("0123456789abcdefABCDEF-".utf8.contains)
    case .number: !value.isEmpty && value.allSatisfy(isDigit)
    case .text: !value.isEmpty && value.allSatisfy { (0x20...0x7E).contains($0) }
    }
  }

  /// What the kind accepts, for a message.
  package var expectation: String {
    switch self {
    case .teamID: "ten capital letters and digits, such as ABCDE12345"
    case .label: "1 to 63 letters, digits and inner hyphens, such as bnr"
    case .word: "1 to 63 letters and digits that begin with a letter, such as bnr"
    case .bundleID: "labels joined by dots, at least two, such as com.example.app"
    case .applicationID: "names joined by dots, at least two, such as com.example.my_app"
    case .host: "a host name with an optional port, such as build.example.com:8443"
    case .uuid: "a UUID, such as 123E4567-E89B-12D3-A456-426614174000"
    case .number: "digits, such as 42"
    case .text: "printable ASCII characters"
    }
  }
}

/// The parts of a value between separators.
private func parts(_ value: [UInt8], _ separator: Unicode.Scalar) -> [ArraySlice<UInt8>] {
  value.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
}

/// Whether a value consists of two or more parts between dots.
private func hasParts(_ value: [UInt8], _ isPart: (ArraySlice<UInt8>) -> Bool) -> Bool {
  let parts = parts(value, ".")
  return parts.count >= 2 && parts.allSatisfy(isPart)
}

/// Whether a byte is an ASCII letter.
func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

/// Whether a byte is an ASCII digit.
func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

/// Whether a part is a label of a host name (RFC 1123).
private func isLabel(_ part: ArraySlice<UInt8>) -> Bool {
  let hyphen = UInt8.hyphen
  return (1...63).contains(part.count) && part.first != hyphen && part.last != hyphen
    && part.allSatisfy { isLetter($0) || isDigit($0) || $0 == hyphen }
}

/// Whether a part is a name in the language Java, of ASCII letters.
private func isJavaName(_ part: ArraySlice<UInt8>) -> Bool {
  part.first.map(isLetter) == true
    && part.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
}

/// Whether a value is a host name, with or without a port.
private func isHost(_ value: [UInt8]) -> Bool {
  let sides = parts(value, ":")
  let hasPort =
    sides.count == 2
    && sides[1].allSatisfy(isDigit)
    && (1...65535).contains(Int(sides[1].string) ?? 0)
  return (sides.count == 1 || hasPort)
    && parts(Array(sides[0]), ".").allSatisfy(isLabel)
}
