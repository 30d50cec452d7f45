# shellcheck shell=bash
# Functions of the scripts. Source this file from the top of the repository.

say() {
    printf '==> %s\n' "$*"
}

fail() {
    printf '%s: %s\n' "$0" "$*" >&2
    exit 1
}

# bad_usage WHAT: print WHAT and the usage, which the script defines as usage().
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
    has git || fail "git not found: install it from https://git-scm.com/downloads"
}

need_swift() {
    has swift || fail "swift not found: install Swift 6.2 or later from https://www.swift.org/install/"
}

# need_package PROBE DEBIAN BREW: if the command PROBE fails, install the packages with apt-get or brew.
need_package() {
    probe "$1" && return
    say "\`$1\` failed: installing"
    if has apt-get; then
        apt_install "$2"
    elif has brew; then
        # shellcheck disable=SC2086 # a list of packages
        brew install $3
    else
        fail "neither apt-get nor brew found: install the packages that Debian calls '$2' and Homebrew '$3'"
    fi
    probe "$1" || fail "\`$1\` fails after the installation, too"
}

probe() {
    (eval "$1") >/dev/null 2>&1
}

apt_install() {
    say "apt-get install $1"
    as_root apt-get update -qq
    # dpkg prints its progress in spite of -qq; errors go to stderr.
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
        fail "not root, and sudo not found: run '$*' as root, then run this script again"
    fi
}

# All builds check that a target declares the modules that it imports.
swift_build() {
    swift build --explicit-target-dependency-import-check error "$@"
}

# Check that the layout is that of `swift format`, with .swift-format. Each version of it can have another one.
check_layout() {
    local version=6.3
    case $(swift format --version) in
    "$version" | "$version".*) ;;
    *)
        say "not checked: the layout (needs the swift-format of Swift $version)"
        return
        ;;
    esac
    say "checking the layout of the sources"
    swift format lint --strict --parallel --recursive Package.swift Sources Tests ||
        fail "run \`swift format --in-place --recursive Package.swift Sources Tests\`"
}

# A directory in memory if it has 1 GB free, else TMPDIR: measurements and tests do not wait for a disk there.
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

# build_static PROGRAM: build a program that loads no shared library, and so starts twice as fast. The scratch path is separate
# because other flags rebuild everything.
build_static() {
    say "building $1 (release, static)"
    set -- -c release --product "$1" --scratch-path .build/static
    # macOS has no static libc to link.
    on_macos || set -- "$@" -Xswiftc -static-executable
    swift_build "$@"
}

# build_release DIR: put both programs into DIR. git-munge looks for the filter in its own directory.
build_release() {
    build_static git-munge-filter
    build_static git-munge
    mkdir -p "$1"
    cp .build/static/release/git-munge-filter .build/static/release/git-munge "$1"
}

# place MODE FILE DIR [NAME]: copy FILE to DIR and rename it, so that git, which can start the program at any time, finds the
# old one or the new one, and never a part.
place() {
    local name temporary
    name=${4-$(basename "$2")}
    temporary="$3/.$name.$$"
    cp "$2" "$temporary"
    chmod "$1" "$temporary"
    mv -f "$temporary" "$3/$name"
    echo "    $3/$name"
}

# install_files BUILT PREFIX: install the programs in BUILT, the manual pages and the completions to PREFIX.
install_files() {
    local page share=$2/share
    mkdir -p "$2/bin" "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/site-functions" \
        "$share/fish/vendor_completions.d"
    place 755 "$1/git-munge-filter" "$2/bin"
    place 755 "$1/git-munge" "$2/bin"
    for page in man/*.1; do
        place 644 "$page" "$share/man/man1"
    done
    place_completion bash "$1" "$share/bash-completion/completions/git-munge"
    place_completion zsh "$1" "$share/zsh/site-functions/_git-munge"
    place_completion fish "$1" "$share/fish/vendor_completions.d/git-munge.fish"
}

# place_completion SHELL BUILT FILE
place_completion() {
    scripts/completion "$2/git-munge" "$1" >"$2/completion"
    place 644 "$2/completion" "$(dirname "$3")" "$(basename "$3")"
    rm "$2/completion"
}

# The version of these sources.
current_version() {
    sed -n 's/.*current = "\(.*\)".*/\1/p' Sources/Smudge/Process/Version.swift
}

# sha256 [FILE...]: print checksums, as in SHA256SUMS.
sha256() {
    if has sha256sum; then sha256sum "$@"; else shasum -a 256 "$@"; fi
}

# write_checksums DIR: write SHA256SUMS of the other files in DIR.
write_checksums() (
    cd "$1" || exit
    rm -f SHA256SUMS
    sums=$(sha256 -- *)
    printf '%s\n' "$sums" >SHA256SUMS
)

# make_fred ROOT REPOSITORY: make a bare repository with the example project in ROOT, a copy of these sources, and its rules.
make_fred() {
    local files
    files=$(mktemp -d)
    cp -R "$1/Examples/Fred/." "$1/.gitmunge" "$files"
    printf '* filter=munge\n*.md -filter\n' >"$files/.gitattributes"
    git -C "$files" init -q -b main
    git -C "$files" add .
    git -C "$files" commit -q -m "Add Fred"
    git clone -q --bare "$files" "$2"
    rm -rf "$files"
}

# isolate_git DIR: from now on, git and git-munge read no configuration outside DIR. Call it after the build, which can
# need the system's configuration to fetch dependencies.
isolate_git() {
    # shellcheck disable=SC2046 # one argument per variable
    unset $(git rev-parse --local-env-vars) GIT_MUNGE_SKIP_SMUDGE
    mkdir -p "$1"
    : >"$1/.gitconfig"
    export HOME="$1" XDG_CONFIG_HOME="$1/.config" GIT_CONFIG_GLOBAL="$1/.gitconfig" GIT_CONFIG_NOSYSTEM=1
    export GIT_TERMINAL_PROMPT=0 GIT_PAGER=cat
}
