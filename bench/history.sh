# shellcheck shell=bash
# Row: git munge verify on a long history.

row_verify() {
    git init -q -b main history
    awk -v commits="$commits" -f "$root/bench/fast-import.awk" -f "$root/bench/history.awk" | git -C history fast-import --quiet
    list_blobs history
    add "git cat-file --batch" '' 'git -C history cat-file --batch <blobs'
    add_versions "git munge verify" '' "PATH=$programs/@:\$PATH git -C history munge verify --history >findings.@"
    measure "Verification of $commits commits, $(wc -l <blobs | tr -d ' ') files of 24 KB" -i "${limits[@]}" -m \
        -a "git cat-file --batch"
    local version
    for version in $versions; do
        check "findings with the foreign team" 1 "$(grep -c foreign-value "findings.$version")"
        check "commits that were verified" 1 "$(grep -c "^$commits commits" "findings.$version")"
    done
}

# list_blobs DIR: write the names of all versions of files to the file blobs.
list_blobs() {
    git -C "$1" rev-list --reverse main | git -C "$1" diff-tree --stdin -r --root |
        awk '/^:/ && !seen[$4]++ { print $4 }' >blobs
}
