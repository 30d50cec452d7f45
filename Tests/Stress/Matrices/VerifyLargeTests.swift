// Content that verify does not search is never silent.

import StorySupport

@Suite struct VerifyLargeTests {
  /// A byte more than `BlobPool.largest`.
  private static let large = "{ echo \(local); head -c 536870912 /dev/zero | tr '\\0' 'x'; } >"

  @Test func `a munged blob over 512 MiB is an error where it is new, unless -filter accepts it`() throws {
    let tree = try Workshop(attributes: "*.txt filter=munge\n", files: ["app.txt": "\(canonical)\n"]).maintainer
    let server = try tree.workshop.bare("server.git")
    try tree.git("push", "--quiet", "\(server.top)", "main")
    try server.write("hooks/pre-receive", "#!/bin/sh\nexec git munge hook pre-receive\n", mode: 0o755)
    try tree.git("config", "core.compression", "1")
    try tree.sh(Self.large + "big.txt; git add big.txt")
    let line = "  not searched: the blob is over 512 MiB [partly-searched]"
    #expect(try tree.munge("verify", "--staged", status: 1...1).says(line))
    try tree.git("commit", "--quiet", "-m", "Large")
    #expect(try tree.munge("verify", "HEAD^..HEAD", status: 1...1).says(line))
    #expect(try tree.git("push", "--quiet", "\(server.top)", "main", status: 1...1).says(line))
    #expect(try tree.munge("verify").says("big.txt:\n  warning: not searched: "))
    try tree.sh(
      "git reset --quiet --hard HEAD^; echo 'big.txt -filter' >>.gitattributes; git commit --quiet --all -m Attribute")
    try tree.git("push", "--quiet", "\(server.top)", "main")
    try tree.sh(Self.large + "big.txt; git add big.txt; git commit --quiet -m Large")
    try tree.git("push", "--quiet", "\(server.top)", "main")
  }
}
