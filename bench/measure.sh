# shellcheck shell=bash
# How a row is measured: its commands are collected by `add` and `add_versions`, and `measure` runs and prints them.

commands=()

set_sizes() {
    if [ "$quick" = yes ]; then
        files=500 project_megabytes=1 spool_megabytes=24 peak_megabytes=100
        large_files=10000 large_munged=500 commits=1000 setting_lines=50000
        limits=(-n 5 -s 5)
        startup_limits=(-n 50 -w 5)
    else
        files=2000 project_megabytes='1 10' spool_megabytes=240 peak_megabytes=1024
        large_files=100000 large_munged=2000 commits=10000 setting_lines=400000
        limits=(-n 15 -s 20)
        startup_limits=(-n 300 -w 20)
    fi
}

note() {
    say "$@" >&2
}

# add NAME PREPARATION COMMAND
add() {
    commands+=("$1" "$2" "$3")
}

# add_versions NAME PREPARATION COMMAND: once for each version of git-munge. @ stands for the version, which is also the
# name of its clone and of its directory in $programs.
add_versions() {
    local version
    for version in $versions; do
        add "$1$(suffix_of "$version")" "${2//@/$version}" "${3//@/$version}"
    done
}

# The name of the second version in the tables.
suffix_of() {
    [ "$1" = new ] || printf ' (%s)' "$compared"
}

# measure TITLE OPTION-OF-PAIRED...: measure the commands and print their table.
measure() {
    local title=$1
    shift
    note "measuring: $title"
    [ -z "$compared" ] || set -- "$@" -o "$compared"
    "$programs/paired" "$@" "${commands[@]}" >table 2>log || {
        cat log >&2
        fail "a measured command failed"
    }
    commands=()
    printf '### %s\n\n' "$title"
    cat table
    echo
}

# check WHAT EXPECTED FOUND: a measurement counts only if the measured command did its work.
check() {
    [ "$2" = "$3" ] || fail "$1: expected '$2', found '$3'"
}

# with_version VERSION COMMAND...: run a command with the programs of a version.
with_version() {
    local version=$1
    shift
    PATH=$programs/$version:$PATH "$@" </dev/null >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        fail "'$*' failed"
    }
}
