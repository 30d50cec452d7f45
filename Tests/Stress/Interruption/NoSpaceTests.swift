// A full disk: at whatever point a command detects it, every file is complete, and the next command resumes.

import StorySupport

@Suite struct NoSpaceTests {
  /// Whether an unprivileged user can mount a small file system in a namespace of its own.
  private static let hasSmallDisk: Bool = {
    let words = ["unshare", "-rm", "sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"].map(bytes)
    return (try? Subprocess.run(words, environment: Environment.entries(changing: [])))?.isSuccess == true
  }()

  /// Copies the clone to a file system with this many KiB free, runs a command there, frees space, and reads the
  /// result.
  private static let script = """
    clone=$PWD; mount -t tmpfs -o size=2m tmpfs /mnt || exit 9
    for free in 0 4 8 12 16 20 24 28 32 36 40 48 56 64 80 200; do
      rm -rf /mnt/clone; cp -a "$clone" /mnt/clone; cd /mnt/clone
      space=$(df -k --output=avail /mnt | tail -n 1)
      dd if=/dev/zero of=/mnt/filling bs=1k count=$((space - free)) 2>/dev/null
      git munge set handle=somebody >/dev/null 2>"$clone/../errors"; status=$?
      whole=$(tail -q -n +2 ?.txt | sort | uniq -c | wc -l)
      rm /mnt/filling
      git munge >/dev/null 2>&1
      echo "$status|$whole|$(head -q -n 1 ?.txt | sort | uniq -c | tr -s ' \\n' '  ')|$(git status --porcelain)|$(ls .git/munge | tr '\\n' ' ')|$(tr '\\n' ' ' <"$clone/../errors")"
    done
    """

  @Test(.enabled(if: hasSmallDisk, "a small disk cannot be mounted here (unshare -rm)"))
  func `every file is complete, the cause is reported, and the next command resumes`() throws {
    let filling = (1...3000).map { "line \($0)\n" }.joined()
    let workshop = try Workshop(
      attributes: "*.txt filter=munge\n",
      files: Dictionary(uniqueKeysWithValues: ["a", "b", "c", "d"].map { ("\($0).txt", "\(canonical)\n" + filling) }))
    let tree = try workshop.munged()
    try tree.write("c.txt", "\(local)\n" + filling + "edited\n")
    let lines = try tree.run(["unshare", "-rm", "sh", "-c", Self.script]).output.split(separator: "\n")
    let states = lines.map { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
    for state in states {
      #expect(["0", "2"].contains(state[0]), "\(state)")
      #expect(state[1] == "3001", "every line is complete: \(state)")
      #expect([" 4 com.blah.user-somebody ", " 4 com.blah.user-bnr "].contains(state[2]), "all or none: \(state)")
      #expect(state[3] == " M c.txt", "\(state)")
      #expect(state[4] == "attributes plan trusted ", "\(state)")
      if state[0] == "2" {
        // git does not say why it cannot write its configuration.
        let causes = ["No space left on device", "failed to write new configuration file"]
        #expect(causes.contains(where: state[5].contains), "\(state)")
        #expect(state[5].contains("no file was changed") || state[5].contains("run `git munge` to resume"), "\(state)")
      }
    }
    #expect(Set(states.map { $0[0] }) == ["0", "2"], "the disk is full in some rounds only")
  }
}
