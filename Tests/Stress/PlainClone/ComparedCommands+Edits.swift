// The compared commands: those on edited files, and those that only read.

import StorySupport

extension ComparedCommands {
  private static let mail = "git format-patch --quiet -o .git/mail topic~2..topic; "
  private static let clashing = "git format-patch --quiet -o .git/mail clash~1..clash; "

  static let patch: [ComparedCommand] = [
    .init("git am .git/mail/*", after: mail),
    .init("git am --3way .git/mail/*", after: mail + "edit app.txt; git commit --quiet --all -m Mine", status: 128),
    .init("git am --3way .git/mail/*", after: clashing, status: 128),
    .init("git am --abort", after: clashing + "fails git am --3way .git/mail/*"),
    .init("git am --continue", after: clashing + "fails git am -3 .git/mail/*; echo both $ID >app.txt; git add ."),
    .init("git apply --index .git/mail/*", after: mail),
    .init("git apply .git/mail/*", after: mail),
    .init("git apply --check .git/mail/*", after: mail),
    .init("git apply --cached .git/mail/*", after: mail),
    .init("git apply --3way .git/mail/*", after: mail),
    .init("git apply --3way .git/mail/*", after: clashing, status: 1),
    .init("git apply --reverse .git/p", after: "edit app.txt other.txt; git diff >.git/p"),
    .init(
      "git apply .git/p",
      after: "edit app.txt new; git add .; git diff --cached --binary >.git/p; git reset --quiet --hard"),
  ]

  static let stash: [ComparedCommand] = [
    .init("git stash", after: "edit app.txt; git add app.txt; edit app.txt other.txt"),
    .init("git stash push --include-untracked", after: "edit app.txt new sub/newer"),
    .init("git stash push --all", after: "echo ignored >.git/info/exclude; edit app.txt ignored"),
    .init("git stash push --staged", after: "edit app.txt; git add app.txt; edit other.txt"),
    .init("printf 'y\\nn\\n' | git stash push --patch", after: "hunks"),
    .init("git stash store -m Made $(git stash create)", after: "edit app.txt"),
    .init("git stash pop", after: "edit app.txt other.txt; git stash --quiet"),
    .init("git stash pop", after: "edit app.txt; git stash --quiet; git checkout --quiet ahead", status: 1),
    .init("git stash pop", after: "edit other.txt; git stash --quiet; edit sub/win.txt"),
    .init("git stash pop --index", after: "edit app.txt; git add app.txt; edit app.txt; git stash --quiet"),
    .init("git stash pop", after: "edit app.txt new sub/newer; git stash --quiet --include-untracked"),
    .init("git stash apply", after: "edit app.txt; git stash --quiet"),
    .init(
      "git -c merge.renormalize=true stash apply",
      after: "edit app.txt; git stash --quiet; git merge --quiet --no-edit moved"),
    .init(
      "git stash apply", after: "edit app.txt; git stash --quiet --keep-index; git checkout --quiet topic", status: 1),
    .init("git stash branch new", after: "edit app.txt; git stash --quiet; git checkout --quiet topic"),
    .init(
      "git stash show --patch --include-untracked", after: "edit app.txt new; git stash --quiet --include-untracked"),
  ]

  static let record: [ComparedCommand] = [
    .init("git add app.txt", after: "edit app.txt other.txt"),
    .init("git add --all", after: "edit app.txt new sub/newer; rm other.txt"),
    .init("git add --update", after: "edit app.txt new; rm other.txt"),
    .init("git add --renormalize .", after: "edit app.txt new"),
    .init("git add --intent-to-add new", after: "edit new"),
    .init("git add --chmod=+x app.txt", after: "edit app.txt"),
    .init("git add app.txt", after: "chmod +x app.txt"),
    .init(
      "GIT_INDEX_FILE=$PWD/.git/other git add --all; GIT_INDEX_FILE=$PWD/.git/other git write-tree",
      after: "edit app.txt new"),
    .init("git add --edit app.txt", after: "edit app.txt"),
    .init("printf 'y\\nn\\n' | git add --patch", after: "hunks"),
    .init("printf 's\\ny\\nn\\n' | git add --patch", after: "replace \"s/line 1[02]/& $ID/\" app.txt"),
    .init("printf 'y\\n' | git add --patch", after: "edit new; git add --intent-to-add new"),
    .init("git add app.txt", after: "fails git merge clash; edit app.txt"),
    .init("git commit --quiet --all -m All", after: "edit app.txt new; rm other.txt"),
    .init("git commit --quiet -m Path app.txt", after: "edit app.txt other.txt; git add other.txt"),
    .init("git commit --all --verbose -m All", after: "edit app.txt"),
    .init("git commit --quiet --amend --no-edit", after: "edit app.txt; git add app.txt; edit app.txt"),
    .init("git commit --quiet --amend --no-edit app.txt", after: "edit app.txt other.txt"),
    .init("printf 'y\\nn\\n' | git commit --quiet --patch -m Hunk", after: "hunks"),
    .init("git update-index app.txt", after: "edit app.txt"),
    .init("git update-index --refresh", after: "touch app.txt"),
    .init("git update-index --refresh", after: "edit app.txt", status: 1),
    .init("git update-index --really-refresh", after: "git update-index --assume-unchanged app.txt; touch app.txt"),
  ]

  private static let edits = "edit app.txt; git add app.txt; edit app.txt other.txt new; rm sub/win.txt; touch run.sh"

  static let look: [ComparedCommand] =
    [
      "git status", "git status --short --branch --ignored", "git status -v -v", "git status --porcelain=v2",
      "git status --untracked-files=no", "git diff", "git diff HEAD", "git diff topic", "git diff topic -- app.txt",
      "git diff --stat --summary", "git diff --numstat HEAD", "git diff --word-diff", "git diff --raw", "git diff -R",
      "git diff --binary --full-index", "git diff --name-status HEAD", "git diff --ignore-all-space",
      "git diff -S mine",
      "git diff --cached", "git diff --cached topic", "git diff main topic", "git diff topic...",
      "git log --patch --all", "git log -S three --oneline", "git log -L 1,3:app.txt", "git show", "git show :app.txt",
      "git show HEAD:app.txt", "git range-diff main~1 main topic", "git format-patch --stdout topic",
      "git diff-files", "git diff-files --patch", "git diff-index HEAD", "git diff-index --patch HEAD",
      "git diff-index --cached HEAD", "git diff-tree --patch HEAD", "git describe --always --dirty",
      "git ls-files --modified",
      "git ls-files --others --deleted", "git ls-files --eol", "git blame -s app.txt",
      "git blame -s HEAD app.txt", "git blame -s -L 20,22 app.txt", "git blame -s --contents other.txt app.txt",
      "git hash-object app.txt", "git hash-object -w app.txt", "git hash-object --path=app.txt --stdin <app.txt",
      "echo app.txt | git hash-object --stdin-paths", "git cat-file --textconv HEAD:app.txt", "git write-tree",
      "git fast-export --all", "git grep --cached -n -e com.blah.user-thing",
      "git grep -n -e com.blah.user-thing topic",
    ].map { .init($0, after: edits) } + [
      .init("git diff --quiet", after: edits, status: 1),
      .init("git diff --check", after: "echo \"blank $ID \" >>app.txt", status: 2),
      .init("git diff-index --quiet HEAD", after: "touch app.txt; git update-index -q --refresh"),
      .init("git diff", after: "fails git merge clash"),
      .init("git diff --cc", after: "fails git merge clash; edit app.txt"),
      // git cleans the files that it compares, also without a repository.
      .init("git diff --no-index app.txt other.txt", after: edits, status: 1),
      .init("git diff --no-index ../one ../two", after: "echo 1 $ID >../one; echo 2 $ID >../two", status: 1),
    ]

  /// Commands that pass files on disk to other programs, which see local ids.
  static let smudging: [ComparedCommand] = [
    .init("git archive HEAD | tar -xf - -C ../out", after: "mkdir ../out; edit app.txt"),
    .init("git archive --worktree-attributes HEAD^{tree} | tar -xf - -C ../out", after: "mkdir ../out"),
    .init("git cat-file --filters HEAD:app.txt", output: .smudged),
    .init("git cat-file --filters --path=app.txt topic:topic.txt", output: .smudged),
    .init("git difftool --no-prompt --extcmd=cat", after: "edit app.txt", output: .smudged),
    .init(
      #"git -c difftool.x.cmd='grep -rhF topic "$LOCAL" "$REMOTE"' difftool --dir-diff --tool=x HEAD topic -- sub"#,
      output: .smudged),
    .init("GIT_EXTERNAL_DIFF='f() { cat $2 $5; }; f' git diff --ext-diff", after: "edit app.txt", output: .smudged),
    .init("git grep -n -w -F -e $ID -- '*.txt'", after: "edit app.txt", output: .smudged),
  ]

  static let upkeep: [ComparedCommand] = [
    .init("git gc --quiet --prune=now", after: "edit app.txt; git add .; git stash --quiet; git stash drop --quiet"),
    .init("git repack -a -d --quiet", after: "edit app.txt; git add app.txt"),
    .init("git fsck --strict", after: "edit app.txt; git commit --quiet --all -m Mine"),
    .init("git rm app.txt", after: "edit app.txt", status: 1),
    .init("git rm --cached app.txt", after: "edit app.txt"),
    .init("git mv app.txt plain2.txt", after: "edit app.txt"),
    .init("git mv sub folder; git add --all", after: "edit sub/win.txt"),
    .init("git clean -f -d", after: "edit app.txt new; mkdir folder; edit folder/new"),
    .init("git notes add -m Note; git notes show"),
    .init("git tag -m Tag one; git push --quiet ../bare.git main one", after: "git init --quiet --bare ../bare.git"),
    .init("git bundle create --quiet ../all.bundle --all; git bundle verify --quiet ../all.bundle; rm ../all.bundle"),
  ]
}
