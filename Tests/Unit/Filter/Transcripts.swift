import TestSupport

/// Recorded sessions of clients of the protocol, byte for byte, and the expected responses.
///
/// The plan replaces `com.acme.app` by `dev.me.application`.
enum Transcripts {
  /// git 2.39: a checkout of two files and an empty one, then a clean in the same process.
  static let git = bytes(
    """
    0016git-filter-client
    000eversion=2
    00000015capability=clean
    0016capability=smudge
    0015capability=delay
    00000013command=smudge
    0016pathname=a/Info.x
    0018ref=refs/heads/main
    0035treeish=14195abc5ca95dc1ce33741f1fe18864aad17fb8
    0032blob=0d72fa83ad467aff81ecfbcd82369107e5157e8e
    00000018id = com.acme.app;
    .00000013command=smudge
    000fpathname=b
    0018ref=refs/heads/main
    0035treeish=14195abc5ca95dc1ce33741f1fe18864aad17fb8
    0032blob=64c5e5885a4b06010b3a0c20edb7900dd0311025
    00000007two00000013command=smudge
    0013pathname=empty
    0018ref=refs/heads/main
    0035treeish=14195abc5ca95dc1ce33741f1fe18864aad17fb8
    0032blob=e69de29bb2d1d6434b8b29ae775ad8c2e48c5391
    000000000012command=clean
    000fpathname=b
    0000001bid = dev.me.application0000
    """)

  static let gitAnswers = bytes(
    """
    0016git-filter-server
    000eversion=2
    00000015capability=clean
    0016capability=smudge
    00000013status=success
    0000001eid = dev.me.application;
    .000000000013status=success
    00000007two000000000013status=success
    0000000000000013status=success
    00000015id = com.acme.app00000000
    """)

  /// dulwich 1.2: lines without newlines, no delay, and a clean without a path.
  static let dulwich = bytes(
    """
    0015git-filter-client000dversion=20000\
    0014capability=clean0015capability=smudge0000\
    0011command=clean000dpathname=00000016dev.me.application0000\
    0012command=smudge000epathname=a00000010com.acme.app0000
    """)

  static let dulwichAnswers = bytes(
    """
    0016git-filter-server
    000eversion=2
    00000015capability=clean
    0016capability=smudge
    00000013status=success
    00000010com.acme.app000000000013status=success
    00000016dev.me.application00000000
    """)
}
