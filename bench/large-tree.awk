# awk -v files=N -v munged=N -f large-tree.awk: print input for git fast-import: one commit with N small source files, and of
# these, in apps/, those that hold the identifiers.
BEGIN {
    print "feature done"
    start_commit("main", 0, "A large tree")
    while ((getline line <rules) > 0) text = text line "\n"
    file(".gitmunge", text)
    file(".gitattributes", "/apps/** filter=munge\n")
    for (i = 0; i < munged; i++)
        file(sprintf("apps/%03d/App%d.xcconfig", int(i / 50), i), settings(i))
    for (i = munged; i < files; i++)
        file(sprintf("src/%03d/%02d/File%d.swift", int(i / 1000), int(i % 1000 / 50), i), source(i))
    print "\ndone"
}

function settings(number,    text, i) {
    text = "DEVELOPMENT_TEAM = ABCDE12345\nPRODUCT_BUNDLE_IDENTIFIER = com.example.the-app.App" number "\n"
    for (i = 0; i < 15; i++) text = text "SETTING_" number + i " = $(inherited) " number * i "\n"
    return text
}

function source(number,    text, i) {
    text = "import Foundation\n\nstruct File" number " {\n"
    for (i = 0; i < 8; i++) text = text "  func step" i "() -> Int { " number * (i + 1) " }\n"
    return text "}\n"
}
