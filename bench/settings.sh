# shellcheck shell=bash
# Row: values of keys, in content of which each line has a key.

row_settings() {
    local rule version direction
    for rule in plain keyed; do
        make_settings "settings.$rule" 1 "$setting_lines" "$rule"
        git -C "settings.$rule" cat-file blob main:Settings.xcconfig >"$rule.clean"
        for version in $versions; do
            git clone -q "settings.$rule" "settings.$rule.$version"
            install_munge "$version" "settings.$rule.$version"
            cp "settings.$rule.$version/Settings.xcconfig" "$rule.smudge.$version"
        done
    done
    for direction in clean smudge; do
        add_versions "a rule for all content" '' "$(settings_command $direction plain)"
        add_versions "a rule for a key" '' "$(settings_command $direction keyed)"
        measure "$direction of $setting_lines settings" "${limits[@]}" -a "a rule for all content"
    done
    for version in $versions; do check_settings "$version"; done
    rm -rf settings.* {plain,keyed}.{clean,smudge}*
    verify_settings
}

# make_settings DIR COMMITS LINES plain|keyed: the rule is for all content, or for the values of a key.
make_settings() {
    local key=
    [ "$4" = plain ] || key=SETTING_1
    git init -q -b main "$1"
    awk -v commits="$2" -v lines="$3" -v key=$key -f "$root/bench/fast-import.awk" -f "$root/bench/settings.awk" |
        git -C "$1" fast-import --quiet
}

# settings_command clean|smudge plain|keyed
settings_command() {
    local input=$2.smudge.@
    [ "$1" = clean ] || input=$2.clean
    echo "cd settings.$2.@ && exec '$programs/@/git-munge-filter' $1 Settings.xcconfig <../$input >../$2.$1.@.out"
}

check_settings() {
    local rule
    for rule in plain keyed; do
        check "clean of settings ($rule, $1)" "" "$(cmp "$rule.clean" "$rule.clean.$1.out")"
        check "smudge of settings ($rule, $1)" "" "$(cmp "$rule.smudge.$1" "$rule.smudge.$1.out")"
        check "teams ($rule, $1)" $((setting_lines / 10)) "$(grep -c BNR1234567 "$rule.smudge.$1")"
    done
}

verify_settings() {
    make_settings history.settings "$commits" 800 keyed
    list_blobs history.settings
    add "git cat-file --batch" '' 'git -C history.settings cat-file --batch <blobs'
    add_versions "git munge verify" '' "PATH=$programs/@:\$PATH git -C history.settings munge verify --history >findings.@"
    measure "Verification of $commits commits, files of 800 settings" "${limits[@]}" -m -a "git cat-file --batch"
    local version
    for version in $versions; do
        check "commits that were verified" 1 "$(grep -c "^$commits commits.*nothing found" "findings.$version")"
    done
}
