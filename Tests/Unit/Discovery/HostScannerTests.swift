import TestSupport

@testable import WorkingTree

struct HostScannerTests {
  @Test(arguments: [
    ("git.acme.dev", "acme.dev"), ("*.api.acme.co.uk:8443", "acme.co.uk"), ("*.${var.name}.acme.dev", "acme.dev"), ("var.domain", nil), ("local.zone", nil), ("data.x.name", nil),
    ("admin@acme.dev", nil), ("https://acme.dev/x", nil), ("api.cluster.local", nil), ("acme.example.com", nil),
  ] as [(String, String?)])
  func `A host is no reference, address or link`(value: String, domain: String?) { #expect(HostScanner.domain(of: value) == domain) }
}
