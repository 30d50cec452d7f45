# shellcheck shell=bash
# Rows: clean of an edited Xcode project; smudge and clean of content that is larger than the memory that they use.

row_clean_edit() {
    local megabytes
    for megabytes in $project_megabytes; do clean_edits "$megabytes"; done
}

# The rules are those of the README: Xcode writes quotes around the local text, so clean reads the committed version.
clean_edits() {
    local version edit
    make_project "$1"
    for edit in unedited name identifier target; do
        add_versions "$(edit_title $edit)" '' "$(clean_command "$edit")"
        for version in $versions; do check_cleaned "$version" "$edit"; done
    done
    measure "Clean of a project of $1 MB" "${limits[@]}" -a "unedited"
    rm -rf project project.*
}

edit_title() {
    case $1 in
    unedited) echo "unedited" ;;
    name) echo "one line without an identifier" ;;
    identifier) echo "one line with an identifier" ;;
    target) echo "a new target" ;;
    every) echo "one line in each target" ;;
    esac
}

# The filter reads the committed version as in git add. @ is the version.
clean_command() {
    echo "git -C project.@ hash-object -w --stdin --path=App.xcodeproj/project.pbxproj <project.@.$1"
}

make_project() {
    local version
    mkdir -p project/App.xcodeproj
    awk -v megabytes="$1" -f "$root/bench/project.awk" >project/App.xcodeproj/project.pbxproj
    cp "$root/bench/project.gitmunge" project/.gitmunge
    echo '*.pbxproj filter=munge' >project/.gitattributes
    (cd project && git init -q -b main && commit_seed)
    for version in $versions; do
        git clone -q project "project.$version"
        install_munge "$version" "project.$version"
        edit_project project com.example.app.Added ABCDE12345
        edit_project "project.$version" '"com.example.dev-bnr.Added"' BNR1234567
    done
}

# edit_project CLONE ID TEAM: write each edit of its project to CLONE.EDIT.
edit_project() {
    local file=$1/App.xcodeproj/project.pbxproj edit
    cp "$file" "$1.unedited"
    for edit in name identifier target every; do
        awk -v edit=$edit -v target=96 -v id="$2" -v team="$3" -f "$root/bench/project.awk" "$file" >"$1.$edit"
    done
}

# check_cleaned VERSION EDIT: clean gives the same edit of the canonical project, but keeps the quotes that Xcode wrote for an
# identifier in a new target. The result is kept as project.VERSION.EDIT.cleaned.
check_cleaned() {
    local command blob cleaned=project.$1.$2.cleaned
    command=$(clean_command "$2")
    blob=$(sh -c "${command//@/$1}")
    git -C "project.$1" cat-file blob "$blob" >"$cleaned"
    check "difference of the cleaned project to the canonical one ($2, $1)" "" \
        "$(sed 's/"\(com.example.app[^"]*\)"/\1/' "$cleaned" | diff "project.$2" -)"
}

# git holds a content in memory as a whole, so the filter is started without it.
row_spool() {
    local version
    need_many_files
    repeat none/apps/00/0000.pbxproj >canonical
    grep -v -e com.example -e ABCDE12345 canonical >plain
    for version in $versions; do
        repeat "$version/apps/00/0000.pbxproj" >"local.$version"
        cp plain "plain.$version"
    done
    measure_content "without identifiers" plain plain
    measure_content "with identifiers" canonical local
    rm canonical plain local.* plain.*
}

# A part of 1 MB: packets have their full length, as those of git.
repeat() {
    for _ in {1..50}; do cat "$1"; done
}

# measure_content WHICH CANONICAL LOCAL
measure_content() {
    add_feeds "$spool_megabytes" "$2" "$3"
    measure "A content of $spool_megabytes MB $1" "${limits[@]}" -a clean
    add_feeds "$peak_megabytes" "$2" "$3"
    measure "A content of $peak_megabytes MB $1" -n 1 -w 0 -m -a clean
}

# add_feeds MEGABYTES CANONICAL LOCAL
add_feeds() {
    local canonical_bytes local_bytes
    canonical_bytes=$(wc -c <"$2" | tr -d ' ')
    local_bytes=$(wc -c <"$3.new" | tr -d ' ')
    add_versions clean '' "$(feed_command clean "$1" "$canonical_bytes") <$3.@"
    add_versions smudge '' "$(feed_command smudge "$1" "$local_bytes") <$2"
}

# feed_command DIRECTION TIMES BYTES
feed_command() {
    echo "exec '$programs/feed' @ '$programs/@/git-munge-filter' $1 apps/00/0000.pbxproj $2 $3"
}
