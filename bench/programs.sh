# shellcheck shell=bash
# The programs that are measured and those that measure.

set_up_programs() {
    need_git
    need_package 'command -v cc' 'gcc libc6-dev' gcc
    for program in startup passthrough paired feed; do
        cc -O2 -o "$programs/$program" "bench/$program.c" -lm
    done
    write_sed_script smudge 's/com.example.the-app/com.example.dev-bnr/'
    write_sed_script clean 's/com.example.dev-bnr/com.example.the-app/'
    if [ -z "$bin" ]; then
        bin=$programs/built
        need_tools_to_build
        build_release "$bin"
    fi
    ln -s "$bin" "$programs/new"
    versions=new
    [ -z "$compared" ] || set_up_compared
}

write_sed_script() {
    printf '#!/bin/sh\nsed -e "%s"\n' "$2" >"$programs/$1"
    chmod +x "$programs/$1"
}

need_tools_to_build() {
    need_swift
}

set_up_compared() {
    versions='new old'
    local commit kept
    if kept=$(cd "$caller" && cd "$compared" 2>/dev/null && pwd); then
        compared=$(basename "$compared")
    else
        commit=$(git rev-parse --verify --quiet --end-of-options "$compared^{commit}") ||
            fail "--compare: '$compared' is neither a commit nor a directory"
        kept=$root/.build/bench/$commit
        [ -x "$kept/git-munge" ] || build_commit "$commit" "$kept"
    fi
    ln -s "$kept" "$programs/old"
}

# build_commit COMMIT DIR: build the programs of a commit in a temporary working tree. The compiler's own files are kept for
# the next commit; they hold paths, so the working tree is always at the same one.
build_commit() {
    local scratch=$root/.build/bench/scratch
    need_tools_to_build
    mkdir -p "$scratch"
    git worktree prune
    git worktree add --quiet --force --detach "$root/.build/bench/source" "$1"
    (
        cd "$root/.build/bench/source"
        ln -s "$scratch" .build
        build_release "$programs/of-commit"
    )
    git worktree remove --force "$root/.build/bench/source"
    mkdir -p "$2"
    cp "$programs/of-commit/git-munge-filter" "$programs/of-commit/git-munge" "$2"
}
