# awk -f worst-rules.awk: print the rest of a rules file that is as long as is allowed (docs/rules.md, "Limits"), after that of
# rules.gitmunge. Its texts are short and look like parts of the identifiers of the measured files, so the search stops
# often; none of them is a whole word there.
BEGIN {
    texts = 1000 - 8
    bytes = 65536 - 600
    for (rule = 0; texts >= 2 * 4; rule++) {
        # Two texts for each of: no affix, the prefix, the suffix, both.
        put("[rule \"r" rule "\"]")
        put("\tcanonical = " sprintf("%04X", (rule * 40503 + 11) % 65536))
        put("\tlocal = " sprintf("%04X", (rule * 40503 + 29) % 65536) "x")
        put("\tprefix = A")
        put("\tsuffix = F")
        texts -= 8
    }
    while (written < bytes) put("\tpath = apps/**/*a*a*a*/**/*[!a-c]*x")
}

function put(line) {
    written += length(line) + 1
    print line
}
