import TestSupport

@testable import WorkingTree

struct AccountScannerTests {
  private static let id = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"

  /// A file, and the accounts in it: `kind text keys places`.
  private static let rows: [(path: String, text: String, accounts: [String])] = [
    ("wrangler.toml", "account_id = \"\(id)\"\nzone_name = \"acme.com\"\n# zone_id = \"\(id)\"\n[[r2_buckets]]\nbucket_name = \"photos\"\n", [
      "Cloudflare account \(id) account_id 1", "bucket photos bucket_name 1", "zone acme.com zone_name 1",
    ]),
    ("api/wrangler.jsonc", """
      {
        // "account_id": "\(id)",
        "kv_namespaces": [{ "binding": "KV", "id": "\(id)" }],
        "d1_databases": [{ "database_id": "83821907-97fd-44b4-8f21-e3d6b736e7ef", "database_name": "acme-db" }],
        "routes": [{ "pattern": "api.acme.co.uk/*" }]
      }

      """, [
        "KV namespace \(id) id 1", "database 83821907-97fd-44b4-8f21-e3d6b736e7ef database_id 1",
        "database name acme-db database_name 1", "zone acme.co.uk pattern 1",
      ]),
    (".firebaserc", "{\"projects\": {\"default\": \"acme-app\", \"beta\": \"acme-beta\"}, \"targets\": {\"acme-app\": {}}}\n",
      ["Firebase project acme-app default 1", "Firebase project acme-beta beta 1"]),
    ("main.tf", """
      role = "arn:aws:iam::210987654321:role/acme"
      image = "210987654321.dkr.ecr.eu-west-1.amazonaws.com/acme"
      accounts = ["210987654321", "999999999999"]
      arn = "arn:aws:iam::123456789012:root"
      account_id = "310987654321"

      """, ["AWS account 210987654321  3"]),
    ("a.yaml", "# 210987654321\naccount_id: \"210987654321\"\nx: 210987654321\n", ["AWS account 210987654321 account_id 3"]),
    ("main.tf", "provider \"google\" {\n  project = \"acme-prod\"\n}\nx {\n  project = var.project\n}\n", ["Google project acme-prod project 1"]),
    ("terraform.tfvars", "project_id = \"acme-prod\"\nproject = \"acme-name\"\n", ["Google project acme-prod project_id 1"]),
    ("k8s/a.yaml", "image: gcr.io/acme-prod/a:1\nproject: acme-prod\n", []),
    ("docs/wrangler.toml", "account_id = \"\(id)\"\n", ["Cloudflare account \(id) account_id 1"]),
    ("docs/a.yaml", "project_id: acme-prod\n", []), ("app/google-services.json", "{\"project_id\": \"acme-prod\"}\n", []),
  ]

  @Test(arguments: rows.indices) func `Accounts are found by their form and key`(index: Int) {
    let (path, text, expected) = Self.rows[index]
    var scanner = AccountScanner()
    scanner.read(bytes(text), Path(path))
    let found = scanner.accounts.map { "\($0.kind.noun) \($0.text) \($0.keys.sorted().joined(separator: "+")) \($0.places)" }
    #expect(found == expected, "\(path)")
  }

  @Test func `A file that says where the state of Terraform is keeps its account`() throws {
    var scanner = AccountScanner()
    scanner.read(bytes("backend \"s3\" {\n  role_arn = \"arn:aws:iam::210987654321:role/a\"\n}\na = \"210987654321\"\n"), Path("a.tf"))
    scanner.read(bytes("backend \"s3\" {\n}\nrole = \"arn:aws:iam::210987654321:role/a\"\n"), Path("b.tf"))
    #expect(try #require(scanner.accounts.first).kept == [Path("a.tf")])
  }

  @Test(arguments: [
    ("git.acme.dev", "acme.dev"), ("*.api.acme.co.uk:8443", "acme.co.uk"), ("*.${var.name}.acme.dev", "acme.dev"), ("var.domain", nil), ("local.zone", nil), ("data.x.name", nil),
    ("admin@acme.dev", nil), ("https://acme.dev/x", nil), ("api.cluster.local", nil), ("acme.example.com", nil),
  ] as [(String, String?)])
  func `A host is no reference, address or link`(value: String, domain: String?) { #expect(HostScanner.domain(of: value) == domain) }
}
