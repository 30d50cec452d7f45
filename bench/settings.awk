# awk -v commits=N -v lines=N [-v key=KEY] -f fast-import.awk -f settings.awk: print input for git fast-import: N commits, each of
# which edits a line of Settings.xcconfig. Each tenth line has the team; its rule is for the values of KEY or for all content.
BEGIN {
    team = "SETTING_1 = ABCDE12345;"
    for (line = 1; line <= lines; line++) set(line, sprintf("%06x", line * 7919 % 16777216))
    for (line = 1; line <= lines; line++) size += length(setting[line]) + 5
    print "feature done"
    for (commit = 1; commit <= commits; commit++) {
        start_commit("main", commit, "Commit " commit)
        if (commit == 1) {
            file(".gitmunge", rules())
            file(".gitattributes", "*.xcconfig filter=munge\n")
        } else set(commit * 37 % lines + 1, sprintf("%06x", commit * 104729 % 16777216))
        # The text of a file with many lines would be copied for each of them.
        printf "M 100644 inline Settings.xcconfig\ndata %d\n", size
        for (line = 1; line <= lines; line++) print "\t\t\t\t" setting[line]
        print ""
    }
    print "done"
}

function set(line, value) {
    setting[line] = line % 10 == 1 ? team : "SETTING_" line " = " value ";"
}

function rules() {
    return "[rule \"bundle-id\"]\n\tcanonical = com.example.the-app\n\tlocal = com.example.dev-${handle}\n" \
        "[rule \"team\"]\n\tcanonical = ABCDE12345\n\tlocal = ${team}\n" (key ? "\tkey = " key "\n" : "") \
        "[variable \"handle\"]\n\tkind = label\n[variable \"team\"]\n\tkind = team-id\n"
}
