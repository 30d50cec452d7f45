# awk -v megabytes=N -f project.awk: print an Xcode project of N MB (or -v targets=N), with the sections and names of those that
# Xcode writes.
#
# awk -v edit=KIND -v target=N -v id=TEXT -v team=TEXT -f project.awk PROJECT: print a project with one edit in its middle,
# at target N: "name" (the name of a file), "identifier", or "target" (one more, as Xcode adds it); or with one in each target:
# "every".

function id24(kind, number) {
    return sprintf("%08X%016X", 1000003 * kind + number % 9973, number * 7919 + kind)
}

function object(kind, number, name) {
    return id24(kind, number) " /* " name " */"
}

function section(name, kind,    i, j) {
    print "/* Begin " name " section */"
    for (i = 0; i < targets; i++) {
        if (kind == 5) print_target(i)
        else if (kind == 6) print_configurations(i, "com.example.app.Feature" i, "ABCDE12345")
        else for (j = 0; j < 12; j++) print_file(kind, i * 12 + j)
    }
    print "/* End " name " section */\n"
}

function print_file(kind, number,    name) {
    name = "FeatureView" number ".swift"
    if (kind == 1)
        print "\t\t" object(1, number, name " in Sources") " = {isa = PBXBuildFile; fileRef = " \
            object(2, number, name) "; };"
    else if (kind == 2)
        print "\t\t" object(2, number, name) " = {isa = PBXFileReference; lastKnownFileType = sourcecode.swift; path = " \
            name "; sourceTree = \"<group>\"; };"
    else if (number % 12 == 0)
        print_group(number / 12)
}

function print_group(target,    j, number) {
    print "\t\t" object(3, target, "Feature" target) " = {\n\t\t\tisa = PBXGroup;\n\t\t\tchildren = ("
    for (j = 0; j < 12; j++) {
        number = target * 12 + j
        print "\t\t\t\t" object(2, number, "FeatureView" number ".swift") ","
    }
    print "\t\t\t);\n\t\t\tpath = Feature" target ";\n\t\t\tsourceTree = \"<group>\";\n\t\t};"
}

function print_target(target) {
    print "\t\t" object(5, target, "Feature" target) " = {"
    print "\t\t\tisa = PBXNativeTarget;"
    print "\t\t\tbuildConfigurationList = " object(7, target, "Build configuration list") ";"
    print "\t\t\tbuildPhases = (\n\t\t\t\t" object(4, target, "Sources") ",\n\t\t\t);"
    print "\t\t\tname = Feature" target ";\n\t\t\tproductName = Feature" target ";"
    print "\t\t\tproductType = \"com.apple.product-type.app-extension\";\n\t\t};"
}

function print_configurations(target, id, team,    i) {
    for (i = 0; i < 2; i++) {
        print "\t\t" object(6, target * 2 + i, i ? "Release" : "Debug") " = {"
        print "\t\t\tisa = XCBuildConfiguration;\n\t\t\tbuildSettings = {"
        print "\t\t\t\tCODE_SIGN_STYLE = Automatic;\n\t\t\t\tDEVELOPMENT_TEAM = " team ";"
        print "\t\t\t\tINFOPLIST_FILE = Feature" target "/Info.plist;"
        print "\t\t\t\tPRODUCT_BUNDLE_IDENTIFIER = " id ";"
        print "\t\t\t\tPRODUCT_NAME = \"$(TARGET_NAME)\";\n\t\t\t\tSWIFT_VERSION = 5.0;"
        print "\t\t\t};\n\t\t\tname = " (i ? "Release" : "Debug") ";\n\t\t};"
    }
}

function print_project() {
    # A target takes about 5.85 KB.
    if (!targets) targets = int(megabytes * 1000000 / 5850)
    print "// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tobjectVersion = 56;\n\tobjects = {\n"
    section("PBXBuildFile", 1)
    section("PBXFileReference", 2)
    section("PBXGroup", 3)
    section("PBXNativeTarget", 5)
    section("XCBuildConfiguration", 6)
    print "\t};\n\trootObject = " object(8, 0, "Project object") ";\n}"
}

BEGIN {
    if (!edit) {
        print_project()
        exit
    }
}
edit == "name" && index($0, "FeatureView" target * 12 ".swift; sourceTree") { sub("path = FeatureView", "path = RenamedView") }
edit == "identifier" && index($0, "." "Feature" target) && !done { done = sub("Feature" target, "Renamed" target) }
edit == "target" && index($0, "End PBXNativeTarget") { print_target(999999) }
edit == "target" && index($0, "End XCBuildConfiguration") { print_configurations(999999, id, team) }
edit == "every" && index($0, "SWIFT_VERSION") { sub("5.0", "6.0") }
{ print }
