# awk -v files=N -f generate.awk: write N files of 20 KB, apps/00/0000.pbxproj and on, in the form of Xcode projects. The
# random generator gives the same files with every awk, as its numbers stay below 2^53.

function random() {
    seed = (seed * 16807) % 2147483647
    return seed
}

function word(    i) {
    i = random() % 12 + 1
    return words[i] words[random() % 12 + 1]
}

function id() {
    return sprintf("%06X%06X%06X%06X", random() % 16777216, random() % 16777216,
        random() % 16777216, random() % 16777216)
}

function put(line) {
    size += length(line) + 1
    print line >path
}

function put_source(    name) {
    name = word() ".swift"
    put("\t\t" id() " /* " name " in Sources */ = {isa = PBXBuildFile; fileRef = " id() " /* " name " */; };")
}

function put_configuration(name, suffix) {
    put("\t\t" id() " /* " name " */ = {")
    put("\t\t\tisa = XCBuildConfiguration;")
    put("\t\t\tbuildSettings = {")
    put("\t\t\t\tCODE_SIGN_STYLE = Automatic;")
    put("\t\t\t\tDEVELOPMENT_TEAM = ABCDE12345;")
    put("\t\t\t\tPRODUCT_BUNDLE_IDENTIFIER = \"com.example.the-app" suffix "\";")
    put("\t\t\t\tPRODUCT_NAME = \"$(TARGET_NAME)\";")
    put("\t\t\t};")
    put("\t\t\tname = " name ";")
    put("\t\t};")
}

function put_file() {
    size = 0
    put("// !$*UTF8*$!")
    put("{")
    put("\tarchiveVersion = 1;")
    put("\tobjectVersion = 56;")
    put("\tobjects = {")
    while (size < 18800)
        put_source()
    put_configuration("Debug", "")
    put_configuration("Release", "")
    put_configuration("Debug", "." word())
    put_configuration("Release", "." word())
    put("\t};")
    put("\trootObject = " id() " /* Project object */;")
    put("}")
}

BEGIN {
    seed = 20200214
    split("App Account Cell Detail Feed Image List Login Model Network Store View", words, " ")
    for (i = 0; i < files; i++) {
        path = sprintf("apps/%02d/%04d.pbxproj", int(i / 50), i)
        if (i % 50 == 0)
            system(sprintf("mkdir -p apps/%02d", int(i / 50)))
        put_file()
        close(path)
    }
}
