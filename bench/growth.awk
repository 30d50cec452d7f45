# awk -v kind=KIND -v n=N [-v id=TEXT -v host=TEXT] -f growth.awk: print a content of N lines, or of one line of N objects, with
# these texts or the canonical ones. Kinds: "plain", "keyed", "list" (keys with many values), "object" (one line), "leaks"
# (different local texts), and "companies" (identifiers without a common part).
BEGIN {
    if (!id) id = "com.example.the-app"
    if (!host) host = "api.example.com"
    if (kind == "object") printf "{\"objects\":["
    for (i = 1; i <= n; i++) put()
    if (kind == "object") printf "{}]}"
}

function put() {
    if (kind == "plain")
        print i % 2 ? "\t\tpath = FeatureView" i ".swift;" : "\t\tPRODUCT_BUNDLE_IDENTIFIER = " id ".Feature" i ";"
    else if (kind == "keyed")
        print i % 2 ? "ASSETS_" i " = assets" i ".example.com" : "API_HOST = " host
    else if (kind == "list")
        print i % 100 == 1 ? "API_HOST:" : "  - " (i % 2 ? "assets" i ".example.com" : host)
    else if (kind == "object")
        printf "{\"name\":\"Feature%d\",\"id\":\"%s.Feature%d\",\"API_HOST\":\"%s\",\"color\":%d},", i, id, i, host, i * 7919
    else if (kind == "leaks")
        print i % 2 ? "id = com.example.dev-user" i : sprintf("DEVELOPMENT_TEAM = BNR%07d", i)
    else if (kind == "companies")
        print "PRODUCT_BUNDLE_IDENTIFIER = org.company" i ".app;"
}
