# Formula of a tap. scripts/release sets the tag; the release workflow adds the checksums of the bottles.
class GitMunge < Formula
  desc "Git filter that keeps build identifiers stable in a repository"
  homepage "https://github.com/OWNER/git-munge"
  url "https://github.com/OWNER/git-munge.git", tag: "v0.1.0"
  license "MIT"
  head "https://github.com/OWNER/git-munge.git", branch: "main"

  depends_on xcode: ["26.0", :build]
  depends_on macos: :sequoia
  uses_from_macos "swift" => :build, since: :tahoe

  def install
    %w[git-munge git-munge-filter].each do |program|
      # Homebrew builds in a sandbox of its own.
      system "swift", "build", "--disable-sandbox", "--configuration", "release", "--product", program
      bin.install ".build/release/#{program}"
    end
    man1.install Dir["man/*.1"]
    places = { bash: bash_completion/"git-munge", zsh: zsh_completion/"_git-munge", fish: fish_completion/"git-munge.fish" }
    places.each { |shell, file| file.write Utils.safe_popen_read("scripts/completion", bin/"git-munge", shell.to_s) }
  end

  test do
    system "git", "init", "--quiet"
    (testpath/".gitattributes").write "App.xcconfig filter=munge\n"
    (testpath/".gitmunge").write <<~RULES
      [rule "app"]
      \tcanonical = com.example.app
      \tlocal = com.example.${handle}.app
      [variable "handle"]
      \tkind = label
    RULES
    (testpath/"App.xcconfig").write "ID = com.example.app\n"
    system "git", "add", "."
    system "git", "-c", "user.name=Anna", "-c", "user.email=anna@example.com", "commit", "--quiet", "--message", "Add files"
    system "git", "munge", "install", "--yes", "handle=anna"
    assert_equal "ID = com.example.anna.app\n", (testpath/"App.xcconfig").read
    assert_empty shell_output("git status --porcelain")
  end
end
