# awk -f worst-rules.awk: print the rest of a rules file that is as long as is allowed (docs/rules.md, "Limits"), after that of
# rules.gitmunge: short texts that look like parts of the identifiers of the measured files, so that the search stops often,
# keys that almost every line has, many keys, and patterns for paths. Nothing of it is a whole word of the files.
# With -v quarters=N, print N quarters of it, from 0 to 4.
BEGIN {
    if (quarters == "") quarters = 4
    texts = (1000 - 8) * quarters / 4
    bytes = (65536 - 600) * quarters / 4
    while (texts > 150 * quarters) put_affixes()
    while (texts > 50 * quarters) put_keys()
    while (texts > 1) put_plain()
    while (written < bytes) put("\tpath = apps/**/*a*a*a*/**/*[!a-c]*x")
}

function begin(canonical, local) {
    rule++
    put("[rule \"r" rule "\"]")
    put("\tcanonical = " sprintf(canonical, (rule * 40503 + 11) % 65536))
    put("\tlocal = " sprintf(local, (rule * 40503 + 29) % 65536))
}

# Two texts for each of: no affix, the prefix, the suffix, both.
function put_affixes() {
    begin("%04X", "%04Xx")
    put("\tprefix = A")
    put("\tsuffix = F")
    texts -= 8
}

function put_keys() {
    begin("q%06xq", "k%06xw")
    put("\tkey = isa")
    put("\tkey = KEY" rule)
    texts -= 2
}

function put_plain() {
    begin("zz%06x.qq", "yy%06x.kk")
    texts -= 2
}

function put(line) {
    written += length(line) + 1
    print line
}
