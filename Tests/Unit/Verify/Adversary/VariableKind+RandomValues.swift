// Generated values of each kind.

@testable import Rules

/// The form of a generated value, as far as its kind allows variants.
struct ValueForm {
  /// In bytes, at least 1.
  var length: Int
  var hyphens: Hyphens

  enum Hyphens { case none, some }
}

extension VariableKind {
  /// A value of this kind with this form, or a similar one.
  func value(_ look: ValueForm, _ numbers: inout SeededNumbers) -> [UInt8] {
    switch self {
    case .teamID: return numbers.bytes(of: Alphabet.capitals + Alphabet.digits, count: 10)
    case .uuid: return numbers.uuid()
    case .number: return numbers.bytes(of: Alphabet.digits, count: look.length)
    case .label: return numbers.name(min(look.length, 63), between: look.hyphens == .some ? "-" : "")
    case .bundleID: return numbers.dotted(look, or: "-")
    case .word: return numbers.name(min(look.length, 63), between: "")
    // Java names have no hyphens.
    case .applicationID: return numbers.dotted(look, or: "_")
    case .host: return numbers.host(look)
    case .text: return numbers.text(look)
    }
  }
}

private enum Alphabet {
  static let capitals = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
  static let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
  static let digits = Array("0123456789".utf8)
  static let hexadecimals = digits + Array("ABCDEF".utf8)
}

extension SeededNumbers {
  fileprivate mutating func bytes(of alphabet: [UInt8], count: Int) -> [UInt8] {
    (0..<count).map { _ in alphabet[number(below: alphabet.count)] }
  }

  fileprivate mutating func uuid() -> [UInt8] {
    let parts = [8, 4, 4, 4, 12].map { bytes(of: Alphabet.hexadecimals, count: $0) }
    return Array(parts.joined(separator: [UInt8(ascii: "-")]))
  }

  /// Letters and digits with single separators between them: the first one of these, if it fits, and then any. No digit
  /// follows a separator, as Java names do not allow that.
  fileprivate mutating func name(_ length: Int, between separators: String) -> [UInt8] {
    let separators = Array(separators.utf8)
    var (name, run) = (bytes(of: Alphabet.letters, count: 1), 1)
    while name.count < length {
      let isDue = name.count == 1 && length > 2 || run > 7 || run > 1 && oneIn(5)
      if isDue, name.count < length - 1, let separator = name.count == 1 ? separators.first : pick(separators) {
        name += [separator] + bytes(of: Alphabet.letters, count: 1)
        run = 1
      } else {
        name += bytes(of: Alphabet.letters + Alphabet.digits, count: 1)
        run += 1
      }
    }
    return name
  }

  /// At least two parts.
  fileprivate mutating func dotted(_ look: ValueForm, or hyphen: String) -> [UInt8] {
    let hyphens = look.hyphens == .some ? hyphen + "." : "."
    let first = min(max(1, look.length / 3), 3)
    return bytes(of: Alphabet.letters, count: first) + [UInt8(ascii: ".")]
      + name(max(1, look.length - first - 1), between: hyphens)
  }

  fileprivate mutating func host(_ look: ValueForm) -> [UInt8] {
    let port = look.length > 8 && oneIn(2) ? Array(":\(1 + number(below: 65535))".utf8) : []
    return name(look.length - port.count, between: look.hyphens == .some ? "-." : ".") + port
  }

  /// Words, with the characters between them that names of persons and companies have.
  fileprivate mutating func text(_ look: ValueForm) -> [UInt8] {
    let separators = [" ", ".", "_", "/", ""]
    return name(look.length, between: (look.hyphens == .some ? "-" : "") + (pick(separators) ?? ""))
  }
}
