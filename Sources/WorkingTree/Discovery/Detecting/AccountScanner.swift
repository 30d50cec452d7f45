import Platform
import Rules
import Smudge
import Verify

/// A kind of account at a service, and where configuration holds its name or number.
struct AccountKind: Sendable {
  /// As in a question.
  enum Service: String, Sendable { case cloudflare = "Cloudflare", firebase = "Firebase", aws = "AWS", googleCloud = "Google Cloud" }

  let service: Service
  /// As in a description; the rule and the variable are named after it.
  let noun: String
  let kind: VariableKind
  /// A pattern of gitignore(5) for names, with `*` at its end or nowhere; `nil` for all configuration.
  var files: String?
  var keys: [String] = []

  /// Whether only the values of its keys are munged.
  var isKeyed: Bool { service == .cloudflare && kind != .host }

  /// Keys whose values stay in all configuration: what holds modules, the state of Terraform, and published images.
  var keptKeys: [String] {
    switch service {
    case .aws: ["bucket", "source"]
    case .googleCloud: ["bucket", "source", "image", "newName", "repository"]
    case .cloudflare, .firebase: []
    }
  }

  func covers(_ path: Path) -> Bool {
    if let files { return path.name.bytes.starts(with: files.utf8.prefix { $0 != UInt8(ascii: "*") }) }
    return HostScanner.isConfiguration(path) && !path.bytes.ends(with: "google-services.json")
  }

  private static func cloudflare(_ noun: String, _ kind: VariableKind, _ keys: String...) -> AccountKind {
    AccountKind(service: .cloudflare, noun: noun, kind: kind, files: "wrangler.*", keys: keys)
  }

  static let worker = cloudflare("worker", .label)
  static let firebase = AccountKind(service: .firebase, noun: "Firebase project", kind: .label, files: ".firebaserc")
  static let all: [AccountKind] = [
    cloudflare("Cloudflare account", .text, "account_id"), cloudflare("KV namespace", .text, "id", "preview_id"),
    cloudflare("database", .uuid, "database_id", "preview_database_id"), cloudflare("database name", .label, "database_name"),
    cloudflare("bucket", .label, "bucket_name", "preview_bucket_name"), cloudflare("zone id", .text, "zone_id"),
    cloudflare("zone", .host, "zone_name", "pattern", "route", "routes"), firebase,
    AccountKind(
      service: .aws, noun: "AWS account", kind: .number,
      keys: ["account", "accountId", "account_id", "aws_account_id", "AWS_ACCOUNT_ID"]),
    AccountKind(
      service: .googleCloud, noun: "Google project", kind: .label,
      keys: ["project", "project_id", "projectId", "gcp_project"]),
  ]

  /// The account that a value names.
  func account(_ value: String) -> String? {
    if kind == .host { return HostScanner.domain(of: value) }
    let isForm = switch service {
    case .aws: value.count == 12
    case .googleCloud: value.count > 5 && value == value.lowercased()
    case .cloudflare, .firebase: value.count > 3 && (kind != .text || value.count == 32 && value.allSatisfy(\.isHexDigit))
    }
    return isForm && kind.accepts(Array(value.utf8)) && !Self.others.contains(where: value.hasPrefix) ? value : nil
  }

  /// Beginnings of examples, and of numbers and projects of Amazon, Canonical and Google.
  private static let others = [
    "0123", "0997201094", "1234", "6024011434", "cloud-", "cloudsql-", "default", "distroless", "google-", "gke-", "istio", "k8s",
    "kaniko", "knative", "my-",
  ]
}

/// An account that configuration names.
struct Account: Sendable {
  let kind: AccountKind, text: String
  /// `kept`: those that say where the state of Terraform is, in this account.
  var keys: Set<String> = [], paths: Set<Path> = [], kept: Set<Path> = [], places = 0
  /// Whether more than its form says that it is one.
  var isSure = false
}

/// Finds accounts in the configuration of a project.
struct AccountScanner {
  private var found: [Account] = []
  /// In the file that is read, the blocks that say where the state of Terraform is.
  private var backends: [Substring] = []
  private static let searches = AccountKind.all.map { KeySearch($0.keys.map { Array($0.utf8) }) }

  /// A number counts from three places on.
  var accounts: [Account] {
    found.filter { $0.isSure && ($0.kind.files != nil || $0.places > 2 || $0.keys.contains { $0.hasPrefix("project") }) }
  }

  mutating func read(_ content: [UInt8], _ path: Path) {
    // Such as wrangler.toml of a site of documentation.
    if let reason = LeaveReason.of(path)?.reason, reason != .document { return }
    let text = String(decoding: content, as: UTF8.self)
    let parts = path.bytes.ends(with: ".tf") ? text.split(separator: "backend \"", omittingEmptySubsequences: false) : []
    backends = parts.dropFirst().map { $0.prefix { $0 != "}" } }
    var check = NonIdentifierCheck(content, FileRole(path))
    for (kind, search) in zip(AccountKind.all, Self.searches) where kind.covers(path) {
      for match in search.matches(in: content) where !check.isInComment(match.range.lowerBound) {
        // A bare word of Terraform is a reference.
        if FileRole(path) == .code && !match.isQuoted { continue }
        let (key, value) = (String(decoding: match.key, as: UTF8.self), String(decoding: content[match.range], as: UTF8.self))
        // `project` is also a key of others.
        add(kind, value, key, path, isSure: key != "project" || text.contains("google"))
      }
      if kind.service == .aws { readNumbers(content, kind, path) }
    }
    if path.name == Path(".firebaserc") { readAliases(text, path) }
  }

  /// Also those of `arn:aws:iam::210987654321:role/x` and `210987654321.dkr.ecr.eu-west-1.amazonaws.com`.
  private mutating func readNumbers(_ content: [UInt8], _ kind: AccountKind, _ path: Path) {
    for word in content.split(whereSeparator: { !Boundary.isIdentifier($0) }) where word.count == 12 {
      let isNamed = content[..<word.startIndex].suffix(64).firstRange(of: Array("arn:aws".utf8)) != nil
      let isHost = content[word.endIndex...].starts(with: ".dkr.ecr.".utf8)
      add(kind, String(decoding: word, as: UTF8.self), nil, path, isSure: isNamed || isHost)
    }
  }

  /// `{"projects": {"default": "acme-app"}}`
  private mutating func readAliases(_ text: String, _ path: Path) {
    let projects = text.split(separator: "\"projects\"").dropFirst().first?.prefix { $0 != "}" } ?? ""
    let words = projects.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    for index in stride(from: 3, to: words.count, by: 4) { add(.firebase, words[index], words[index - 2], path, isSure: true) }
  }

  private mutating func add(_ kind: AccountKind, _ value: String, _ key: String?, _ path: Path, isSure: Bool) {
    guard let text = kind.account(value), !NonIdentifierCheck.isNoValue(Array(text.utf8)) else { return }
    let index = found.firstIndex { $0.text == text && $0.kind.noun == kind.noun } ?? found.count
    if index == found.count { found.append(Account(kind: kind, text: text)) }
    let isState = backends.contains { $0.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.contains(text[...]) }
    if isState { found[index].kept.insert(path) }
    found[index].keys.formUnion([key].compactMap(\.self))
    found[index].paths.insert(path)
    // The words of a file have those of its keys.
    found[index].places += kind.service == .aws && key != nil ? 0 : 1
    found[index].isSure = found[index].isSure || isSure
  }
}
