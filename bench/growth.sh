# shellcheck shell=bash
# scripts/bench --growth: how the time of a command grows with its input; the rows of the filter. An input has the sizes 0 (nearly
# empty), 1, 2 and 4; in a command, @ stands for the size.

grown=()

set_growth_sizes() {
    if [ "$quick" = yes ]; then
        # The filter reads plain lines so fast that a megabyte of them cannot be timed. 4n fits into what it holds in memory.
        content_bytes=1000000 plain_bytes=4000000 growth_megabytes=1 targets=15 companies=40 leaks=500
        tree_files=600 history_commits=400 pushed_tips=150
        # Small inputs take milliseconds, which a busy machine lengthens at random; a square is 2.
        growth_limit=1.5
        growth_limits=(-n 2)
        growth_again=(-n 15 -s 5)
    else
        # Larger than what the filter holds in memory (16 MiB).
        content_bytes=20000000 plain_bytes=20000000 growth_megabytes=2 targets=300 companies=100 leaks=5000
        tree_files=5000 history_commits=2500 pushed_tips=1000
        growth_limit=1.2
        growth_limits=(-n 10 -s 10)
        growth_again=(-n 30 -s 30)
    fi
}

print_growth_head() {
    printf '| row | command | n | nearly empty | n | 2n | 4n | exponent |\n|---|---|---:|---:|---:|---:|---:|---:|\n'
}

# grow COMMAND-NAME N PREPARATION COMMAND: measure how the command grows with the input of this row.
grow() {
    local size four=()
    for size in 0 1 2 4; do four+=("$size" "${3//@/$size}" "${4//@/$size}"); done
    note "measuring: growth of '$row', $1"
    # What else the machine does can make the large ones slower in all rounds, if they are few.
    grows_as_allowed "${growth_limits[@]}" || measure_again || grown+=("$row: $1")
    printf '| %s | %s | %s | %s\n' "$row" "$1" "$2" "$(cat line)"
}

measure_again() {
    note "measuring again, in more rounds: $(cat line)"
    grows_as_allowed "${growth_again[@]}"
}

# grows_as_allowed OPTION-OF-PAIRED...: measure $four, and write the numbers to the file line.
grows_as_allowed() {
    local status=0
    "$programs/paired" -w 0 -g $growth_limit "$@" "${four[@]}" >line 2>log || status=$?
    [ $status -le 1 ] || {
        cat log >&2
        fail "a measured command failed"
    }
    return $status
}

report_growth() {
    [ ${#grown[@]} -gt 0 ] || return 0
    local command
    for command in "${grown[@]}"; do
        printf '%s: the time grows faster than the input (exponent above %s): %s\n' "$0" $growth_limit "$command" >&2
    done
    exit 1
}

# Rows that check the measurement itself.

growth_linear() {
    grow awk "300000 steps" '' "awk 'BEGIN { while (i < 300000 * @) i++ }'"
}

growth_quadratic() {
    grow awk "100000 steps" '' "awk 'BEGIN { while (i < 100000 * @ * @) i++ }'"
}

# Rows: contents with more lines, and with one line that is longer.

growth_plain_lines() {
    content_bytes=$plain_bytes grow_content plain 47 lines
}

growth_keyed_lines() {
    grow_content keyed 27 lines
}

growth_list() {
    grow_content list 25 lines
}

growth_long_line() {
    grow_content object 110 objects
}

# New lines without a text. The committed version holds a local one, so clean compares with it.
growth_new_lines() {
    local size n=$((content_bytes / 20))
    git init -q -b main new-lines
    printf '[rule "id"]\n\tcanonical = com.example.the-app\n\tlocal = com.example.bnr\n' >new-lines/.gitmunge
    echo 'App.xcconfig filter=munge' >new-lines/.gitattributes
    echo com.example.bnr >new-lines/App.xcconfig
    (
        cd new-lines
        commit_seed
        with_version new git munge install
        rm App.xcconfig
        with_version new git checkout -q .
    )
    for size in 0 1 2 4; do { cat new-lines/App.xcconfig && seq $((n * size)); } >"lines.$size"; done
    grow clean "$n lines" '' "$(passed clean new-lines App.xcconfig lines.@ lines.@)"
}

# grow_content KIND BYTES-PER-LINE UNIT
grow_content() {
    local size n=$((content_bytes / $2))
    need_growth_clone
    for size in 0 1 2 4; do
        awk -v kind="$1" -v n=$((n * size)) -f "$root/bench/growth.awk" >"canonical.$size"
        awk -v kind="$1" -v n=$((n * size)) -v id=com.example.growth-bnr -v host=api.bnr.test \
            -f "$root/bench/growth.awk" >"local.$size"
    done
    grow clean "$n $3" '' "$(passed clean growth apps/App.xcconfig local.@ canonical.@)"
    grow smudge "$n $3" '' "$(passed smudge growth apps/App.xcconfig canonical.@ local.@)"
}

# passed clean|smudge CLONE PATH INPUT OUTPUT: the command that passes INPUT as PATH, and expects as many bytes as OUTPUT has.
passed() {
    echo "exec '$programs/feed' $2 '$programs/new/git-munge-filter' $1 $3 1 \$(wc -c <$5) <$4"
}

need_growth_clone() {
    [ ! -d growth ] || return 0
    make_rules growth growth.gitmunge
    (cd growth && with_version new git munge install handle=bnr host=api.bnr.test)
}

# make_rules DIR RULES [QUARTERS]: make a repository with the rules of the file RULES and quarters of the longest rules.
make_rules() {
    git init -q -b main "$1"
    cp "$root/bench/$2" "$1/.gitmunge"
    awk -v quarters="${3-0}" -f "$root/bench/worst-rules.awk" >>"$1/.gitmunge"
    mkdir "$1/apps"
    awk -v kind=plain -v n=2 -f "$root/bench/growth.awk" >"$1/apps/App.xcconfig"
    echo '/apps/** filter=munge' >"$1/.gitattributes"
    (cd "$1" && commit_seed)
}

# Row: clean of an edited Xcode project with more targets.

growth_blocks() {
    local size edit edits='name identifier target every' path=App.xcodeproj/project.pbxproj
    for size in 0 1 2 4; do
        mkdir "blocks.$size"
        (
            cd "blocks.$size"
            make_project $((growth_megabytes * size))
            for edit in $edits; do check_cleaned new "$edit"; done
        )
    done
    for edit in $edits; do
        grow "clean, $(edit_title "$edit")" "$growth_megabytes MB" '' \
            "$(passed clean blocks.@/project.new $path "blocks.@/project.new.$edit" "blocks.@/project.new.$edit.cleaned")"
    done
}
