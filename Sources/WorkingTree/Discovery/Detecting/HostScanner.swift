import Platform
import Smudge
import Verify

/// Finds the domain of a project in the configuration of its servers: Kubernetes, Helm, Terraform, Compose.
enum HostScanner {
  private static let keys = [
    "DOMAIN", "HOST", "HOSTNAME", "domain", "domain_name", "domains", "fqdn", "host", "hostName", "hostname", "hosts", "server_name",
    "zone", "zone_name",
  ]
  private static let endings = [".yaml", ".yml", ".tf", ".tfvars", ".hcl", ".json", ".toml", ".conf", ".env", ".properties"]
  /// Domains that configuration names and that are not the project's.
  private static let others: Set = [
    "amazonaws.com", "azure.com", "cloudflare.com", "cluster.local", "docker.com", "docker.io", "example.com", "example.net",
    "example.org", "fly.dev", "gcr.io", "ghcr.io", "github.com", "github.io", "gitlab.com", "gmail.com", "google.com", "googleapis.com",
    "hashicorp.com", "helm.sh", "herokuapp.com", "k8s.io", "kubernetes.io", "letsencrypt.org", "local.host", "microsoft.com", "mycompany.com",
    "netlify.app", "pages.dev", "quay.io", "vercel.app", "workers.dev",
  ]

  /// Whether files of this kind are munged for a domain.
  static func isConfiguration(_ path: Path) -> Bool {
    endings.contains { path.bytes.ends(with: $0) } && path.name != Path("package-lock.json") && LeaveReason.of(path) == nil
  }

  /// The domains that two files or more name as the value of a key, the most frequent first.
  static func domains(in head: HeadTree) throws -> [String] {
    let search = KeySearch(keys.map { Array($0.utf8) })
    var files: [String: Int] = [:]
    try head.forEach(head.files.filter { isConfiguration($0.path) }) { file, content in
      var check = NonIdentifierCheck(content, FileRole(file.path))
      let places = search.matches(in: content).map(\.range).filter { !check.isInComment($0.lowerBound) }
      let values = places.map { String(decoding: content[$0], as: UTF8.self) }
      for domain in Set(values.compactMap(domain)) { files[domain, default: 0] += 1 }
    }
    return files.filter { $0.value > 1 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// `acme.com` of `*.api.acme.com:8443` and `${var.name}.acme.com`; `nil` for an address, a name of the cluster and a well-known
  /// domain.
  static func domain(of value: String) -> String? {
    let host = (value.split(separator: "}.").last ?? "").prefix { $0 != ":" && $0 != "/" }
    let words = host.split(separator: ".", omittingEmptySubsequences: false)
    // References of Terraform.
    if ["data", "each", "local", "module", "self", "var"].contains(words.first) { return nil }
    guard words.count >= 2, let last = words.last, last.count >= 2, last.allSatisfy({ $0.isASCII && $0.isLowercase }),
      words.dropFirst(words.first == "*" ? 1 : 0).allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Boundary.isIdentifier) }),
      !["local", "svc", "internal", "yaml", "yml", "json", "conf", "test", "localhost"].contains(last)
    else { return nil }
    // `co.uk`, `com.au`: three words.
    let isTwoPart = words.count > 2 && last.count == 2 && ["ac", "co", "com", "gov", "net", "org"].contains(words[words.count - 2])
    let domain = words.suffix(isTwoPart ? 3 : 2).joined(separator: ".")
    return others.contains(domain) || domain.hasPrefix("*") ? nil : domain
  }
}
