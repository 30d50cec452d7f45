# shellcheck shell=bash
# What the scripts share. Source it from the repository root.

say() {
    printf '==> %s\n' "$*"
}

fail() {
    printf '%s: %s\n' "$0" "$*" >&2
    exit 1
}

# bad_usage WHAT: for scripts that define usage.
bad_usage() {
    printf '%s: %s\n\n' "$0" "$1" >&2
    usage >&2
    exit 64
}

on_macos() {
    [ "$(uname -s)" = Darwin ]
}

has() {
    command -v "$1" >/dev/null 2>&1
}

need_git() {
    has git || fail "git is missing: install it from https://git-scm.com/downloads"
}

need_swift() {
    has swift || fail "swift is missing: install Swift 6.2 or later from https://www.swift.org/install/"
}

need_libgit2() {
    need_package 'pkg-config --exists libgit2' 'libgit2-dev pkg-config' 'libgit2 pkg-config'
}

# need_package PROBE DEBIAN BREW: install packages unless the command PROBE succeeds.
need_package() {
    probe "$1" && return
    say "not found by \`$1\`: installing"
    if has apt-get; then
        apt_install "$2"
    elif has brew; then
        # shellcheck disable=SC2086 # a list of packages
        brew install $3
    else
        fail "please install what Debian calls $2 and Homebrew $3"
    fi
    probe "$1" || fail "\`$1\` still fails after the installation"
}

probe() {
    (eval "$1") >/dev/null 2>&1
}

apt_install() {
    say "apt-get install $1"
    as_root apt-get update -qq
    # dpkg reports its progress whatever -qq says; errors go to stderr.
    # shellcheck disable=SC2086 # a list of packages
    as_root apt-get install -y -qq $1 >/dev/null
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        DEBIAN_FRONTEND=noninteractive "$@"
    elif has sudo; then
        # sudo drops the caller's environment.
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    else
        fail "this needs root: run '$*' as root, then try again"
    fi
}

# Every build says this: a target that imports what it does not declare must not pass anywhere.
swift_build() {
    swift build --explicit-target-dependency-import-check error "$@"
}

# Memory, where there is enough of it: a disk's own moods are larger than what is measured, and tests wait for it.
fast_directory() {
    if [ -w /dev/shm ] && [ "$(free_kilobytes /dev/shm)" -gt 1000000 ]; then
        echo /dev/shm
    else
        echo "${TMPDIR:-/tmp}"
    fi
}

free_kilobytes() {
    df -Pk "$1" | awk 'NR == 2 { print $4 }'
}

# Git starts the filter for almost every command, and a static binary starts twice as fast. It has a
# scratch path of its own, as the flags would otherwise rebuild everything else.
build_filter() {
    say "building git-munge-filter (release)"
    set -- -c release --product git-munge-filter --scratch-path .build/static
    # macOS has no static libc to link.
    on_macos || set -- "$@" -Xswiftc -static-executable
    swift_build "$@"
}

build_munge() {
    say "building git-munge (release)"
    set -- -c release --product git-munge
    on_macos || set -- "$@" --static-swift-stdlib
    swift_build "$@"
}

# build_release DIR: both programs in one directory, since git-munge finds the filter beside itself.
build_release() {
    build_filter
    build_munge
    mkdir -p "$1"
    cp .build/static/release/git-munge-filter .build/release/git-munge "$1"
}

# isolate_git DIR: from here on git and git-munge see no configuration but what they find in DIR.
# Not to be called before a build: fetching dependencies may depend on the system's configuration.
isolate_git() {
    # shellcheck disable=SC2046 # one word for each variable
    unset $(git rev-parse --local-env-vars) GIT_MUNGE_SKIP_SMUDGE
    mkdir -p "$1"
    : >"$1/.gitconfig"
    export HOME="$1" XDG_CONFIG_HOME="$1/.config" GIT_CONFIG_GLOBAL="$1/.gitconfig" GIT_CONFIG_NOSYSTEM=1
    export GIT_TERMINAL_PROMPT=0 GIT_PAGER=cat
}
