# shellcheck shell=bash
# Rows: what the hooks add to commands of git, in a project with one munged file.

row_hooks() {
    need_hook_trees
    local edit='echo "$RANDOM" >>src/000/00/File1.swift; git add src'
    compare_hooks "A commit of one line" "$edit" 'git commit -qm Line'
    compare_hooks "git commit --amend" '' 'git commit -q --amend --no-edit'
    compare_hooks "A checkout of a branch" 'git checkout -q main' 'git checkout -q upstream'
    compare_hooks "A push of 1 commit" 'git push -q --no-verify -f origin end~1:main' 'git push -q origin end:main'
    compare_hooks "A push of 100 commits" 'git push -q --no-verify -f origin main:main' 'git push -q origin end:main'
    compare_hooks "A rebase of 50 commits" 'git checkout -q -B work end~50' 'git rebase -q --onto upstream main'
}

# compare_hooks TITLE PREPARATION COMMAND
compare_hooks() {
    add "without git-munge" "cd hooks.none; $2" "cd hooks.none; $3"
    add_versions "with hooks" "cd hooks.@; $2" "cd hooks.@; $3"
    measure "$1" "${limits[@]}" -a "without git-munge"
}

need_hook_trees() {
    note "making $files files, one of them munged, and a clone for each version"
    git config --global user.name Bench
    git config --global user.email bench@example.com
    git init -q --bare -b main hooks
    awk -v files="$files" -v munged=1 -v rules="$root/bench/rules.gitmunge" \
        -f "$root/bench/fast-import.awk" -f "$root/bench/large-tree.awk" | git -C hooks fast-import --quiet
    local version number
    for version in none $versions; do
        cp -R hooks "hooks.$version.git"
        git clone -q "hooks.$version.git" "hooks.$version"
        [ "$version" = none ] || install_munge "$version" "hooks.$version"
        (
            cd "hooks.$version"
            git checkout -q -b upstream
            git commit -q --allow-empty -m Upstream
            git checkout -q -b topic main
            for number in $(seq 100); do
                echo "$number" >>src/000/00/File2.swift
                git commit -qam "$number" --no-verify
            done
            git tag end
        )
    done
}
