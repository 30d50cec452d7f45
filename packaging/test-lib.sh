# shellcheck shell=bash
# Functions of the tests of packages, which run in a bare Debian root.
source scripts/lib.sh

canonical=com.example.app
project=Fred.xcodeproj/project.pbxproj

# claim SENTENCE COMMAND...: run COMMAND, and fail if it fails.
claim() {
    local sentence=$1
    shift
    if "$@" >"$claim_output" 2>&1; then
        printf '  ✓ %s\n' "$sentence"
        return
    fi
    printf '  ✗ %s\n' "$sentence" >&2
    sed 's/^/      /' "$claim_output" >&2
    exit 1
}
claim_output=$(mktemp)

fails() {
    ! "$@"
}

# make_upstream REPOSITORY: a bare repository with the example project and its rules.
make_upstream() {
    git config --global user.name Anna
    git config --global user.email anna@example.com
    make_fred . "$1"
}

# edit_and_commit MESSAGE: in the current clone, change a line next to a local identifier, and commit it.
edit_and_commit() {
    sed -i "s/^\(.*PRODUCT_BUNDLE_IDENTIFIER = .*\)/\1\n\t\t\t\tFRED = $(printf %q "$1");/" $project
    git commit -q -a -m "$1"
}

is_unmodified() {
    [ -z "$(git status --porcelain)" ]
}

shows_local() {
    grep -qF "com.example.dev-$1" $project && ! grep -qF "$canonical;" $project
}

commits_are_canonical() {
    git grep -qF "$canonical" HEAD -- $project && fails git grep -qF "com.example.dev-$1" HEAD -- $project
}

# Of the package and its parts. dpkg and apt keep names in their logs, and the tests are in /room.
files_of_git_munge() {
    find / -xdev \( -path /room -o -path /tmp -o -path /proc -o -path /var/log -o -path /var/cache/apt \) -prune \
        -o ! -type d -name '*git?munge*' -print
}

nothing_is_left() {
    [ -z "$(files_of_git_munge | tee /dev/stderr)" ]
}
