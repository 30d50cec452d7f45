// The operations of a transform that the lens needs.
extension Transform {
  /// Smudged content with placeholders instead of local texts and their quotes; the number of lines stays.
  func normal(_ smudged: [UInt8]) throws(TransformError) -> [UInt8] { try passed(smudged, .compare) }

  private func passed(_ bytes: [UInt8], _ purpose: Purpose) throws(TransformError) -> [UInt8] {
    var output = Spool(.memoryOnly)
    let summary = try pass(Spool(bytes), into: &output, purpose)
    return summary.replacements == 0 ? bytes : output.inMemory ?? bytes
  }

  /// Whether two Xcode project files differ only in the quotes around local texts.
  package func isSameButForQuotes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.starts(with: XcodeQuoting.mark), other.starts(with: XcodeQuoting.mark) else { return false }
    guard let left = try? passed(one, .unquote), let right = try? passed(other, .unquote) else { return false }
    return left == right
  }

  func keyValues(in bytes: [UInt8]) -> [KeyValue] { compiled.keyed?.scanner.keyValues(in: bytes) ?? [] }

  /// Values with placeholders instead of local texts.
  func normals(of keyValues: [KeyValue], in bytes: [UInt8]) -> [[UInt8]] {
    var replacer = KeyedReplacer(self, .compare, bytes)
    return keyValues.map { replacer.text(of: $0) ?? Array(bytes[$0.value]) }
  }

  /// The rule with keys that has a value as a local text, current or former.
  func localRule(of value: [UInt8], _ key: Int) -> PlanRule? {
    let meanings = compiled.keyed?.keys[key][value]?.meanings.filter { $0.canonical != nil } ?? []
    return meanings.lazy.map { compiled.rules[$0.rule] }.first { $0.keyed != nil }
  }

  /// Whether a value is a local text, current or former, with several canonical texts.
  func hasSeveralCanonicals(_ text: LensText, _ value: Int) -> Bool {
    let keyValue = text.values[value].keyValue
    return compiled.keyed?.keys[keyValue.key].values[Array(text.bytes[keyValue.value])]?.roles.contains(.several) ?? false
  }
}
