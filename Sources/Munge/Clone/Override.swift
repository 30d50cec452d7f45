import Platform

/// A setting that another level of git's configuration has the last word on.
public struct Override: Sendable, Equatable {
  public let key: String
  public let value: String
  /// git's word for the level.
  public let scope: String
  public let file: String?

  init(key: String, value: String, scope: String, file: String?) {
    (self.key, self.value, self.scope, self.file) = (key, value, scope, file)
  }

  init(_ entry: Configuration.Entry) {
    self.init(key: entry.key, value: entry.text, scope: entry.scope, file: entry.file)
  }

  /// Where it is, and what it says.
  public var words: String {
    let place = file.map { "\(scope) config, \($0)" } ?? scope
    return escaped("\(key) = \(value) (\(place))".utf8)
  }

  /// What is effective otherwise than this clone's own configuration says.
  static func all(
    _ clone: Clone, _ program: Path, _ values: [Value]
  ) throws(MungeError) -> [Override] {
    let configuration = try clone.configuration()
    let keys = FilterKeys(configuration).deviations(from: program).compactMap(\.found)
    let names = Set(values.filter { $0.origin == .argument || $0.origin == .asked }.map(\.key))
    let wanted = Dictionary(values.map { ($0.key, $0.text) }, uniquingKeysWith: { one, _ in one })
    let found = names.compactMap { configuration.effective($0) }.filter { wanted[$0.key] != $0.value }
    return (keys + found).map { Override($0) }
  }
}
