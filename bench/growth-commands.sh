# shellcheck shell=bash
# The rows of scripts/bench --growth for the commands of git munge.

# munge DIR ARGUMENT...: the command that runs git munge in DIR.
munge() {
    local dir=$1
    shift
    echo "PATH='$programs/new':\$PATH git -C $dir munge $*"
}

# finding COMMAND: the command, which exits with 1.
finding() {
    echo "$1; [ \$? = 1 ]"
}

# Row: git munge init in a repository with more identifiers, those of one family (which one rule covers) or of many companies.

growth_identifiers() {
    local size
    for size in 0 1 2 4; do
        make_repository "family.$size" awk -v targets=$((targets * size + 1)) -f "$root/bench/project.awk"
        make_repository "companies.$size" awk -v kind=companies -v n=$((companies * size + 1)) -f "$root/bench/growth.awk"
    done
    grow "git munge init, one family" "$targets targets" '' "$(munge family.@ init --dry-run --verbose '>family.init.@')"
    grow "git munge init, many companies" "$companies companies" '' "$(munge companies.@ init --dry-run --verbose '>companies.init.@')"
    for size in 0 1 2 4; do
        check "places of one family" "$(grep -c com.example.app "family.$size/project.pbxproj")" \
            "$(sed -n 's/^  bundle-id .* \([0-9,]*\) places in 1 file$/\1/p' "family.init.$size" | tr -d ,)"
        check "rules of many companies" $((companies * size + 1)) "$(grep -c "canonical = org.company" "companies.init.$size")"
    done
}

# make_repository DIR COMMAND...: make a repository with one file, a project that the command prints.
make_repository() {
    local dir=$1
    shift
    git init -q -b main "$dir"
    "$@" >"$dir/project.pbxproj"
    (cd "$dir" && commit_seed)
}

# Row: commands in a clone with more rules, up to the limit, and clean of one file.

growth_rules() {
    local size n
    for size in 0 1 2 4; do
        make_rules "rules.$size" rules.gitmunge "$size"
        (cd "rules.$size" && with_version new git munge install handle=growth team=BNR1234567)
    done
    n=$(grep -c '^\[rule' rules.1/.gitmunge)
    grow "git munge install" "$n rules" "$(munge rules.@ uninstall)" "$(munge rules.@ install handle=growth team=BNR1234567)"
    for size in 0 1 2 4; do
        check "identifiers after install" 1 "$(grep -c com.example.dev-growth "rules.$size/apps/App.xcconfig")"
    done
    grow "git munge status" "$n rules" '' "$(munge rules.@ status '>status.@')"
    grow "git munge verify" "$n rules" '' "$(munge rules.@ verify HEAD '>verify.@')"
    for size in 0 1 2 4; do
        check "texts that git munge status lists" 1 "$(grep -c '^Munged: .*com.example.dev-growth' "status.$size")"
        check "files that were verified" 1 "$(grep -c "^1 munged file of HEAD" "verify.$size")"
    done
    awk -v kind=plain -v n=$((content_bytes / 47)) -f "$root/bench/growth.awk" >canonical
    awk -v kind=plain -v n=$((content_bytes / 47)) -v id=com.example.dev-growth -f "$root/bench/growth.awk" >local
    grow clean "$n rules" '' "$(passed clean rules.@ apps/App.xcconfig local canonical)"
}

# Row: commands in a clone with more files, half of them munged.

growth_files() {
    local size
    for size in 0 1 2 4; do make_tree "$size"; done
    # git status reads a file again whose index is as old as the file ("racy git").
    sleep 1
    for size in 0 1 2 4; do check_tree "$size" bnr; done
    grow "git munge status" "$tree_files files" '' "$(munge files.@ status '>status.@')"
    grow "git munge install" "$tree_files files" '' "$(munge files.@ install)"
    for size in 0 1 2 4; do
        check "files that git munge status counts" "$(munged_files "$size")" "$(files_shown "status.$size")"
        check_tree "$size" bnr
    done
    grow "git munge set" "$tree_files files" "$(munge files.@ set handle=bnr)" "$(munge files.@ set handle=ann)"
    for size in 0 1 2 4; do check_tree "$size" ann; done
}

munged_files() {
    echo $(($1 > 0 ? tree_files * $1 / 2 : 2))
}

# make_tree SIZE
make_tree() {
    git init -q -b main "files.$1"
    awk -v files=$((tree_files * $1)) -v munged="$(munged_files "$1")" -v rules="$root/bench/rules.gitmunge" \
        -f "$root/bench/fast-import.awk" -f "$root/bench/large-tree.awk" | git -C "files.$1" fast-import --quiet
    git -C "files.$1" reset -q --hard
    install_munge new "files.$1"
}

# check_tree SIZE HANDLE
check_tree() {
    check "munged files" "$(munged_files "$1")" "$(count_of_files_with "com.example.dev-$2" "files.$1")"
    check "git status" "" "$(git -C "files.$1" status --porcelain)"
}

# Row: git munge verify of a longer history.

growth_commits() {
    local size
    for size in 0 1 2 4; do
        git init -q -b main "commits.$size"
        awk -v commits=$((history_commits * size + 4)) -v lines=40 -f "$root/bench/fast-import.awk" -f "$root/bench/history.awk" |
            git -C "commits.$size" fast-import --quiet
    done
    grow "git munge verify --history" "$history_commits commits" '' \
        "$(finding "$(munge commits.@ verify --history '>history.@')")"
    for size in 0 1 2 4; do
        check "commits that were verified" 1 "$(grep -c "^$((history_commits * size + 4)) commits" "history.$size")"
    done
}

# Row: the pre-receive hook, for a push of more branches.

growth_tips() {
    local size
    for size in 0 1 2 4; do make_push "$size"; done
    grow "git munge hook pre-receive" "$pushed_tips branches" '' \
        "$(finding "$(munge tips.@ hook pre-receive '<push.@ >push.@.txt')")"
    for size in 0 1 2 4; do
        check "leaks in a push" 1 "$(grep -c foreign-value "push.$size.txt")"
    done
}

# make_push SIZE: a bare repository that has received the commits of a push, but none of its refs, and the lines for the hook.
make_push() {
    git init -q --bare -b main "tips.$1"
    # For twenty branches, git munge verify starts as many processes of git as for more.
    awk -v tips=$((pushed_tips * $1 + 20)) -v rules="$root/bench/rules.gitmunge" -f "$root/bench/fast-import.awk" \
        -f "$root/bench/tips.awk" | git -C "tips.$1" fast-import --quiet
    git -C "tips.$1" for-each-ref --format='%(refname:lstrip=2) %(objectname)' refs/heads/old refs/heads/tip | awk '
        { split($1, words, "/"); number = words[2] }
        words[1] == "old" { old[number] = $2; next }
        number in old { print old[number] " " $2 " refs/heads/old/" number; next }
        { zeros = $2; gsub(/./, "0", zeros); print zeros " " $2 " refs/heads/tip/" number }' >"push.$1"
    git -C "tips.$1" for-each-ref --format='delete %(refname)' refs/heads/tip | git -C "tips.$1" update-ref --stdin
}

# Row: git munge verify of a file with more leaks.

growth_findings() {
    local size
    for size in 0 1 2 4; do
        make_rules "findings.$size" rules.gitmunge
        (
            cd "findings.$size"
            awk -v kind=leaks -v n=$((leaks * size + 1)) -f "$root/bench/growth.awk" >apps/Leaks.xcconfig
            commit_seed
        )
    done
    grow "git munge verify" "$leaks leaks" '' "$(finding "$(munge findings.@ verify HEAD '>findings.@.txt')")"
    for size in 0 1 2 4; do
        check "errors" $((leaks * size + 1)) "$(sed -n "s/.*: \([0-9,]*\) errors*[,.].*/\1/p" "findings.$size.txt" | tr -d ,)"
    done
}
