// The compared commands: those that move between commits.

import StorySupport

/// Tables of command lines.
enum ComparedCommands {
  static let all = [
    checkout, reset, plumbing, merge, mergeOneFile, replay, patch, stash, record, look, smudging, upkeep,
  ].flatMap { $0 }

  private static let checkout: [ComparedCommand] = [
    .init("git clone --quiet --branch topic . ../other", outside: .same),
    .init("git worktree add ../linked topic"),
    .init(
      "git worktree remove --force ../linked", after: "git worktree add --quiet ../linked topic; edit ../linked/app.txt"
    ),
    .init("git checkout topic"),
    .init("git checkout topic", after: "edit sub/win.txt new"),
    .init("git checkout topic", after: "edit app.txt", status: 1),
    .init("git checkout --force topic", after: "edit app.txt; rm other.txt"),
    .init("git checkout --merge topic", after: "replace 's/^line 9$/line 9 '$ID/ app.txt"),
    .init("git checkout --merge clash", after: "replace 's/^id = .*/id = '$ID.mine/ app.txt"),
    .init("git switch -", after: "git switch --quiet topic; edit sub/win.txt"),
    .init("git switch --discard-changes topic", after: "edit app.txt; git add app.txt; edit app.txt"),
    .init("git checkout --orphan empty"),
    .init("git -c checkout.workers=2 -c checkout.thresholdForParallelism=1 checkout topic"),
    .init("git -c core.autocrlf=true checkout topic"),
    .init("mkdir ../out; git --git-dir=.git --work-tree=../out checkout topic -- .", after: "edit app.txt"),
    .init("cd sub; git checkout -- .", after: "edit app.txt sub/win.txt; rm sub/deep.txt"),
    .init("git checkout topic -- .", after: "edit app.txt"),
    .init("git checkout -- app.txt", after: "edit app.txt other.txt"),
    .init("git checkout -- .", after: "edit app.txt; git add app.txt; edit app.txt; rm other.txt"),
    .init("printf 'y\\nn\\n' | git checkout --patch", after: "hunks"),
    .init("git restore --source=topic --staged app.txt"),
    .init("git restore --source=topic --staged --worktree :/", after: "edit app.txt"),
    .init("git restore .", after: "rm app.txt sub/win.txt; edit other.txt"),
    .init("printf 'n\\ny\\n' | git restore --patch", after: "hunks"),
    .init("git checkout --theirs app.txt", after: "fails git merge clash"),
    .init("git checkout --merge app.txt", after: "fails git merge clash; edit app.txt"),
    .init("git checkout --conflict=diff3 app.txt", after: "fails git merge clash; edit app.txt"),
    .init("git restore --merge app.txt", after: "fails git merge clash; echo $ID >app.txt; git add app.txt"),
    .init("git bisect run sh -c '! grep -q three other.txt'", after: "git bisect start HEAD HEAD~3"),
    .init("git bisect reset", after: "git bisect start topic HEAD~3"),
  ]

  private static let reset: [ComparedCommand] = [
    .init("git reset --hard topic"),
    .init("git reset --hard", after: "edit app.txt; git add app.txt; edit app.txt; rm other.txt"),
    .init("git reset --hard", after: "fails git merge clash"),
    .init("git reset --keep topic", after: "edit sub/win.txt"),
    .init("git reset --keep topic", after: "edit app.txt", status: 128),
    .init("git reset --merge", after: "edit sub/win.txt; fails git merge clash"),
    .init("git reset --merge topic", after: "edit app.txt; git add app.txt"),
    .init("git reset --mixed", after: "edit app.txt new; git add app.txt new; edit other.txt"),
    .init("git reset --intent-to-add topic"),
    .init("git reset -- app.txt", after: "edit app.txt other.txt; git add ."),
    .init("printf 'y\\nn\\n' | git reset --patch", after: "hunks; git add app.txt"),
  ]

  private static let plumbing: [ComparedCommand] = [
    .init("git checkout-index --force app.txt", after: "edit app.txt"),
    .init("git checkout-index --all --force --index", after: "edit app.txt; rm other.txt"),
    .init("git checkout-index --temp -- app.txt >.git/t; read name path <.git/t; mv $name ../out"),
    .init("git checkout-index --all --prefix=../out/", after: "edit app.txt; git add app.txt; edit app.txt"),
    .init("git checkout-index --stage=3 --force app.txt", after: "fails git merge clash"),
    .init("git read-tree -u -m HEAD topic", after: "edit sub/win.txt"),
    .init("git read-tree -u --reset topic", after: "edit app.txt"),
    .init("git sparse-checkout set --no-cone /app.txt", after: "edit app.txt"),
    .init("git sparse-checkout add sub", after: "git sparse-checkout set nothing"),
    .init("git sparse-checkout reapply", after: "git sparse-checkout set sub; git checkout --quiet topic"),
    .init("git sparse-checkout disable", after: "git sparse-checkout set nothing; git merge --quiet ahead"),
    .init("git checkout topic", after: "git sparse-checkout set --sparse-index sub"),
  ]

  private static let merge: [ComparedCommand] = [
    .init("git merge --no-edit topic", after: "edit sub/win.txt"),
    .init("git merge --no-edit topic", after: "edit app.txt", status: 2),
    .init("git merge --no-edit moved"),
    .init("git merge clash", status: 1),
    .init("git merge --no-edit --strategy-option=theirs clash"),
    .init("git -c merge.conflictStyle=zdiff3 merge clash", status: 1),
    .init("git -c merge.renormalize=true merge --no-edit moved"),
    .init("git -c merge.renormalize=true merge clash", status: 1),
    .init("git merge --no-edit --strategy-option=renormalize topic", after: "edit sub/win.txt"),
    .init("git -C ../linked merge --no-edit main", after: "git worktree add --quiet ../linked topic"),
    .init("git merge --ff-only ahead", after: "edit other.txt"),
    .init("git merge --ff-only ahead", after: "edit app.txt", status: 1),
    .init("git merge --autostash --ff-only ahead", after: "replace 's/^line 9$/line 9 '$ID/ app.txt"),
    .init("git merge --no-ff --no-edit ahead"),
    .init("git merge --squash topic"),
    .init("git merge --abort", after: "edit sub/win.txt; fails git merge clash; edit app.txt"),
    .init("git merge --continue", after: "fails git merge clash; echo both $ID >app.txt; git add app.txt"),
    .init("git commit --all -m Merge", after: "fails git merge clash; echo both $ID >app.txt"),
    .init(
      "git merge clash",
      after: """
        git config rerere.enabled true; fails git merge clash; echo both $ID >app.txt
        git commit --quiet --all -m Merge; git reset --quiet --hard HEAD^
        """, status: 1),
    .init(
      #"git -c mergetool.x.cmd='cat "$BASE" "$LOCAL" "$REMOTE" >"$MERGED"' -c mergetool.x.trustExitCode=true mergetool -y -t x"#,
      after: "fails git merge clash"),
    .init("git merge-tree --write-tree main clash", status: 1),
    .init("git pull --quiet --no-rebase --no-edit origin topic"),
    .init("git pull --quiet --rebase origin topic"),
    .init("git pull --quiet --rebase --autostash origin topic", after: "edit sub/win.txt"),
  ]

  /// `git merge-one-file` writes merged files without a filter.
  private static let mergeOneFile: [ComparedCommand] = [
    .init("git merge --no-edit --strategy=resolve topic", unfiltered: ["app.txt"]),
    .init(
      "git merge --no-edit topic side",
      after:
        "git checkout --quiet -b side HEAD~1; edit sub/win.txt; git commit --quiet --all -m Side; git checkout --quiet main",
      unfiltered: ["app.txt"]),
    .init(
      "git read-tree -u -m $(git merge-base HEAD topic) HEAD topic; git merge-index git-merge-one-file -a",
      unfiltered: ["app.txt"]),
  ]

  private static let replay: [ComparedCommand] = [
    .init("git cherry-pick topic~1 topic"),
    .init("git cherry-pick clash", status: 1),
    .init("git cherry-pick --abort", after: "fails git cherry-pick clash"),
    .init("git cherry-pick --continue", after: "fails git cherry-pick clash topic; echo $ID >app.txt; git add ."),
    .init("git cherry-pick topic", after: "edit sub/win.txt"),
    .init("git -c merge.renormalize=true cherry-pick topic~1 topic"),
    .init("git revert --no-edit HEAD~1..HEAD", after: "edit sub/win.txt"),
    .init("git revert --no-commit HEAD~2"),
    .init("git revert --no-edit --mainline 1 HEAD", after: "git merge --quiet --no-edit topic"),
    .init(
      "git revert --no-edit HEAD~2", after: "replace 's/^id = .*/id = '$ID.now/ app.txt; git commit -aqm Now", status: 1
    ),
    .init("git rebase --merge topic"),
    .init("git -c merge.renormalize=true rebase --merge topic"),
    .init("git rebase --apply topic"),
    .init("git rebase --merge clash", status: 1),
    .init("git rebase --apply clash", status: 1),
    .init("git rebase --abort", after: "fails git rebase --merge clash; edit app.txt"),
    .init("git rebase --abort", after: "fails git rebase --apply clash; edit app.txt"),
    .init("git rebase --continue", after: "fails git rebase --merge clash; echo both $ID >app.txt; git add ."),
    .init("git rebase --continue", after: "fails git rebase --apply clash; echo both $ID >app.txt; git add ."),
    .init("git rebase --autostash topic", after: "edit sub/win.txt"),
    .init("git rebase topic", after: "edit sub/win.txt", status: 1),
    .init("git rebase --rebase-merges --no-ff HEAD~2", after: "git merge --quiet --no-edit topic"),
    .init("GIT_SEQUENCE_EDITOR=$todo TODO='s/^pick/edit/' git rebase --interactive HEAD~2"),
    .init("GIT_SEQUENCE_EDITOR=$todo TODO='2s/^pick/squash/' git rebase --interactive HEAD~3"),
    .init("GIT_SEQUENCE_EDITOR=$todo TODO='1!G;h;$!d' git rebase --interactive HEAD~2"),
    .init(
      "git commit --quiet --all --amend --no-edit; git rebase --continue",
      after: "GIT_SEQUENCE_EDITOR=$todo TODO='1s/^pick/edit/' git rebase --interactive HEAD~2; edit other.txt"),
    .init(
      "git rebase --interactive --autosquash HEAD~3", after: "edit sub/win.txt; git commit --quiet --all --fixup HEAD~1"
    ),
    .init(
      """
      export FILTER_BRANCH_SQUELCH_WARNING=1
      git filter-branch --tree-filter "echo mine $ID >>other.txt" HEAD~2..HEAD >../out 2>&1; rm ../out
      """),
  ]
}
