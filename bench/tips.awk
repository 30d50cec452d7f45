# awk -v tips=N -v rules=FILE -f tips.awk: print input for git fast-import: refs/heads/main with rules, and N branches
# refs/heads/tip/NUMBER, each with a commit on main; for every other one, also refs/heads/old/NUMBER, which is on the way. The
# first branch has a foreign team.
BEGIN {
    print "feature done"
    while ((getline line <rules) > 0) text = text line "\n"
    start_commit("main", 0, "A change")
    file(".gitmunge", text)
    file(".gitattributes", "/apps/** filter=munge\n")
    file("apps/App.xcconfig", settings(0, "ABCDE12345"))
    for (tip = 1; tip <= tips; tip++) {
        if (tip % 2 == 0) branch("old/" tip, "main", -tip)
        branch("tip/" tip, tip % 2 == 0 ? "old/" tip : "main", tip)
    }
    print "done"
}

function branch(name, from, number) {
    start_commit(name, 0, "A change")
    print "from refs/heads/" from
    file("apps/App.xcconfig", settings(number, number == 1 ? "BNR1234567" : "ABCDE12345"))
}

function settings(number, team) {
    return "DEVELOPMENT_TEAM = " team "\nPRODUCT_BUNDLE_IDENTIFIER = com.example.the-app\nVERSION = " number "\n"
}
