# shellcheck shell=bash
# Rows: commands in a large working tree with few munged files.

row_large_tree() {
    need_large_tree
    add "git status" '' 'git -C large.new status --porcelain >status.git'
    add_versions "git munge status" '' "$(munge_command status '>status.@')"
    add_versions "git munge install" '' "$(munge_command install '>install.@')"
    measure "Nothing to do among $large_files files, $large_munged of them munged" "${limits[@]}" -a "git status"
    local version
    check "git status" "" "$(cat status.git)"
    for version in $versions; do
        check "files that git munge status counts" "$large_munged" "$(files_shown "status.$version")"
        check_large_tree "$version" bnr
    done
}

row_install() {
    need_large_tree
    # git reads files again that are as new as its index ("racy git").
    local settle='sleep 1; git -C large.new status'
    add "git status" "$settle" 'git -C large.new status --porcelain >status.git'
    add_versions "git munge set" "$(munge_command 'set handle=bnr')" "$(munge_command 'set handle=ann')"
    measure "set among $large_files files, $large_munged of them munged" "${limits[@]}" -a "git status"
    local version
    for version in $versions; do check_large_tree "$version" ann; done
    add "git status" "$settle" 'git -C large.new status --porcelain >status.git'
    add_versions "git munge install" "$(munge_command uninstall)" "$(munge_command 'install handle=bnr team=BNR1234567')"
    measure "install among $large_files files, $large_munged of them munged" "${limits[@]}" -a "git status"
    for version in $versions; do check_large_tree "$version" bnr; done
}

# munge_command ARGUMENTS [REDIRECTION]
munge_command() {
    echo "PATH=$programs/@:\$PATH; exec git -C large.@ munge $1 ${2-}"
}

# files_shown STATUS: the number of files in "... (2,000 places in 2,000 files)".
files_shown() {
    sed -n 's/^Munged: .* in \([0-9,]*\) files)$/\1/p' "$1" | tr -d ,
}

need_large_tree() {
    [ ! -d large ] || return 0
    note "making $large_files files, $large_munged of them munged, and a clone for each version"
    git init -q --bare -b main large
    awk -v files="$large_files" -v munged="$large_munged" -v rules="$root/bench/rules.gitmunge" \
        -f "$root/bench/fast-import.awk" -f "$root/bench/large-tree.awk" | git -C large fast-import --quiet
    local version
    for version in $versions; do
        git clone -q large "large.$version"
        install_munge "$version" "large.$version"
        # git status reads a file again whose index is as old as the file ("racy git").
        sleep 1
        check "git status of $version" "" "$(git -C "large.$version" status --porcelain)"
    done
}

# check_large_tree VERSION HANDLE
check_large_tree() {
    check "munged files of $1" "$large_munged" "$({ grep -rlF "com.example.dev-$2" "large.$1/apps" || true; } | wc -l | tr -d ' ')"
    check "git status of $1" "" "$(git -C "large.$1" status --porcelain)"
}
