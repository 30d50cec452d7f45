import Platform
import Smudge
import Verify

/// Finds the domain of a project in the configuration of its servers: Kubernetes, Helm, Terraform, Compose.
enum HostScanner {
  private static let keys = [
    "DOMAIN", "HOST", "HOSTNAME", "domain", "domain_name", "fqdn", "host", "hostName", "hostname", "hosts", "server_name", "zone",
    "zone_name",
  ]
  private static let endings = [".yaml", ".yml", ".tf", ".tfvars", ".hcl", ".json", ".toml", ".conf", ".env", ".properties"]
  /// Domains that configuration names and that are not the project's.
  private static let others: Set = [
    "amazonaws.com", "azure.com", "cloudflare.com", "cluster.local", "docker.com", "docker.io", "example.com", "example.net",
    "example.org", "gcr.io", "ghcr.io", "github.com", "github.io", "gitlab.com", "gmail.com", "google.com", "googleapis.com",
    "hashicorp.com", "helm.sh", "k8s.io", "kubernetes.io", "letsencrypt.org", "local.host", "microsoft.com", "mycompany.com",
    "quay.io",
  ]

  /// Whether files of this kind are munged for a domain.
  static func isConfiguration(_ path: Path) -> Bool {
    LeaveReason.of(path) == nil && endings.contains { path.bytes.ends(with: $0) } && path.name != Path("package-lock.json")
  }

  /// The domain that most files name as the value of a key; `nil` if fewer than two do.
  static func domain(in head: HeadTree) throws -> String? {
    let search = KeySearch(keys.map { Array($0.utf8) })
    var files: [String: Int] = [:]
    try head.forEach(head.files.filter { isConfiguration($0.path) }) { _, content in
      let values = search.matches(in: content).map { String(decoding: content[$0.range], as: UTF8.self) }
      for domain in Set(values.compactMap(domain)) { files[domain, default: 0] += 1 }
    }
    return files.filter { $0.value > 1 }.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// `acme.com` of `*.api.acme.com:8443`; `nil` for an address, a name of the cluster and a well-known domain.
  private static func domain(of value: String) -> String? {
    let host = value.prefix { $0 != ":" && $0 != "/" }
    let words = host.split(separator: ".", omittingEmptySubsequences: false)
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
