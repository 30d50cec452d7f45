# awk -v commits=N [-v lines=N] -f history.awk: print input for git fast-import: N commits, each of which edits a line in one of
# twenty project files of 400 lines (24 KB), or of N. One commit in the middle has a foreign team.
BEGIN {
    apps = 20
    if (!lines) lines = 400
    team = "ABCDE12345"
    print "feature done"
    for (app = 0; app < apps; app++) {
        for (line = 0; line < lines; line++) edits[app, line] = 0
    }
    for (commit = 1; commit <= commits; commit++) {
        start_commit("main", commit, "Commit " commit)
        if (commit == 1) {
            file(".gitmunge", rules())
            file(".gitattributes", "/apps/** filter=munge\n")
            for (app = 0; app < apps; app++) file("apps/" app "/project.pbxproj", project(app))
        } else {
            app = commit % apps
            edits[app, (commit * 7) % lines] = commit
            team = commit == int(commits / 2) ? "BNR1234567" : "ABCDE12345"
            file("apps/" app "/project.pbxproj", project(app))
        }
        print ""
    }
    print "done"
}

function project(app,    line, text) {
    text = "// !$*UTF8*$!\n{\n"
    for (line = 0; line < lines; line++) {
        if (line % 80 == 0) text = text "\t\t\t\tDEVELOPMENT_TEAM = " team ";\n"
        else if (line % 80 == 1) text = text "\t\t\t\tPRODUCT_BUNDLE_IDENTIFIER = com.example.the-app.app" app ";\n"
        else text = text "\t\t" sprintf("%08X%016X", line * 7919 + app, edits[app, line]) " /* File" line ".swift in Sources */,\n"
    }
    return text "}\n"
}

function rules() {
    return "[rule \"bundle-id\"]\n\tcanonical = com.example.the-app\n\tlocal = com.example.dev-${handle}\n" \
        "[rule \"team\"]\n\tcanonical = ABCDE12345\n\tlocal = ${team}\n\tkey = DEVELOPMENT_TEAM\n" \
        "[variable \"handle\"]\n\tkind = label\n[variable \"team\"]\n\tkind = team-id\n"
}
