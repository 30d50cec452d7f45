# shellcheck shell=bash
# Rows: start-up; checkout and git status of many small files; the worst rules file that is allowed.

row_startup() {
    add "C, doing nothing" '' "$programs/startup"
    # Without git at the other end of the pipe, the filter can exit with an error; only its time counts.
    add_versions "git-munge-filter" '' "$programs/@/git-munge-filter process"
    add "git version" '' "git version"
    measure "Start-up" -x -i "${startup_limits[@]}" -a "C, doing nothing" -a "git version"
}

row_checkout() {
    need_many_files
    # Without an index, git writes all files.
    add_filters 'rm -rf @/apps @/.git/index' 'git -C @ checkout -q -f HEAD -- .'
    measure "Checkout of $files files of 20 KB" "${limits[@]}" -a "no filter" -a "C, changing nothing"
    add_sed 'rm -rf @/apps @/.git/index' 'git -C @ checkout -q -f HEAD -- .'
    measure "Checkout of $files files of 20 KB by two sed scripts" "${limits[@]}" -n 3 -a git-munge-filter
    check_checkouts
}

row_touched() {
    need_many_files
    for variant in $variants; do
        git -C "$variant" checkout -q -f HEAD -- .
        cp "$variant/.git/index" "$variant.index"
    done
    rm -f tally
    # The saved index and an old modification time: in each run git reads every file once. A file that is as new as the
    # index would be read again by later commands ("racy git").
    local touch='cp @.index @/.git/index && find @/apps -type f -exec touch -t 200102030405 {} +'
    add_filters "$touch" 'git -C @ status --porcelain >@.status'
    measure "git status after touching $files files" "${limits[@]}" -a "no filter" -a "C, changing nothing"
    add_sed "$touch" 'git -C @ status --porcelain >@.status'
    measure "git status after touching $files files with two sed scripts" "${limits[@]}" -n 3 -a git-munge-filter
    # Without their filters, git-munge and sed would report all files as modified.
    for variant in $variants; do
        check "git status in '$variant'" "" "$(cat "$variant.status")"
    done
    check_tally
}

row_worst_rules() {
    need_many_files
    (
        cp -R seed seed.worst
        cd seed.worst
        awk -f "$root/bench/worst-rules.awk" >>.gitmunge
        git commit -q -a -m "Rules at their limits"
    )
    local version
    for version in $versions; do
        git clone -q seed.worst "worst.$version"
        install_munge "$version" "worst.$version"
    done
    add_versions "two rules" 'rm -rf @/apps @/.git/index' 'git -C @ checkout -q -f HEAD -- .'
    add_versions "$(worst_rules_title)" 'rm -rf worst.@/apps worst.@/.git/index' 'git -C worst.@ checkout -q -f HEAD -- .'
    measure "Checkout of $files files of 20 KB by the longest rules" "${limits[@]}" -a "two rules"
    for version in $versions; do check_munged "worst.$version"; done
}

worst_rules_title() {
    printf '%s rules, %s bytes' "$(grep -c '^\[rule' seed.worst/.gitmunge)" "$(wc -c <seed.worst/.gitmunge | tr -d ' ')"
}

# add_filters PREPARATION COMMAND, both with @ for the clone.
add_filters() {
    add "no filter" "${1//@/none}" "${2//@/none}"
    add "C, changing nothing" "${1//@/passthrough}" "${2//@/passthrough}"
    add_versions "git-munge-filter" "$1" "$2"
}

# The scripts are so slow that they would leave no time for more rounds of the others.
add_sed() {
    add "git-munge-filter" "${1//@/new}" "${2//@/new}"
    add "two sed scripts" "${1//@/sed}" "${2//@/sed}"
}

need_many_files() {
    [ ! -d seed ] || return 0
    note "making $files files of 20 KB, and a clone for each variant, in $work"
    variants="none passthrough sed $versions"
    git init -q -b main seed
    (cd seed && fill_seed)
    for variant in $variants; do
        git clone -q seed "$variant"
    done
    (cd passthrough && configure_filter process "'$programs/passthrough' '$work/tally'")
    (cd sed && configure_filter smudge "'$programs/smudge'" && configure_filter clean "'$programs/clean'")
    local version
    for version in $versions; do install_munge "$version" "$version"; done
}

fill_seed() {
    awk -v files="$files" -f "$root/bench/generate.awk"
    cp "$root/bench/rules.gitmunge" .gitmunge
    # The last section of the file is the rule for teams.
    [ $on_insert_drop = no ] || printf '\ton-insert = drop\n' >>.gitmunge
    echo '/apps/** filter=munge' >.gitattributes
    commit_seed
}

commit_seed() {
    git config user.name bench
    git config user.email bench@example.com
    git add .
    git commit -q -m "Generated projects"
    # One pack, as in a clone from a server.
    git gc -q
}

configure_filter() {
    git config "filter.munge.$1" "$2"
    git config filter.munge.required true
}

# install_munge VERSION CLONE
install_munge() {
    (cd "$2" && with_version "$1" git munge install handle=bnr team=BNR1234567)
}

check_checkouts() {
    for variant in none passthrough; do
        check "files with the canonical id in '$variant'" "$files" "$(count_of_files_with com.example.the-app $variant)"
    done
    for variant in sed $versions; do check_munged "$variant"; done
    check_tally
}

check_munged() {
    check "files with the local id in '$1'" "$files" "$(count_of_files_with com.example.dev-bnr "$1")"
    check "files with the canonical id in '$1'" 0 "$(count_of_files_with com.example.the-app "$1")"
}

# The filter in C leaves no trace in the files, so it counts them in a file of its own.
check_tally() {
    check "files per command that went through the C filter" "$files" "$(sort -u tally)"
    rm tally
}

count_of_files_with() {
    { grep -rlF "$1" "$2/apps" || true; } | wc -l | tr -d ' '
}
